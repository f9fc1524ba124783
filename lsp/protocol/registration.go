package protocol

// Registration is LSP "Register Capability".
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// RegistrationParams is LSP "Register Capability".
type RegistrationParams struct {
	Registrations Array[Registration] `json:"registrations"`
}
