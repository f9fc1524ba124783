package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// encoded returns a value's line as encoding/json writes it.
func encoded(t *testing.T, value any, indent string) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	require.NoError(t, e.Encode(value))
	return string(escaped(b.Bytes()))
}

// escaped escapes control and invisible characters that encoding/json leaves. They occur only in
// strings.
func escaped(data []byte) []byte {
	var out []byte
	for _, r := range string(data) {
		if r >= 0x7f && text.IsHidden(r) {
			out = appendEscape(out, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

var oddStrings = []string{
	"a", "src/x.go", "<&>", "\"", "\\", "\x00", "\x1b[31m", "\b\f\n\r\t", "\x7f", "\x80", "\xff\xfe", "é", "═══════", "\u0085",
	"\u00ad", "\u202e", "\u2028", "\u2029", "\ufeff", "\ufffd", "\xed\xa0\x80", "😀", "\U000e0041", "\U0010ffff", "\xf0\x9f",
	"\u034f", "\u115f", "\u17b4", "\u2800", "\u3164", "\ufe0f", "\uffa0", "\U000e0100",
}

// fillRandomly sets a value to random content, recursively. Slices are never nil.
func fillRandomly(v reflect.Value, rnd *rand.Rand) {
	switch v.Kind() {
	case reflect.String:
		var s strings.Builder
		for range rnd.IntN(4) {
			s.WriteString(oddStrings[rnd.IntN(len(oddStrings))])
		}
		v.SetString(s.String())
	case reflect.Int:
		v.SetInt(rnd.Int64N(5) * rnd.Int64N(1e6))
	case reflect.Bool:
		v.SetBool(rnd.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat([]float64{0, 1, 0.93, 5. / 7, 1e-7, 1e21, -2.5, rnd.Float64(), math.MaxFloat64}[rnd.IntN(9)])
	case reflect.Pointer:
		v.SetZero()
		if rnd.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fillRandomly(v.Elem(), rnd)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rnd.IntN(4), 4))
		for i := range v.Len() {
			fillRandomly(v.Index(i), rnd)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fillRandomly(key, rnd)
		fillRandomly(value, rnd)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillRandomly(v.Field(i), rnd)
			}
		}
	default:
		panic("no random value of the kind " + v.Kind().String())
	}
}

// The output equals that of encoding/json, byte for byte.
func TestJSONIsThatOfTheStandardLibrary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		r := editlsp.NewResults()
		for range rnd.IntN(3) {
			r.Documents = append(r.Documents, &editlsp.Report{})
			fillRandomly(reflect.ValueOf(r.Documents[len(r.Documents)-1]).Elem(), rnd)
		}
		fillRandomly(reflect.ValueOf(&r.Summary).Elem(), rnd)
		var out bytes.Buffer
		w := newJSONWriter(&out, true)
		w.line(r)
		require.NoError(t, w.flush())
		require.Equal(t, encoded(t, r, " "), out.String())

		out.Reset()
		w = newJSONWriter(&out, false)
		w.jsonl(r)
		require.NoError(t, w.flush())
		require.Equal(t, linesOf(t, r), out.String())
	}
}

func TestJSONHasNoInvisibleCharacters(t *testing.T) {
	const together = 4096 // an array at a time, since there are a million
	var want []string
	list := []byte("[")
	for r := range unicode.MaxRune {
		s := string(r)
		b := appendJSONString(nil, s)
		if bytes.ContainsFunc(b, text.IsHidden) {
			require.Fail(t, "invisible", "%q", r)
		}
		want = append(want, s)
		list = append(append(list, b...), ',')
		if len(want) < together && r+1 < unicode.MaxRune {
			continue
		}
		list[len(list)-1] = ']'
		var same []string
		require.NoError(t, json.Unmarshal(list, &same))
		require.Equal(t, want, same)
		want, list = nil, []byte("[")
	}
}

// linesOf returns the jsonl output made with encoding/json.
func linesOf(t *testing.T, r *editlsp.Results) string {
	lines := ""
	summary := jsonlSummary{Type: "summary", Version: 1, Documents: []string{}, Summary: r.Summary}
	for _, d := range r.Documents {
		summary.Documents = append(summary.Documents, d.Path)
		lines += partLines(t, "block", d.Path, d.Blocks) + partLines(t, "problem", d.Path, d.Problems) +
			partLines(t, "shell_suggestion", d.Path, d.ShellSuggestions) +
			partLines(t, "file", d.Path, d.Files) + partLines(t, "proposal", d.Path, d.Proposals)
	}
	return lines + encoded(t, summary, "")
}

func partLines[T any](t *testing.T, kind, document string, parts []T) string {
	var lines strings.Builder
	head := encoded(t, struct {
		Type     string `json:"type"`
		Document string `json:"document"`
	}{kind, document}, "")
	for _, part := range parts {
		lines.WriteString(strings.TrimSuffix(head, "}\n") + "," + strings.TrimPrefix(encoded(t, part, ""), "{"))
	}
	return lines.String()
}

func TestSARIFIsThatOfTheStandardLibrary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		var run sarifRun
		fillRandomly(reflect.ValueOf(&run).Elem(), rnd)
		var out bytes.Buffer
		w := newJSONWriter(&out, true)
		w.line(&run)
		require.NoError(t, w.flush())
		require.Equal(t, encoded(t, run, " "), out.String())
	}
}

// counting counts calls of Write. They fail from number failFrom on.
type counting struct {
	bytes.Buffer
	calls, failFrom int
}

func (c *counting) Write(data []byte) (int, error) {
	c.calls++
	if c.failFrom > 0 && c.calls >= c.failFrom {
		return 0, errors.New("no space left")
	}
	return c.Buffer.Write(data)
}

func TestJSONIsWrittenInLargePieces(t *testing.T) {
	r := &editlsp.Results{Documents: []*editlsp.Report{{Blocks: make([]editlsp.Block, 10_000)}}}
	var out counting
	w := newJSONWriter(&out, true)
	w.line(r)
	require.NoError(t, w.flush())
	assert.LessOrEqual(t, out.calls, out.Len()/(jsonBuffer/2)+1)
	assert.Equal(t, jsonBuffer, cap(w.buf), "it has not grown")

	out = counting{failFrom: 2}
	w = newJSONWriter(&out, true)
	w.line(r)
	require.EqualError(t, w.flush(), "no space left")
	assert.Equal(t, 2, out.calls, "nothing is written after an error")
}
