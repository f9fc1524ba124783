package snippet

// Refusal is why a fence has no place in its file.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// The reasons.
const (
	SeveralPlaces  Refusal = "fits in several places"
	NoLine         Refusal = "no line of it is in the file"
	NoPlace        Refusal = "place of a new line is not said"
	NewAtEdge      Refusal = "a new line at the edge of the block"
	DropsMost      Refusal = "would drop most of a block"
	PartsDiffer    Refusal = "the parts of a block differ"
	InsideBlock    Refusal = "begins or goes on inside a block"
	OnlyElisions   Refusal = "nothing but elisions"
	ChangesNothing Refusal = "changes nothing"
	NotClear       Refusal = "not clear: whole file or part"
	NoFile         Refusal = "the file doesn't exist, so the parts left out can't be kept"
	OtherLines     Refusal = "the lines said are not those of the block"
	NotFound       Refusal = "the lines to replace aren't in the file"
	LeavesLinesOut Refusal = "the new lines leave lines out"
	OpenString     Refusal = "a string never ends"
	ElidedString   Refusal = "an elision is in a string"
	RunsAtEnd      Refusal = "the file ends with code that runs: a definition goes above it"
	TooLarge       Refusal = "too large to place"
)

func drops(name string) Refusal { return Refusal(wouldDrop + name) }

const wouldDrop, notFoundLine = "would drop ", "not found: "

func notFound(it *item) Refusal { return Refusal(notFoundLine + it.row.text) }
