package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// complexity shows how the cost of a cold `check` grows: with the number of blocks,
// with the size of a file, and with that of the chat.
func (b *bench) complexity() {
	s := b.scale
	most := s.blocks[len(s.blocks)-1]
	b.grows("blocks", s.blocks, func(n int) (chat string, files []*editedFile) {
		// The same file for all, so that only the blocks differ.
		files = edits(21, 1, max(100_000, 10*most), n)
		return anchoredChat(files), files
	})
	b.grows("bytes of the file", s.file, func(size int) (string, []*editedFile) {
		files := edits(22, 1, max(20, size/bytesPerLine), 1)
		return anchoredChat(files), files
	})
	b.grows("bytes of the chat", s.chat, func(size int) (string, []*editedFile) {
		files := edits(23, 50, 2_000, max(1, size/blockEvery))
		return talkAbout(23, size, files), files
	})
}

// bytesPerLine is the mean length of the lines of [sourceLines].
const bytesPerLine = 23

// grows measures a check at several sizes of one dimension.
func (b *bench) grows(what string, sizes []int, make func(int) (string, []*editedFile)) {
	b.title("Growth: cold check against %s", what)
	dir, err := os.MkdirTemp("", "bench-growth-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = b.growsIn(dir, what, sizes, make)
	}
	if err != nil {
		b.fail("growth", what, err)
	}
}

func (b *bench) growsIn(dir, what string, sizes []int, make func(int) (string, []*editedFile)) error {
	var contenders []*contender
	type size struct{ n, chat, files int }
	var about []size
	for _, n := range sizes {
		root := filepath.Join(dir, fmt.Sprint(n))
		chat, files := make(n)
		if err := write(filepath.Join(root, "workspace"), files); err != nil {
			return err
		}
		if err := put(filepath.Join(root, "chat.md"), chat); err != nil {
			return err
		}
		total := 0
		for _, f := range files {
			total += len(content(f.before))
		}
		about = append(about, size{n, len(chat), total})
		c := child{args: []string{b.binary, "check", "--max-file-size", "1 GiB", "../chat.md"}, dir: filepath.Join(root, "workspace")}
		contenders = append(contenders, &contender{name: count(n), run: c.measure})
	}
	series, err := rotate(b.rounds, contenders)
	if err != nil {
		return err
	}
	var rows []row
	for i, s := range series {
		rows = append(rows, row{about[i].n, bytesOf(int64(about[i].chat)), bytesOf(int64(about[i].files)), s})
	}
	table := growthTable(what, rows)
	fmt.Fprint(b.out, table)
	b.growth.WriteString(table + "\n")
	return nil
}
