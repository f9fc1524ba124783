package main

// scale are the sizes that are measured.
type scale struct {
	// parse are sizes of chats in bytes, parseAgain the small and the large one of
	// what should not depend on it.
	parse      []int
	parseAgain [2]int
	// locate are pairs of blocks and files of 2,000 lines.
	locate [][2]int
	// bigFile is the number of lines of the file of P7, bigBlocks its blocks.
	bigFile   int
	bigBlocks int
	// identical is the number of lines of P9.
	identical int
	// nearest is the number of lines of P8, queries how many blocks are looked for.
	nearest, queries int
	open             int // bytes of P11
	cold             []coldCase
	history          int // bytes of the synthetic history of P13
	historyBlocks    int
	typed            []int // bytes of chats into which is typed
	keystrokes       int
	requests         int
	starts           int
	// complexity: how far the table goes.
	blocks, file, chat []int
}

// coldCase is a workspace that commands work on from scratch.
type coldCase struct {
	hunks, files, lines int
	// git bounds our time by that of git, where there is a goal; python tells whether
	// the slow contenders take part.
	patch, git *bound
	python     bool
}

const kb, mb = 1 << 10, 1 << 20

// full are the sizes that the goals name.
func full() scale {
	return scale{
		parse: []int{mb, 10 * mb}, parseAgain: [2]int{mb, 50 * mb},
		locate:  [][2]int{{1_000, 100}, {10_000, 100}},
		bigFile: 1_000_000, bigBlocks: 10_000, identical: 200_000,
		nearest: 100_000, queries: 60, open: 10 * mb,
		cold: []coldCase{
			{hunks: 1_000, files: 100, lines: 2_000, patch: atMost(1), git: atMost(0.7)},
			{hunks: 10_000, files: 100, lines: 2_000, patch: atMost(1), git: atMost(0.7), python: true},
			{hunks: 1_000, files: 1, lines: 100_000, patch: atMost(1), git: atMost(0.1)},
			{hunks: 1_000, files: 1, lines: 1_000_000, patch: atMost(1)},
		},
		history: 4 * mb, historyBlocks: 700, typed: []int{mb, 10 * mb, 50 * mb}, keystrokes: 200, requests: 3_000, starts: 30,
		blocks: []int{1, 10, 100, 1_000, 10_000, 100_000},
		file:   []int{kb, 10 * kb, 100 * kb, mb, 10 * mb, 100 * mb},
		chat:   []int{10 * kb, 100 * kb, mb, 10 * mb, 50 * mb},
	}
}

// quick are smaller sizes, to see in a minute that nothing is far off. No goal is
// shown by them.
func quick() scale {
	return scale{
		parse: []int{mb}, parseAgain: [2]int{100 * kb, 5 * mb},
		locate:  [][2]int{{1_000, 10}},
		bigFile: 100_000, bigBlocks: 1_000, identical: 20_000,
		nearest: 20_000, queries: 6, open: mb,
		cold: []coldCase{
			{hunks: 1_000, files: 100, lines: 2_000, patch: atMost(1), git: atMost(0.7), python: true},
			{hunks: 100, files: 1, lines: 100_000, patch: atMost(1), git: atMost(0.1)},
		},
		history: mb, historyBlocks: 175, typed: []int{mb, 5 * mb}, keystrokes: 40, requests: 500, starts: 5,
		blocks: []int{1, 100, 10_000},
		file:   []int{kb, 100 * kb, 10 * mb},
		chat:   []int{10 * kb, mb, 10 * mb},
	}
}
