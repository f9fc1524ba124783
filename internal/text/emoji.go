package text

import (
	"strings"
	"unicode"
)

// emojiSymbols are the characters below U+1F300 that Unicode's emoji-data.txt (17.0) calls emoji, without
// ASCII and the letters of flags.
const emojiSymbols = "©®‼⁉™ℹ↔↕↖↗↘↙↩↪⌚⌛⌨⏏⏩⏪⏫⏬⏭⏮⏯⏰⏱⏲⏳⏸⏹⏺Ⓜ▪▫▶◀◻◼◽◾☀☁☂☃☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸☹☺♀♂♈♉♊♋♌♍♎♏♐♑♒♓♟♠♣♥♦♨♻♾♿⚒⚓⚔⚕⚖⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰" +
	"⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪⛰⛱⛲⛳⛴⛵⛷⛸⛹⛺⛽✂✅✈✉✊✋✌✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓❔❕❗❣❤➕➖➗➡➰➿⤴⤵⬅⬆⬇⬛⬜⭐⭕〰〽㊗㊙\U0001F004\U0001F0CF\U0001F170" +
	"\U0001F171\U0001F17E\U0001F17F\U0001F18E\U0001F191\U0001F192\U0001F193\U0001F194\U0001F195\U0001F196" +
	"\U0001F197\U0001F198\U0001F199\U0001F19A\U0001F201\U0001F202\U0001F21A\U0001F22F\U0001F232\U0001F233" +
	"\U0001F234\U0001F235\U0001F236\U0001F237\U0001F238\U0001F239\U0001F23A\U0001F250\U0001F251"

// HasEmojiForm reports whether a character can be an emoji: by itself, or followed by the selector
// U+FE0F.
func HasEmojiForm(r rune) bool {
	if r >= 0x1F300 {
		return r <= 0x1FAFF && unicode.In(r, unicode.So, unicode.Sk)
	}
	return r > unicode.MaxASCII && strings.ContainsRune(emojiSymbols, r)
}
