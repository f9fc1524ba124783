package apply

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// appliedFirst is the place of the first block of a.txt.
type appliedFirst struct{ at *AppliedAt }

func (a appliedFirst) Places(doc *parse.Result, targets, _ []*workspace.Target) []*AppliedAt {
	places := make([]*AppliedAt, len(doc.Blocks))
	if targets[0].Path == "a.txt" {
		places[0] = a.at
	}
	return places
}

func (appliedFirst) Changes(_ *parse.Result, all []*Proposal) [][]*AppliedAt {
	return make([][]*AppliedAt, len(all))
}

// A block with a known place isn't located: it has no other place and blocks no others.
func TestABlockThatWasSeenBeingApplied(t *testing.T) {
	chat := search("a", "b") + search("c", "d")
	for name, c := range map[string]struct {
		at     AppliedAt
		file   string
		reason string
		want   string
	}{
		"as it was":       {AppliedAt{Lines: text.LineRange{First: 2, End: 3}, Exact: true, Old: "a\r\n"}, "a\nx\nb\nc\n", "", "a\nx\na\r\nc\n"},
		"changed since":   {AppliedAt{Lines: text.LineRange{First: 1, End: 2}, Changed: true}, "a\nB\nc\n", changedSince, ""},
		"place not exact": {AppliedAt{Lines: text.LineRange{First: 1, End: 2}}, "x\nb\nc\n", "", "x\na\nc\n"},
	} {
		t.Run(name, func(t *testing.T) {
			seen := appliedFirst{&c.at}
			p := planned(t, chat, oneFile(c.file), Options{Applied: seen})
			assert.Equal(t, []Status{AlreadyApplied, Validated}, []Status{p.Outcomes[0].Status, p.Outcomes[1].Status})
			assert.Equal(t, c.at.Lines.First, p.Outcomes[0].Estimated)
			require.Len(t, p.Files, 1)
			assert.Equal(t, []int{1}, p.Files[0].Blocks)
			e, reason, err := p.Single(context.Background(), 0, text.None)
			require.NoError(t, err)
			assert.Nil(t, e)
			assert.Equal(t, isApplied, reason)
			e, reason, err = p.Revert(context.Background(), 0)
			require.NoError(t, err)
			assert.Equal(t, c.reason, reason)
			if c.want != "" {
				assert.Equal(t, c.want, e.After().String())
			}
		})
	}
}

func TestACachedPlanKnowsWhatWasSeen(t *testing.T) {
	doc, files, cache := parsed(t, search("a", "b")), oneFile("a\nb\n"), &Cache{}
	var seen *AppliedAt
	status := func() Status {
		p, err := New(context.Background(), doc, files, Options{
			Applied: appliedFirst{seen},
		}, cache)
		require.NoError(t, err)
		return p.Outcomes[0].Status
	}
	assert.Equal(t, Validated, status())
	seen = &AppliedAt{Lines: text.LineRange{First: 1, End: 2}}
	assert.Equal(t, AlreadyApplied, status())
	seen = nil
	assert.Equal(t, Validated, status())
}
