package settings

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"
)

// Register adds the settings' flags. The returned function applies those given to a configuration.
func Register(flags *pflag.FlagSet) (apply func(*Config) error) {
	given := map[string]*flagValue{}
	for _, s := range Table {
		if s.Flag == "" {
			continue
		}
		if s.Bare != "" {
			v := &flagValue{kind: "bool"}
			flags.VarPF(v, s.Flag, "", s.Usage).NoOptDefVal = s.Bare
			given[s.Name] = v
			continue
		}
		v := &flagValue{list: strings.HasPrefix(s.Type, "list"), kind: s.Placeholder}
		// Backticks would name the value in pflag's help.
		usage := strings.ToLower(s.Doc[:1]) + strings.TrimSuffix(s.Doc[1:], ".")
		if !v.list && s.Type != s.Placeholder {
			usage += "; takes " + strings.ReplaceAll(s.Type, "`", "")
		}
		if v.list {
			usage += "; may be repeated"
		} else if s.Default != "none" {
			usage += " (default " + s.Default + ")"
		}
		flags.Var(v, s.Flag, usage)
		given[s.Name] = v
	}
	return func(c *Config) error {
		for _, s := range Table {
			v := given[s.Name]
			if v == nil || len(v.texts) == 0 {
				continue
			}
			var value any = v.texts[len(v.texts)-1]
			if v.list {
				value = v.texts
			}
			if err := c.Set(FromFlag, "--"+s.Flag, s.Name, value); err != nil {
				return flagError(s, err)
			}
		}
		return nil
	}
}

// flagError names the flag instead of the setting.
func flagError(s Setting, err error) error {
	why := strings.TrimPrefix(err.Error(), s.Name+": ")
	if strings.HasPrefix(why, "takes ") {
		return errors.New("--" + s.Flag + " " + why)
	}
	return errors.New("--" + s.Flag + ": " + why)
}

type flagValue struct {
	list  bool
	kind  string
	texts []string
}

func (v *flagValue) Set(s string) error {
	v.texts = append(v.texts, s)
	return nil
}

func (v *flagValue) Type() string   { return v.kind }
func (v *flagValue) String() string { return "" }
