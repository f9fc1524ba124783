package protocol

import protocol316 "github.com/tliron/glsp/protocol_3_16"

// ProgressToken is LSP "Progress Support".
type ProgressToken = IntegerOrString

// WorkDoneProgressParams is LSP "Work Done Progress": the client's token, zero if it
// has none.
type WorkDoneProgressParams struct {
	WorkDoneToken ProgressToken `json:"workDoneToken,omitzero"`
}

// Token is the client's token, zero if it has none.
func (p WorkDoneProgressParams) Token() ProgressToken { return p.WorkDoneToken }

// WorkDoneProgressOptions is LSP "Work Done Progress": whether a request reports on a
// token that comes with it.
type WorkDoneProgressOptions = protocol316.WorkDoneProgressOptions

// ProgressParams is LSP "Progress Support". It is only ever sent; Value is a
// [WorkDoneProgressBegin], [WorkDoneProgressReport] or [WorkDoneProgressEnd].
type ProgressParams struct {
	Token ProgressToken `json:"token"`
	Value any           `json:"value"`
}

// The kinds of LSP "Work Done Progress"; a value must have its own.
const (
	WorkDoneProgressKindBegin  = "begin"
	WorkDoneProgressKindReport = "report"
	WorkDoneProgressKindEnd    = "end"
)

// WorkDoneProgressBegin is LSP "Work Done Progress Begin"; its Kind is [WorkDoneProgressKindBegin].
type WorkDoneProgressBegin = protocol316.WorkDoneProgressBegin

// WorkDoneProgressReport is LSP "Work Done Progress Report"; its Kind is
// [WorkDoneProgressKindReport].
type WorkDoneProgressReport = protocol316.WorkDoneProgressReport

// WorkDoneProgressEnd is LSP "Work Done Progress End"; its Kind is [WorkDoneProgressKindEnd].
type WorkDoneProgressEnd = protocol316.WorkDoneProgressEnd

// WorkDoneProgressCreateParams is LSP "Creating Work Done Progress".
type WorkDoneProgressCreateParams struct {
	Token ProgressToken `json:"token"`
}

// WorkDoneProgressCancelParams is LSP "Canceling a Work Done Progress".
type WorkDoneProgressCancelParams struct {
	Token ProgressToken `json:"token"`
}
