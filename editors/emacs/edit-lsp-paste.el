;;; edit-lsp-paste.el --- Open a copied answer as a chat  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; URL: https://github.com/edit-lsp/edit-lsp
;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; M-x edit-lsp-paste opens the answer on the clipboard beside the code, as a chat that isn't saved.
;; edit-lsp-eglot.el and edit-lsp-lsp-mode.el load this file.

;;; Code:

(require 'project)
(require 'subr-x)

(defun edit-lsp-paste--name (folder)
  "Return the path in FOLDER of a new file for an answer.
Clients connect only buffers that visit a file."
  (let ((path (expand-file-name "answer.md" folder)) (count 1))
    (while (or (file-exists-p path) (find-buffer-visiting path))
      (setq count (1+ count)
            path (expand-file-name (format "answer-%d.md" count) folder)))
    path))

;;;###autoload
(defun edit-lsp-paste ()
  "Open the answer on the clipboard as an unsaved chat beside the code."
  (interactive)
  (let ((answer (ignore-errors (current-kill 0 t)))
        (project (project-current)))
    (when (string-blank-p (or answer ""))
      (user-error "There is no text on the clipboard; copy the answer first"))
    (find-file-other-window (edit-lsp-paste--name (if project (project-root project) default-directory)))
    (insert answer)
    (goto-char (point-min))))

(provide 'edit-lsp-paste)

;;; edit-lsp-paste.el ends here
