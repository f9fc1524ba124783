package wire

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func bodies(t *testing.T, r io.Reader, limit int64) (got []string, err error) {
	f := newFrameReader(r, limit)
	for {
		body, err := f.next()
		if tooLarge := sizeError(0); errors.As(err, &tooLarge) {
			got = append(got, "too large")
			continue
		}
		if err != nil {
			return got, err
		}
		got = append(got, string(body))
	}
}

func framing(t *testing.T) {
	long := strings.Repeat("x", 100)
	for name, c := range map[string]struct {
		in   string
		want []string
		err  error
	}{
		"nothing":                {"", nil, io.EOF},
		"blanks only":            {"\r\n \n\t", nil, io.EOF},
		"one":                    {"Content-Length: 2\r\n\r\n{}", []string{"{}"}, io.EOF},
		"two":                    {"Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", []string{"{}", "[1]"}, io.EOF},
		"lower case":             {"content-length: 2\r\n\r\n{}", []string{"{}"}, io.EOF},
		"mixed case":             {"CoNtEnT-lEnGtH:2\r\n\r\n{}", []string{"{}"}, io.EOF},
		"blanks round length":    {"Content-Length: \t 2 \t\r\n\r\n{}", []string{"{}"}, io.EOF},
		"line feeds only":        {"Content-Length: 2\n\n{}Content-Length: 2\n\n[]", []string{"{}", "[]"}, io.EOF},
		"mixed line ends":        {"Content-Length: 2\r\nX: y\n\r\n{}", []string{"{}"}, io.EOF},
		"content type first":     {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", []string{"{}"}, io.EOF},
		"content type last":      {"Content-Length: 2\r\nContent-Type: a\r\n\r\n{}", []string{"{}"}, io.EOF},
		"odd headers":            {"X-Odd!: \x00\xff:\r\nContent-Length: 2\r\nY:\r\n\r\n{}", []string{"{}"}, io.EOF},
		"blank after body":       {"Content-Length: 2\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n[]\n", []string{"{}", "[]"}, io.EOF},
		"blanks between":         {" \n\r\n\tContent-Length: 2\r\n\r\n{} \n Content-Length: 2\r\n\r\n[]", []string{"{}", "[]"}, io.EOF},
		"body of blanks":         {"Content-Length: 3\r\n\r\n \r\nContent-Length: 2\r\n\r\n[]", []string{" \r\n", "[]"}, io.EOF},
		"body like a header":     {"Content-Length: 21\r\n\r\nContent-Length: 2\r\n\r\nContent-Length: 2\r\n\r\n[]", []string{"Content-Length: 2\r\n\r\n", "[]"}, io.EOF},
		"empty body":             {"Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n[]", []string{"", "[]"}, io.EOF},
		"same length twice":      {"Content-Length: 2\r\nContent-Length: 02\r\n\r\n[]", []string{"[]"}, io.EOF},
		"too large":              {"Content-Length: 100\r\n\r\n" + long + "Content-Length: 2\r\n\r\n[]", []string{"too large", "[]"}, io.EOF},
		"at the limit":           {"Content-Length: 64\r\n\r\n" + long[:64], []string{long[:64]}, io.EOF},
		"end in header":          {"Content-Len", nil, io.ErrUnexpectedEOF},
		"end in value":           {"Content-Length: 1", nil, io.ErrUnexpectedEOF},
		"end after line":         {"Content-Length: 1\r\n", nil, io.ErrUnexpectedEOF},
		"end in empty line":      {"Content-Length: 1\r\n\r", nil, io.ErrUnexpectedEOF},
		"end before body":        {"Content-Length: 1\r\n\r\n", nil, io.ErrUnexpectedEOF},
		"end in body":            {"Content-Length: 9\r\n\r\n{}", nil, io.ErrUnexpectedEOF},
		"end in what is skipped": {"Content-Length: 100\r\n\r\n{}", nil, io.ErrUnexpectedEOF},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := bodies(t, strings.NewReader(c.in), 64)
			assert.Equal(t, c.want, got)
			assert.ErrorIs(t, err, c.err)
			got, err = bodies(t, iotest.OneByteReader(strings.NewReader(c.in)), 64)
			assert.Equal(t, c.want, got)
			assert.ErrorIs(t, err, c.err)
		})
	}
}

func garbageWhereAHeaderShouldBe(t *testing.T) {
	for name, in := range map[string]string{
		"no header":          `{"jsonrpc":"2.0"}`,
		"prose":              "hello world",
		"NUL":                "\x00",
		"byte order mark":    "\ufeffContent-Length: 2\r\n\r\n{}",
		"after a message":    "Content-Length: 2\r\n\r\n{}}",
		"no length":          "Content-Type: a\r\n\r\n{}",
		"no name":            ": 2\r\n\r\n{}",
		"no colon":           "Content-Length\r\n\r\n{}",
		"blank in name":      "Content Length: 2\r\n\r\n{}",
		"blank before colon": "Content-Length : 2\r\n\r\n{}",
		"folded line":        "Content-Length: 2\r\n 3\r\n\r\n{}",
		"carriage return":    "\rContent\rLength: 2\r\n\r\n{}",
		"empty length":       "Content-Length:\r\n\r\n{}",
		"word":               "Content-Length: two\r\n\r\n{}",
		"negative":           "Content-Length: -2\r\n\r\n{}",
		"plus":               "Content-Length: +2\r\n\r\n{}",
		"fraction":           "Content-Length: 2.0\r\n\r\n{}",
		"hexadecimal":        "Content-Length: 0x2\r\n\r\n{}",
		"underscore":         "Content-Length: 1_0\r\n\r\n{}",
		"past every number":  "Content-Length: 99999999999999999999\r\n\r\n{}",
		"two lengths":        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
		"endless":            "X: " + strings.Repeat("y", maxHeader),
		"endless lines":      strings.Repeat("X: y\r\n", maxHeader),
		"endless name":       strings.Repeat("y", 2*maxHeader),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bodies(t, strings.NewReader(in), 64)
			var noHeader headerError
			assert.ErrorAs(t, err, &noHeader)
		})
	}
}

