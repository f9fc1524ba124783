package parse

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkReadSaid(b *testing.B) {
	require.Equal(b, "load", readSaid("Add this below `load`:").adds.Called)
	for i := range b.N {
		readSaid(fmt.Sprintf("In `src/a%d.py`, the function returns an error where the file ends too early:", i))
	}
}

func TestWhatIsReplacedIsNotAdded(t *testing.T) {
	require.Equal(t, Adds{Called: "load"}, readSaid("To add a check, replace `load` with:").adds)
}

func TestLastSentence(t *testing.T) {
	for _, s := range []string{"Add this, e.g. below it", "Add this, i.e. the sum"} {
		require.Equal(t, s, lastSentence("It's so. "+s))
	}
}
