;;; drive.el --- Plays a step in eglot  -*- lexical-binding: t -*-

;; EDIT_LSP_STEP is the step as JSON. Prints the results as JSON.

(require 'cl-lib)
(setq make-backup-files nil create-lockfiles nil)
;; C functions are replaced below, which must not compile anything.
(setq native-comp-enable-subr-trampolines nil)
(defvar drive-step (json-parse-string (getenv "EDIT_LSP_STEP") :object-type 'plist :null-object nil))
(defvar drive-titles nil)
(defconst drive-root default-directory)
(defconst drive-patience 60 "Seconds; only reached when something is wrong.")

(defun drive-await (what done)
  "Wait until DONE answers true of WHAT."
  (let ((deadline (+ (float-time) drive-patience)))
    (while (not (funcall done))
      (when (> (float-time) deadline) (error "Timed out waiting for %s" what))
      (accept-process-output nil 0.02))))

(defun drive-go (line)
  "Put point onto the LINE, from 1."
  (goto-char (point-min))
  (forward-line (1- line)))

(when (plist-get drive-step :typed)
  (let ((typed (plist-get drive-step :typed)))
    (find-file (expand-file-name (plist-get typed :path) drive-root))
    (goto-char (point-min))
    (insert (plist-get typed :text) "\n")))

(find-file (expand-file-name (plist-get drive-step :chat) drive-root))
;; A command loop does this after a command.
(run-hooks 'post-command-hook)
(drive-await "the server" #'eglot-managed-p)
(drive-await "diagnostics" (lambda () (flymake-start) (= (length (flymake-diagnostics)) (plist-get drive-step :findings))))
(defvar drive-diagnostics
  (mapcar (lambda (d) (list :line (line-number-at-pos (flymake-diagnostic-beg d)) :message (flymake-diagnostic-text d)))
          (sort (flymake-diagnostics) (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(drive-go (plist-get drive-step :line))
(let ((last-nonmenu-event ?a) (wanted (plist-get drive-step :title)))
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt titles &rest _)
               (setq drive-titles (all-completions "" titles))
               (or (car (member wanted drive-titles)) (error "No %s among %S" wanted drive-titles))))
            ;; Eglot asks if a file isn't open yet.
            ((symbol-function 'y-or-n-p) #'always))
    (call-interactively #'eglot-code-actions)
    ;; For several edits, the server shows a message.
    (when (string-prefix-p "Apply all" wanted)
      (drive-await "the message" (lambda () (with-current-buffer "*Messages*" (save-excursion (goto-char (point-min)) (search-forward "Applied 5 edits to 5 files" nil t))))))))
(save-some-buffers t)
(princ (json-serialize (list :emacs emacs-version :titles (vconcat drive-titles) :diagnostics (vconcat drive-diagnostics))))
(kill-emacs 0)