func garbageEndsTheSessionAtOnceAndNotWhenALineIsFull(t *testing.T) {
	c := dial(t, nil, initialize).initialized()
	c.write([]byte(`{"jsonrpc":"2.0","method":"exit"}`)) // the pipe stays open
	e := receive(t, c.ended)
	var noHeader headerError
	assert.ErrorAs(t, e.err, &noHeader)
	assert.Equal(t, 1, e.code)
}

func garbageIsExit1EvenAfterShutdown(t *testing.T) {
	c := dial(t, nil, initialize).initialized()
	c.send(sayShutdown)
	c.succeeded(`"shut"`, "null")
	c.write([]byte("garbage here"))
	e := receive(t, c.ended)
	assert.Equal(t, 1, e.code)
	assert.ErrorContains(t, e.err, "not a message header")
}

func anOversizedMessageIsSkippedAndTheSessionLivesOn(t *testing.T) {
	c := dial(t, func(s *Server) { s.maxMessage = 1 << 20 }, initialize, echo).initialized()
	c.send(ask("1", "echo", strings.Repeat("x", 1<<20)))
	a := c.refused("null", InvalidRequest)
	assert.Equal(t, "message larger than 1 MiB", a.Error.Message)
	c.send(ask("2", "echo", "still here"))
	c.succeeded("2", `"still here"`)
	c.bye()
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func theLimitIs256MiB(t *testing.T) {
	const size = maxMessage + 1
	in := io.MultiReader(strings.NewReader("Content-Length: 268435457\r\n\r\n"), io.LimitReader(endless{}, size),
		strings.NewReader("Content-Length: 2\r\n\r\n{}"))
	f := newFrameReader(in, maxMessage)
	_, err := f.next()
	assert.EqualError(t, err, "message larger than 256 MiB")
	body, err := f.next()
	require.NoError(t, err)
	assert.Equal(t, "{}", string(body))
}

func aHugeLengthAllocatesLittle(t *testing.T) {
	in := "Content-Length: 268435456\r\n\r\n" + strings.Repeat("x", 1<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := newFrameReader(strings.NewReader(in), maxMessage).next()
	runtime.ReadMemStats(&after)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
}

func aLargeBodyArrivesWhole(t *testing.T) {
	want := bytes.Repeat([]byte("0123456789abcde\n"), 300_000)
	for _, n := range []int{0, 1, ahead - 1, ahead, ahead + 1, 2 * ahead, len(want)} {
		body, err := newFrameReader(bytes.NewReader(framed(string(want[:n]))), maxMessage).next()
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want[:n], body))
	}
}

func TestAnErrorOfTheInputIsNotHidden(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"", "Content-", "Content-Length: 5\r\n\r\n{", "Content-Length: 100\r\n\r\n{"} {
		_, err := bodies(t, io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), 64)
		assert.ErrorIs(t, err, broken)
	}
}

type input struct {
	io.Reader
	io.Writer
}

func (input) Close() error { return nil }

// FuzzFraming sends any input to a server. It must end with exit code 0 or 1 and write only
// well-formed messages.
func FuzzFraming(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("content-length: 2\n\n[]\r\nContent-Length: 99999999999\r\n\r\n"))
	f.Add([]byte("Content-Length: 300\r\nContent-Type: x\r\n\r\n" + strings.Repeat(" ", 300)))
	f.Add([]byte("garbage"))
	f.Add(framed(sayInitialize, ask("1", "echo", "a"), cancelOf("1"), sayShutdown, sayExit))
	f.Add(framed(`{"id":1,"method":""}`, `{"id":null,"method":"x"}`, `{"id":1,"result":null}`, `{"id":{},"method":"m"}`, `{"error":{}}`, `[]`, `1`, `{`, ``))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		s := NewServer([]Route{initialize, echo}, noLog)
		s.maxMessage, s.grace = 256, 5*time.Second
		code, err := s.Serve(context.Background(), input{bytes.NewReader(data), &out})
		assert.Contains(t, []int{0, 1}, code)
		if noHeader := headerError(""); errors.As(err, &noHeader) {
			assert.Equal(t, 1, code)
		}
		answers := newFrameReader(&out, maxMessage)
		for {
			body, err := answers.next()
			if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				break
			}
			require.NoError(t, err)
			require.True(t, json.Valid(body), "%q", body)
		}
		// Messages survive writing and reading.
		var again bytes.Buffer
		w := bufio.NewWriter(&again)
		require.NoError(t, writeFrames(w, [][]byte{data}))
		require.NoError(t, w.Flush())
		body, err := newFrameReader(&again, int64(len(data))).next()
		require.NoError(t, err)
		require.True(t, bytes.Equal(data, body))
	})
}
