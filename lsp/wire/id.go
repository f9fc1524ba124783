package wire

import (
	"bytes"
	"encoding/json"

	"github.com/edit-lsp/edit-lsp/lsp/wire/rawjson"
)

// id is the id of a request. glsp's and jsonrpc2's types lose negative numbers, large
// ones and strings; this one keeps what came. The zero value is "no id".
type id struct {
	// key is equal for equal ids: numbers by their text, strings by their content.
	key string
	// raw is the id as it came.
	raw json.RawMessage
}

// parseID reads a raw id. It says false for what is neither a number nor a string.
func parseID(raw []byte) (id, bool) {
	if rawjson.IsNull(raw) {
		return id{}, false
	}
	switch c := raw[0]; {
	case c == '"':
		s, err := rawjson.NewReader(raw).String()
		if err != nil {
			return id{}, false
		}
		return id{"s" + s, bytes.Clone(raw)}, true
	case c == '-' || '0' <= c && c <= '9':
		return id{numberKey(string(raw)), bytes.Clone(raw)}, true
	}
	return id{}, false
}

// none says that there is no id.
func (i id) none() bool { return i.key == "" }

func numberKey(number string) string { return "n" + number }
