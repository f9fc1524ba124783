package settings

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func setString(to *string, value any) error {
	s, ok := value.(string)
	if !ok {
		return errors.New("takes a string")
	}
	*to = s
	return nil
}

func setBool(to *bool, value any) error {
	b, ok := value.(bool)
	if !ok {
		return errors.New("takes true or false")
	}
	*to = b
	return nil
}

func setChoice(to *string, value any, choices ...string) error {
	s, ok := value.(string)
	if !ok || !slices.Contains(choices, s) {
		return fmt.Errorf("takes %s, not %q", text.OneOf(choices), fmt.Sprint(value))
	}
	*to = s
	return nil
}

// setList also accepts one text.
func setList(to *[]string, value any, check func(string) error) error {
	var texts []string
	switch v := value.(type) {
	case string:
		texts = []string{v}
	case []string:
		texts = v
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return errors.New("takes a list of strings")
			}
			texts = append(texts, s)
		}
	default:
		return errors.New("takes a list of strings")
	}
	for _, s := range texts {
		if err := check(s); err != nil {
			return err
		}
	}
	*to = slices.Clone(texts)
	return nil
}

func setPatterns(to *[]*regexp.Regexp, value any) error {
	var texts []string
	var patterns []*regexp.Regexp
	err := setList(&texts, value, func(s string) error {
		re, err := regexp.Compile(s)
		patterns = append(patterns, re)
		return err
	})
	if err == nil {
		*to = patterns
	}
	return err
}

// setNumber accepts the number types of all decoders.
func setNumber(to *int64, value any, least, most int64) error {
	n, ok := asNumber(value)
	if !ok || n < least || n > most {
		return fmt.Errorf("takes a whole number from %d to %d", least, most)
	}
	*to = n
	return nil
}

func asNumber(value any) (int64, bool) {
	switch v := value.(type) {
	case int64:
		return v, true
	case int:
		return int64(v), true
	case float64:
		return int64(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	}
	return 0, false
}

var sizePattern = text.Expression(`^(\d{1,12})\s*(B|KiB|MiB|GiB)?$`)

// asSize accepts bytes, or a text with a unit.
func asSize(value any) (int64, error) {
	wrong := fmt.Errorf("takes a size, such as 64 MiB, of at least 1 byte and at most 4 GiB, not %q", fmt.Sprint(value))
	n, ok := asNumber(value)
	if s, isText := value.(string); isText {
		m := sizePattern().FindStringSubmatch(strings.TrimSpace(s))
		if m == nil {
			return 0, wrong
		}
		n, _ = strconv.ParseInt(m[1], 10, 64)
		n <<= map[string]int{"": 0, "B": 0, "KiB": 10, "MiB": 20, "GiB": 30}[m[2]]
		ok = true
	}
	if !ok || n < 1 || n > 4<<30 {
		return 0, wrong
	}
	return n, nil
}
