package rawjson

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkReading10MB compares the check and the unescaping of one 10 MB text with
// what encoding/json takes for the same (performance, P11). Quote the ratio.
func BenchmarkReading10MB(b *testing.B) {
	text := strings.Repeat("A line of prose, as a model writes it, with one \"é\" in it.\n\tif err != nil {\n\t\treturn err\n\t}\n", 110_000)
	raw, err := json.Marshal(text)
	require.NoError(b, err)
	got, err := NewReader(raw).String()
	require.NoError(b, err)
	require.True(b, got == text)
	b.Run("Valid", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			_ = Valid(raw)
		}
	})
	b.Run("String", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			_, _ = NewReader(raw).String()
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		for b.Loop() {
			var s string
			_ = json.Unmarshal(raw, &s)
		}
	})
}
