package workspace

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Refusal says why a target cannot be read or written.
type Refusal struct {
	Code codes.Code
	// Path is the name in a form that can be shown: slashes for backslashes, and
	// hidden characters escaped as [text.Escape] does.
	Path string
	// Cause says what is wrong, and Advice what to do about it, without a period; either
	// may be empty.
	Cause, Advice string
	// Limit is the limit that was passed, for [codes.FileTooLarge].
	Limit string
}

// Error returns the headline of the code, the cause and the advice as one line.
func (r *Refusal) Error() string {
	s := r.Code.Headline("path", r.Path, "limit", r.Limit)
	for _, more := range []string{r.Cause, r.Advice} {
		if more != "" {
			s += "; " + more
		}
	}
	return s
}

// FormatSize writes a number of bytes for people: "64 MiB", "1.5 KiB", "12 bytes".
func FormatSize(bytes int64) string {
	const step = 1024
	if bytes < step {
		return fmt.Sprintf("%d bytes", bytes)
	}
	value, unit := float64(bytes)/step, "KiB"
	for _, next := range []string{"MiB", "GiB", "TiB"} {
		if value < step {
			break
		}
		value, unit = value/step, next
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + unit
}

// shownRunes is how much of a name a message shows; the rest of a hostile one
// would only push the message out of sight.
const shownRunes = 300

func refuse(code codes.Code, name, cause string) *Refusal {
	return &Refusal{Code: code, Path: shown(name), Cause: cause}
}

// advise adds what to do about a refusal.
func (r *Refusal) advise(advice string) *Refusal {
	r.Advice = advice
	return r
}

// shown is a name as people see it.
func shown(name string) string {
	name = toSlash(name)
	count := 0
	for i := range name {
		if count == shownRunes {
			return text.Escape(name[:i]) + "…"
		}
		count++
	}
	return text.Escape(name)
}
