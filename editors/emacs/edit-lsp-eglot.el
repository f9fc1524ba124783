;;; edit-lsp-eglot.el --- Edit blocks of AI models, with eglot  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; URL: https://github.com/edit-lsp/edit-lsp
;; Package-Requires: ((emacs "28.1") (eglot "1.9") (edit-lsp-paste "0.1"))

;;; Commentary:

;; Checks and applies the edit blocks in chats, with the language server edit-lsp.
;;
;;   (add-to-list 'load-path "~/.emacs.d/edit-lsp")  ; the folder of this file
;;   (require 'edit-lsp-eglot)
;;   (add-hook 'markdown-mode-hook #'eglot-ensure)
;;
;; Then M-x eglot-code-actions on a block lists its code actions.
;;
;; Eglot runs one server per buffer, doesn't send it other files, and creates no files.
;; This file sends the server all unsaved text before each request, and creates new files
;; and their directories.

;;; Code:

(require 'cl-lib)
(require 'edit-lsp-paste)
(require 'eglot)

(defgroup edit-lsp-eglot nil
  "Edit blocks of AI models."
  :group 'tools)

(defcustom edit-lsp-eglot-command '("edit-lsp")
  "The program and its arguments."
  :type '(repeat string))

(defclass edit-lsp-eglot-server (eglot-lsp-server)
  ((told :initform nil :accessor edit-lsp-eglot--told
         :documentation "Unsaved buffers that the server knows, as (BUFFER URI TICK VERSION)."))
  :documentation "The server edit-lsp.")

(add-to-list 'eglot-server-programs
             (cons '((markdown-mode :language-id "markdown")
                     (gfm-mode :language-id "markdown")
                     (org-mode :language-id "org")
                     (text-mode :language-id "plaintext"))
                   (lambda (&rest _) (cons 'edit-lsp-eglot-server edit-lsp-eglot-command))))

(defun edit-lsp-eglot--uri (path)
  "The URI of the file PATH."
  (funcall (if (fboundp 'eglot-path-to-uri) 'eglot-path-to-uri 'eglot--path-to-uri) path))

(defun edit-lsp-eglot--path (uri)
  "The path of the file URI."
  (funcall (if (fboundp 'eglot-uri-to-path) 'eglot-uri-to-path 'eglot--uri-to-path) uri))

(cl-defmethod eglot-client-capabilities ((_server edit-lsp-eglot-server))
  "Return the capabilities of eglot, plus creating files, which this file does."
  (let* ((all (copy-tree (cl-call-next-method)))
         (edit (plist-get (plist-get all :workspace) :workspaceEdit)))
    (plist-put edit :resourceOperations ["create"])
    all))

;; Unsaved text.

(defun edit-lsp-eglot--unsaved (server)
  "Return unsaved file buffers in the project of SERVER that it is not attached to."
  (let ((root (project-root (eglot--project server))))
    (cl-remove-if-not
     (lambda (buffer)
       (with-current-buffer buffer
         (and buffer-file-name (buffer-modified-p)
              (file-in-directory-p (file-name-directory buffer-file-name) root)
              (not (and (eglot-managed-p) (eq (eglot-current-server) server))))))
     (buffer-list))))

(defun edit-lsp-eglot--tell (server)
  "Send SERVER the unsaved text of the project buffers."
  (let ((unsaved (edit-lsp-eglot--unsaved server)) kept)
    (dolist (entry (edit-lsp-eglot--told server))
      (if (memq (car entry) unsaved)
          (push entry kept)
        (jsonrpc-notify server :textDocument/didClose `(:textDocument (:uri ,(cadr entry))))))
    (dolist (buffer unsaved)
      (with-current-buffer buffer
        (let ((tick (buffer-chars-modified-tick))
              (text (save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max))))
              (entry (assq buffer kept)))
          (cond
           ((not entry)
            (let ((uri (edit-lsp-eglot--uri buffer-file-name)))
              (push (list buffer uri tick 1) kept)
              (jsonrpc-notify server :textDocument/didOpen
                              `(:textDocument (:uri ,uri :languageId "" :version 1 :text ,text)))))
           ((/= tick (nth 2 entry))
            (setcdr (cdr entry) (list tick (1+ (nth 3 entry))))
            (jsonrpc-notify server :textDocument/didChange
                            `(:textDocument (:uri ,(cadr entry) :version ,(nth 3 entry))
                              :contentChanges [(:text ,text)])))))))
    (setf (edit-lsp-eglot--told server) kept)))

(cl-defmethod jsonrpc-connection-send :before ((server edit-lsp-eglot-server) &rest args)
  "Before a request with ARGS that depends on targets, send SERVER their text."
  (when (memq (plist-get args :method)
              '(:textDocument/codeAction :codeAction/resolve :textDocument/hover :workspace/executeCommand))
    (edit-lsp-eglot--tell server)))

;; Inlay hints.

(cl-defmethod eglot-handle-notification :after
  ((_server edit-lsp-eglot-server) (_method (eql textDocument/publishDiagnostics))
   &key uri &allow-other-keys)
  "Update the hints of the chat URI.
Eglot requests them only when its own text changes, not that of a target."
  (when-let ((buffer (find-buffer-visiting (edit-lsp-eglot--path uri))))
    (with-current-buffer buffer
      (when (and (bound-and-true-p eglot-inlay-hints-mode) (fboundp 'eglot--update-hints-1))
        (eglot--update-hints-1 (point-min) (point-max))))))

;; Edits.

(defvar edit-lsp-eglot--asking nil
  "The server that is requesting an edit.")

(cl-defmethod eglot-handle-request :around ((server edit-lsp-eglot-server) (_method (eql workspace/applyEdit)) &rest _)
  "Remember that SERVER is requesting an edit."
  (let ((edit-lsp-eglot--asking server)) (cl-call-next-method)))

(defun edit-lsp-eglot--create (path filled)
  "Create the directory of the file PATH, and its empty buffer unless it is FILLED."
  (make-directory (file-name-directory path) t)
  (unless filled
    (with-current-buffer (find-file-noselect path) (set-buffer-modified-p t))))

(defun edit-lsp-eglot--lines (change)
  "Strip each carriage return from CHANGE if Emacs has none in the buffer."
  (let ((path (edit-lsp-eglot--path (plist-get (plist-get change :textDocument) :uri))))
    (when (and (file-exists-p path)
               (with-current-buffer (find-file-noselect path)
                 (eql 1 (coding-system-eol-type buffer-file-coding-system))))
      (mapc (lambda (edit)
              (plist-put edit :newText (string-replace "\r\n" "\n" (plist-get edit :newText))))
            (plist-get change :edits)))))

(defun edit-lsp-eglot--prepared (server edit)
  "Return the workspace edit EDIT of SERVER in a form that eglot can apply."
  (let* ((changes (append (plist-get edit :documentChanges) nil))
         (texts (cl-remove-if (lambda (change) (plist-get change :kind)) changes))
         (filled (mapcar (lambda (change) (plist-get (plist-get change :textDocument) :uri)) texts)))
    (dolist (change changes)
      (when (equal (plist-get change :kind) "create")
        (let ((uri (plist-get change :uri)))
          (edit-lsp-eglot--create (edit-lsp-eglot--path uri) (member uri filled)))))
    (dolist (change texts)
      (edit-lsp-eglot--lines change)
      (let* ((document (plist-get change :textDocument))
             (entry (cl-find (plist-get document :uri) (edit-lsp-eglot--told server) :key #'cadr :test #'equal)))
        ;; This is our version, not eglot's.
        (when entry
          (unless (= (nth 2 entry) (buffer-chars-modified-tick (car entry)))
            (user-error "%s has changed; request the code actions again" (buffer-name (car entry))))
          (plist-put document :version nil))))
    (if changes (plist-put (copy-sequence edit) :documentChanges (vconcat texts)) edit)))

(defun edit-lsp-eglot--prepare (arguments)
  "Adapt the ARGUMENTS of `eglot--apply-workspace-edit' for edits of edit-lsp."
  (let ((server (or edit-lsp-eglot--asking (eglot-current-server))))
    (if (cl-typep server 'edit-lsp-eglot-server)
        (cons (edit-lsp-eglot--prepared server (car arguments)) (cdr arguments))
      arguments)))

(advice-add 'eglot--apply-workspace-edit :filter-args #'edit-lsp-eglot--prepare)

(provide 'edit-lsp-eglot)

;;; edit-lsp-eglot.el ends here
