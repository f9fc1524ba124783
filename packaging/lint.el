;;; lint.el --- Check the recipes for MELPA and what they ship  -*- lexical-binding: t -*-

;; emacs -q --no-site-file --batch -l packaging/lint.el ENTRIES
;;
;; Needs Debian's packages package-lint, eglot and lsp-mode.

;;; Code:

(setq load-no-native t) ; what is compiled here has no native form

(require 'package)
(package-initialize)
(require 'package-lint)
(require 'checkdoc)

(defvar lint-found 0 "The number of findings.")

(defun lint-report (path line text)
  "Print a finding TEXT for the LINE of PATH."
  (setq lint-found (1+ lint-found))
  (message "%s:%s: %s" path line text))

(defvar lint-compiled (make-temp-file "edit-lsp-melpa" t) "Where compiled files go.")
(push lint-compiled load-path)

;; These are on MELPA, or will be.
(setq package-archive-contents
      (mapcar (lambda (p) (list (car p) (package-desc-create :name (car p) :version (cdr p) :archive "melpa")))
              '((eglot 1 9) (lsp-mode 8 0) (edit-lsp-paste 0 1))))

(defun lint-buffer (path)
  "Check the current buffer of PATH with package-lint and checkdoc."
  (emacs-lisp-mode)
  (pcase-dolist (`(,line ,_ ,_ ,text) (package-lint-buffer))
    ;; Debian 12's package-lint is from the time of Emacs 27. MELPA adds the version.
    (unless (string-match-p "uninstallable in all released\\|\"Version:\" or \"Package-Version:\"" text)
      (lint-report path line text)))
  (let ((checkdoc-create-error-function
         (lambda (text start &rest _)
           (lint-report path (line-number-at-pos start) text)
           nil)))
    (checkdoc-current-buffer t)))

(defun lint-recipe (recipe)
  "Check what the file RECIPE ships, and compile it with what other recipes ship."
  (pcase-let* ((`(,name . ,settings)
                (with-temp-buffer (insert-file-contents recipe) (read (current-buffer))))
               (path (car (plist-get settings :files))))
    (unless (and (equal (symbol-name name) (file-name-nondirectory recipe))
                 (equal (symbol-name name) (file-name-base path)))
      (lint-report recipe 1 "the recipe, the package and its file have different names"))
    (with-temp-buffer
      (insert-file-contents path t)
      (lint-buffer path))
    (let ((byte-compile-error-on-warn t)
          (byte-compile-dest-file-function
           (lambda (source) (expand-file-name (concat (file-name-base source) ".elc") lint-compiled))))
      (unless (byte-compile-file path)
        (lint-report path 1 "it doesn't compile")))
    (message "%s: checked" recipe)))

(let ((recipes (directory-files (expand-file-name "melpa" (car command-line-args-left)) t "\\`[^.]")))
  (setq command-line-args-left nil)
  ;; The others need it.
  (mapc #'lint-recipe (sort recipes (lambda (a _) (string-suffix-p "-paste" a))))
  (delete-directory lint-compiled t)
  (kill-emacs (if (zerop lint-found) 0 1)))

;;; lint.el ends here
