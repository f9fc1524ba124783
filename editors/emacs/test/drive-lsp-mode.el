;;; drive-lsp-mode.el --- Plays a step in lsp-mode  -*- lexical-binding: t -*-

;; EDIT_LSP_STEP is the step as JSON. Prints the results as JSON.

(require 'cl-lib)
(setq make-backup-files nil create-lockfiles nil)
(defvar drive-step (json-parse-string (getenv "EDIT_LSP_STEP") :object-type 'plist :null-object nil))
(defvar drive-titles nil)
(defconst drive-root default-directory)
(defconst drive-patience 60 "Seconds; only reached when something is wrong.")

;; Otherwise lsp-mode asks for the project's folder at the first file.
(setq lsp-auto-guess-root t)

(defun drive-await (what done)
  "Wait until DONE answers true of WHAT."
  (let ((deadline (+ (float-time) drive-patience)))
    (while (not (funcall done))
      (when (> (float-time) deadline) (error "Timed out waiting for %s" what))
      (accept-process-output nil 0.02))))

(defun drive-open (path)
  "Open the file PATH, and have its server started."
  (find-file (expand-file-name path drive-root))
  (unless (bound-and-true-p lsp-mode) (lsp))
  (drive-await "the server" (lambda () (and (lsp-workspaces) (cl-every (lambda (w) (eq 'initialized (lsp--workspace-status w))) (lsp-workspaces))))))

(when (plist-get drive-step :typed)
  (let ((typed (plist-get drive-step :typed)))
    (drive-open (plist-get typed :path))
    (goto-char (point-min))
    (insert (plist-get typed :text) "\n")))

(drive-open (plist-get drive-step :chat))
(defun drive-findings () "The diagnostics of the chat." (gethash (lsp--fix-path-casing buffer-file-name) (lsp-diagnostics t)))
(drive-await "diagnostics" (lambda () (= (length (drive-findings)) (plist-get drive-step :findings))))
(defvar drive-diagnostics
  (sort (mapcar (lambda (d) (list :line (1+ (lsp:position-line (lsp:range-start (lsp:diagnostic-range d)))) :message (lsp:diagnostic-message d)))
                (drive-findings))
        (lambda (a b) (< (plist-get a :line) (plist-get b :line)))))

(goto-char (point-min))
(forward-line (1- (plist-get drive-step :line)))
(let ((wanted (plist-get drive-step :title)))
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt titles &rest _)
               (setq drive-titles (all-completions "" titles))
               (or (car (member wanted drive-titles)) (error "No %s among %S" wanted drive-titles)))))
    (call-interactively #'lsp-execute-code-action)))
(save-some-buffers t)
(princ (json-serialize (list :emacs emacs-version :titles (vconcat drive-titles) :diagnostics (vconcat drive-diagnostics))))
(kill-emacs 0)
