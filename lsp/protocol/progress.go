package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// ProgressToken is LSP "Progress Support".
type ProgressToken = IntegerOrString

// WorkDoneProgressParams is LSP "Work Done Progress".
type WorkDoneProgressParams struct {
	WorkDoneToken ProgressToken `json:"workDoneToken,omitzero"`
}

// Token returns the client's token, zero if there is none.
func (p WorkDoneProgressParams) Token() ProgressToken { return p.WorkDoneToken }

// WorkDoneProgressOptions is LSP "Work Done Progress".
type WorkDoneProgressOptions = protocol316.WorkDoneProgressOptions

// ProgressParams is LSP "Progress Support". Value is a [WorkDoneProgressBegin]
// or [WorkDoneProgressEnd].
type ProgressParams struct {
	Token ProgressToken `json:"token"`
	Value any           `json:"value"`
}

// The kinds of LSP "Work Done Progress".
const (
	WorkDoneProgressKindBegin = "begin"
	WorkDoneProgressKindEnd   = "end"
)

// WorkDoneProgressBegin is LSP "Work Done Progress Begin". Its Kind must be
// [WorkDoneProgressKindBegin].
type WorkDoneProgressBegin = protocol316.WorkDoneProgressBegin

// WorkDoneProgressEnd is LSP "Work Done Progress End". Its Kind must be [WorkDoneProgressKindEnd].
type WorkDoneProgressEnd = protocol316.WorkDoneProgressEnd

// WorkDoneProgressCreateParams is LSP "Creating Work Done Progress".
type WorkDoneProgressCreateParams struct {
	Token ProgressToken `json:"token"`
}

// WorkDoneProgressCancelParams is LSP "Canceling a Work Done Progress".
type WorkDoneProgressCancelParams struct {
	Token ProgressToken `json:"token"`
}
