package rawjson

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var texts = []string{
	``, ` `, `{}`, ` { } `, `[]`, `[ ]`, `[1]`, `[1,]`, `[,1]`, `{"a":1}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a" : [1, {"b":null}]}`,
	`null`, `nul`, `nulll`, `true`, `truefalse`, `false`, `fals`, `tru e`, `1 2`, `{} {}`, `"a"`, `"a`, `"\"`, `"\\"`, `"\x"`, `"\u12"`, `"\u12G4"`, `"\u12aF"`,
	"\"a\tb\"", "\"a\x1fb\"", "\"\x7f\"", "\"\x00\"", `"0123456789abcdef\n"`, `"0123456\"`, `"0123456"`, `"01234567"`, `"é😀0123456789"`,
	`0`, `-0`, `00`, `01`, `-`, `-a`, `1.`, `1.5`, `.5`, `1e`, `1e5`, `1E+5`, `1e-`, `1e-05`, `1.5.5`, `+1`, `0x1`, `1_0`, `NaN`,
	"\ufeff{}", `{"a":1,"a":2}`, `{"a":1 "b":2}`, `[1 2]`, `[1}`, `{"a":1]`, `]`, `}`, `:`, `,`, "\"\xff\xfe\"", `'a'`, "//c\n1", "{}\x00",
	`"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ud83d\n"`, `"\u0000"`, `"\/\b\f\r\t\n\"\\"`,
	"\"\xed\xa0\x80\"", "\"a\xff\xffb\\n\"", "\"\xe2\x82\"", `"\uFFFD"`, `"\ufffe"`,
	strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth),
	strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
	strings.Repeat(`{"a":`, maxDepth) + "1" + strings.Repeat("}", maxDepth),
	strings.Repeat(`{"a":`, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1),
}

func TestValidAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range texts {
		agree(t, []byte(text))
	}
}

// Every prefix and every one-byte change of a text with all kinds of value in it.
func TestValidAgreesOnBrokenTexts(t *testing.T) {
	whole := `{"a":[1.5e-3,"x\u00e9\ud83d\ude00 0123456789",true,false,null,{}],"b":{"c":[]}}`
	for i := range whole {
		agree(t, []byte(whole[:i]))
		for _, c := range []byte("\x00\x1f\"\\{}[]:,0-.eEu n\x80\xff") {
			b := []byte(whole)
			b[i] = c
			agree(t, b)
		}
	}
}

func FuzzRawJSON(f *testing.F) {
	for _, text := range texts[:len(texts)-4] {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, data) })
}

// agree checks every promise of the package on one text.
func agree(t *testing.T, data []byte) {
	t.Helper()
	err := Valid(data)
	require.Equal(t, json.Valid(data), err == nil, "%.80q: %v", data, err)
	if err != nil {
		var syntax *SyntaxError
		require.ErrorAs(t, err, &syntax)
		assert.True(t, 0 <= syntax.Offset && syntax.Offset <= len(data), "offset %d of %d", syntax.Offset, len(data))
	}
	var wantObject map[string]json.RawMessage
	isObject := json.Unmarshal(data, &wantObject) == nil && wantObject != nil
	object, err := readObject(data)
	require.Equal(t, isObject, err == nil, "%.80q: %v", data, err)
	if isObject {
		require.Equal(t, wantObject, object)
	}
	var wantArray []json.RawMessage
	isArray := json.Unmarshal(data, &wantArray) == nil && wantArray != nil
	array, err := readArray(data)
	require.Equal(t, isArray, err == nil, "%.80q: %v", data, err)
	if isArray {
		require.Equal(t, wantArray, array)
	}
	var wantString *string
	isString := json.Unmarshal(data, &wantString) == nil && wantString != nil
	r := NewReader(data)
	s, err := r.String()
	if err == nil {
		err = r.End()
	}
	require.Equal(t, isString, err == nil, "%.80q: %v", data, err)
	if isString {
		require.Equal(t, *wantString, s)
	}
	var wantInt *int32
	isInt := json.Unmarshal(data, &wantInt) == nil && wantInt != nil
	r = NewReader(data)
	n, err := r.Int32()
	if err == nil {
		err = r.End()
	}
	require.Equal(t, isInt, err == nil, "%.80q: %v", data, err)
	if isInt {
		require.Equal(t, *wantInt, n)
	}
	r = NewReader(data)
	require.Equal(t, strings.Trim(string(data), " \t\r\n") == "null", r.Null() && r.End() == nil)
}

func readObject(data []byte) (map[string]json.RawMessage, error) {
	r := NewReader(data)
	got := map[string]json.RawMessage{}
	err := r.Object(func(name string) error {
		raw, err := r.Raw()
		got[name] = raw
		return err
	})
	if err != nil {
		return nil, err
	}
	return got, r.End()
}

func readArray(data []byte) ([]json.RawMessage, error) {
	r := NewReader(data)
	got := []json.RawMessage{}
	err := r.Array(func() error {
		raw, err := r.Raw()
		got = append(got, raw)
		return err
	})
	if err != nil {
		return nil, err
	}
	return got, r.End()
}

func TestReaderNamesTheWrongKind(t *testing.T) {
	for _, value := range []string{``, `1.5`, `null`, `tru`, `"a`, `"\x"`, `"\u12"`, "\"\xff\\x\"", `2147483648`, `-`, `1e3`} {
		_, err := NewReader([]byte(value)).String()
		assert.ErrorIs(t, err, ErrNotString, value)
		_, err = NewReader([]byte(value)).Int32()
		assert.ErrorIs(t, err, ErrNotInt32, value)
		assert.ErrorIs(t, NewReader([]byte(value)).Object(nil), ErrNotObject, value)
		assert.ErrorIs(t, NewReader([]byte(value)).Array(nil), ErrNotArray, value)
	}
}

func TestStringSharesNoMemory(t *testing.T) {
	raw := []byte(`"plain"`)
	s, err := NewReader(raw).String()
	require.NoError(t, err)
	raw[1] = 'X'
	assert.Equal(t, "plain", s)
}

func TestReaderGoesIntoNestedValues(t *testing.T) {
	r := NewReader([]byte(` {"skip":[{"x":1}], "list":[ {"n":-7}, null, {"n":8} ] , "s":"é"} `))
	var numbers []int32
	var s string
	require.NoError(t, r.Object(func(name string) (err error) {
		switch name {
		case "list":
			return r.Array(func() error {
				if r.Null() {
					return nil
				}
				return r.Object(func(string) error {
					n, err := r.Int32()
					numbers = append(numbers, n)
					return err
				})
			})
		case "s":
			s, err = r.String()
		default:
			_, err = r.Raw()
		}
		return err
	}))
	require.NoError(t, r.End())
	assert.Equal(t, []int32{-7, 8}, numbers)
	assert.Equal(t, "é", s)
}

func TestAnErrorOfTheCallbackEndsTheReading(t *testing.T) {
	stop := errors.New("stop")
	calls := 0
	assert.Equal(t, stop, NewReader([]byte(`{"a":1,"b":2}`)).Object(func(string) error { calls++; return stop }))
	assert.Equal(t, stop, NewReader([]byte(`[1,2]`)).Array(func() error { calls++; return stop }))
	assert.Equal(t, 2, calls)
}

func TestErrorsQuoteNoText(t *testing.T) {
	err := Valid([]byte(`{"secret": "password` + "\n" + `"}`))
	assert.EqualError(t, err, "invalid JSON at byte 20: control character in a string")
}
