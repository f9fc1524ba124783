package wire_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// connection has an input with an end, and an output that is discarded.
type connection struct {
	io.Reader
	io.Writer
}

func (connection) Close() error { return nil }

// opened serves messages and returns the last params of didOpen.
func opened(tb testing.TB, input []byte) protocol.DidOpenTextDocumentParams {
	tb.Helper()
	var got protocol.DidOpenTextDocumentParams
	server := wire.NewServer([]wire.Route{
		wire.Request("initialize", func(context.Context, protocol.InitializeParams) (func(context.Context) (any, error), error) {
			return nil, nil
		}),
		wire.Notification("textDocument/didOpen", func(_ context.Context, p protocol.DidOpenTextDocumentParams) error {
			got = p
			return nil
		}),
	}, slog.New(slog.DiscardHandler))
	code, err := server.Serve(context.Background(), connection{bytes.NewReader(input), io.Discard})
	require.NoError(tb, err)
	require.Zero(tb, code)
	return got
}

func session(messages ...[]byte) []byte {
	var b bytes.Buffer
	for _, m := range messages {
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	return b.Bytes()
}

// didOpen returns a message that opens a document of at least size bytes.
func didOpen(tb testing.TB, size int) (message []byte, want protocol.DidOpenTextDocumentParams) {
	tb.Helper()
	const piece = "Some prose, as a model writes it, with \"quotes\" and an é.\n\n```go\n\tif err != nil {\n\t\treturn fmt.Errorf(\"reading %s: %w\", path, err)\n\t}\n```\n\n"
	want.TextDocument = protocol.TextDocumentItem{
		URI: "file:///ws/chat.md", LanguageID: "markdown", Version: 1, Text: strings.Repeat(piece, size/len(piece)+1),
	}
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": want})
	require.NoError(tb, err)
	return message, want
}

var (
	sayInitialize = []byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	sayShutdown   = []byte(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	sayExit       = []byte(`{"jsonrpc":"2.0","method":"exit"}`)
)

func TestALargeDidOpenArrivesAsItWasSent(t *testing.T) {
	message, want := didOpen(t, 1_000_000)
	got := opened(t, session(sayInitialize, message, sayShutdown, sayExit))
	require.True(t, want == got)
}

// BenchmarkDidOpen measures a didOpen of 1 MB, from bytes to params, relative to decoding the
// message once with encoding/json.
func BenchmarkDidOpen(b *testing.B) {
	message, want := didOpen(b, 1_000_000)
	input := session(sayInitialize, message, sayShutdown, sayExit)
	type whole struct {
		Params protocol.DidOpenTextDocumentParams
	}
	var decoded whole
	require.NoError(b, json.Unmarshal(message, &decoded))
	require.True(b, decoded.Params == want, "the contenders' outputs are equal")
	require.True(b, opened(b, input) == want, "the contenders' outputs are equal")
	b.Run("wire", func(b *testing.B) {
		b.SetBytes(int64(len(message)))
		for b.Loop() {
			opened(b, input)
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.SetBytes(int64(len(message)))
		for b.Loop() {
			var decoded whole
			if err := json.Unmarshal(message, &decoded); err != nil {
				b.Fatal(err)
			}
		}
	})
}
