//go:build linux || darwin

package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// ownAttributes are written by the system itself, for a file's content.
var ownAttributes = []string{"security.ima", "security.evm", "com.apple.provenance"}

// keepExtended copies the extended attributes of a file, and returns the names of those that
// couldn't be set. It fails if an access control list can't be copied, or if its group entry would
// mean another group.
func keepExtended(old, f *os.File, otherGroup bool) (lost []string, err error) {
	kept := map[string]bool{}
	for _, name := range attributes(old) {
		kept[name] = true
		value, ok := attribute(old, name)
		isList := isAccessList(name)
		var fault error
		switch now, has := attribute(f, name); {
		case isList && otherGroup:
			fault = errors.New("it is for another group")
		case !ok:
			fault = errors.New("it cannot be read")
		case !has || !bytes.Equal(now, value):
			fault = unix.Fsetxattr(int(f.Fd()), name, value, 0)
		}
		switch {
		case fault == nil:
		case isList:
			return nil, fmt.Errorf("its access control list cannot be kept: %w", fault)
		default:
			lost = append(lost, name)
		}
	}
	// The folder may give new files a list that the old one lacks.
	for _, name := range attributes(f) {
		if isAccessList(name) && !kept[name] {
			if err := unix.Fremovexattr(int(f.Fd()), name); err != nil {
				return nil, fmt.Errorf("it would get an access control list: %w", err)
			}
		}
	}
	return lost, nil
}

func isAccessList(name string) bool {
	return strings.HasPrefix(name, "system.") && strings.Contains(name, "acl")
}

// attributes returns the names of a file's extended attributes.
func attributes(f *os.File) []string {
	list, _ := grown(func(to []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), to) })
	var names []string
	for name := range strings.SplitSeq(string(list), "\x00") {
		if name != "" && !slices.Contains(ownAttributes, name) {
			names = append(names, name)
		}
	}
	return names
}

func attribute(f *os.File, name string) ([]byte, bool) {
	return grown(func(to []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, to) })
}

// grown calls read with larger buffers until the data fits.
func grown(read func(to []byte) (int, error)) ([]byte, bool) {
	for {
		size, err := read(nil)
		if err != nil {
			return nil, false
		}
		if size == 0 {
			return nil, true
		}
		data := make([]byte, size)
		size, err = read(data)
		if errors.Is(err, unix.ERANGE) {
			continue
		}
		return data[:max(size, 0)], err == nil
	}
}

// hasCapabilities reports whether a file has capabilities, which only Linux knows.
func hasCapabilities(in folder, name string) bool {
	f, err := in.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	value, ok := attribute(f, "security.capability")
	return ok && len(value) > 0
}
