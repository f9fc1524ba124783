;;; edit-lsp-lsp-mode.el --- Edit blocks of AI models, with lsp-mode  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; URL: https://github.com/edit-lsp/edit-lsp
;; Package-Requires: ((emacs "28.1") (lsp-mode "8.0") (edit-lsp-paste "0.1"))

;;; Commentary:

;; Checks and applies the edit blocks in chats, with the language server edit-lsp.
;;
;;   (add-to-list 'load-path "~/.emacs.d/edit-lsp")  ; the folder of this file
;;   (require 'edit-lsp-lsp-mode)
;;   (add-hook 'find-file-hook #'lsp-deferred)
;;
;; Then M-x lsp-execute-code-action on a block lists its code actions.
;;
;; The server runs next to your language servers, for all files, so that unsaved text
;; counts.

;;; Code:

(require 'edit-lsp-paste)
(require 'lsp-mode)

(defgroup edit-lsp-lsp nil
  "Edit blocks of AI models."
  :group 'tools)

(defcustom edit-lsp-lsp-mode-command '("edit-lsp")
  "The program and its arguments."
  :type '(repeat string))

;; The server's names for chat languages. lsp-mode has names for other modes,
;; or they need none.
(dolist (language '((markdown-mode . "markdown")
                    (gfm-mode . "markdown")
                    (org-mode . "org")
                    (text-mode . "plaintext")))
  (setf (alist-get (car language) lsp-language-id-configuration) (cdr language)))

(lsp-register-client
 (make-lsp-client
  :server-id 'edit-lsp
  :new-connection (lsp-stdio-connection (lambda () edit-lsp-lsp-mode-command))
  :activation-fn (lambda (file &rest _) (and file t))
  :add-on? t
  :priority -2))

;; lsp-mode creates files after editing them, which fails if a file's folder
;; is missing. As in the protocol, create them first.

(defun edit-lsp-lsp-mode--create-first (arguments)
  "Create the files that the ARGUMENTS of `lsp--apply-workspace-edit' create."
  (let* ((edit (car arguments))
         (changes (append (lsp:workspace-edit-document-changes? edit) nil))
         (created (seq-filter (lambda (change) (equal (lsp:edit-kind change) "create")) changes)))
    (dolist (change created)
      (let ((path (lsp--uri-to-path (lsp:create-file-uri change))))
        (make-directory (file-name-directory path) t)
        (unless (file-exists-p path) (write-region "" nil path nil 'quiet))))
    (when created
      (lsp:set-workspace-edit-document-changes? edit (vconcat (seq-difference changes created #'eq))))
    arguments))

(advice-add 'lsp--apply-workspace-edit :filter-args #'edit-lsp-lsp-mode--create-first)

(provide 'edit-lsp-lsp-mode)

;;; edit-lsp-lsp-mode.el ends here
