package workspace

import (
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Refusal is the reason why a target can't be read or written.
type Refusal struct {
	Code codes.Code
	// Path is the name with slashes and escaped by [text.Escape], for display.
	Path string
	// Cause and Advice have no period and may be empty.
	Cause, Advice string
	// Unreadable: the path is allowed, but the system denies access.
	Unreadable bool
	// Limit is the exceeded limit, for [codes.FileTooLarge].
	Limit string
}

// Error returns headline, cause and advice on one line.
func (r *Refusal) Error() string {
	s := r.Code.Headline("path", r.Path, "limit", r.Limit)
	for _, more := range []string{r.Cause, r.Advice} {
		if more != "" {
			s += "; " + more
		}
	}
	return s
}

// FormatSize formats a size: "64 MiB", "1.5 KiB", "12 bytes".
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

// maxShown bounds the characters of a name in a message, since a hostile name may be very long.
const maxShown = 300

func refuse(code codes.Code, name, cause string) *Refusal {
	return &Refusal{Code: code, Path: shown(name), Cause: cause}
}

func (r *Refusal) advise(advice string) *Refusal {
	r.Advice = advice
	return r
}

// shown returns a name for display.
func shown(name string) string {
	return text.Escape(text.Truncate(toSlash(name), maxShown))
}
