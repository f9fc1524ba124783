package apply

// RandomChat returns a random chat and the text of the file a.txt that it edits, for tests outside of the package.
func RandomChat(seed uint64) (chat, file string) {
	c := newRandomChat(seed)
	return c.chat, c.file
}
