package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// FileOperationRegistrationOptions is LSP "WillCreateFiles Request".
type FileOperationRegistrationOptions = protocol316.FileOperationRegistrationOptions

// FileOperationFilter is LSP "WillCreateFiles Request".
type FileOperationFilter = protocol316.FileOperationFilter

// FileOperationPattern is LSP "WillCreateFiles Request".
type FileOperationPattern = protocol316.FileOperationPattern

// RenameFilesParams is LSP "WillRenameFiles Request".
type RenameFilesParams = protocol316.RenameFilesParams

// DeleteFilesParams is LSP "DidDeleteFiles Notification".
type DeleteFilesParams = protocol316.DeleteFilesParams

// FileOperationOptions is LSP "Initialize Request".
type FileOperationOptions = protocol316.ServerCapabilitiesWorkspaceFileOperations
