package recording_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
)

func TestWhatIsWrittenIsReadInAnotherPlace(t *testing.T) {
	long := strings.Repeat("x", 300)
	text := "a <b>\n"
	of := func(root string) []recording.Line {
		return []recording.Line{
			{Disk: map[string]*string{"a.txt": &text, "gone.txt": nil}},
			{Client: json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"uri":"file://` + root + `/a.txt"}}`)},
			{Server: json.RawMessage(`{"jsonrpc":"2.0","id":1,"result":["` + long + root + `"]}`)},
			{Server: json.RawMessage(`{"jsonrpc":"2.0","id":2,"result":["` + long + root + `"]}`)},
			{Server: json.RawMessage(`{"jsonrpc":"2.0","id":3,"error":{"code":-32800,"message":"no"}}`)},
		}
	}
	var b bytes.Buffer
	w := recording.NewWriter(&b, "/tmp/here")
	for _, l := range of("/tmp/here") {
		require.NoError(t, w.Write(l))
	}
	assert.NotContains(t, b.String(), "/tmp/here")
	assert.Contains(t, b.String(), `{"server":{"jsonrpc":"2.0","id":2,"resultOf":1}}`)

	lines, err := recording.Read(b.Bytes(), "/else/where")
	require.NoError(t, err)
	assert.Equal(t, of("/else/where"), lines)
}

func TestWhatMustNotBeInASession(t *testing.T) {
	var b bytes.Buffer
	w := recording.NewWriter(&b, "/tmp/here")
	require.NoError(t, w.Write(recording.Line{Client: json.RawMessage(`{"processId": 17, "rootUri":"file:\/\/\/tmp\/here"}`)}))
	assert.Equal(t, `{"client":{"processId":null,"rootUri":"file:\/\/$ROOT"}}`+"\n", b.String())
}

func TestASessionThatRefersToWhatIsNotThere(t *testing.T) {
	_, err := recording.Read([]byte(`{"server":{"jsonrpc":"2.0","id":2,"resultOf":1}}`+"\n"), "/")
	assert.EqualError(t, err, "line 1: there is no answer 1 before it")
}
