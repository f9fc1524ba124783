package parse

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var (
	// findWords and withWords match the lines above the two fences of a pair, without markdown. The first may be the end
	// of a sentence (find-with/pair-in-a-long-sentence), or the last sentence of its line (find-with/pair-below-a-sentence).
	// The second says nothing else but for a remark (find-with/pair-with-a-remark): "To run it" is above a command
	// (find-with/pair-then-a-command).
	findWords = text.Expression(`(?i)^(?:(?:before|from|` +
		`(?:(?:[^.!?:]|\.\w)*\b)?(?:find|search for|look for|locate|replace|change|` + replaceAbroad + `))\b` +
		`[^.!?]*(?:\.\w+[^.!?]*)*|[^。！？]*(?:找到|查找)[^。！？]*)[:：]?$`)
	withWords = text.Expression(`(?i)^(?:(?:and|then|und|et|y|e|ed) )?(?:(?:replace|change|update|(?:` + replaceStems + `)[\pL-]*) )?` +
		`(?:(?:it|this|that|them|these|the \w+|sie|ihn|es) )?(?:to(?: (?:this|these|the|following|new|updated|changed?|fixed|code|lines?|block|version|one|below|look|like|read|be))*|` +
		`(?:with|by|after|durch|mit|par|por|con|com|per)` +
		`(?: (?:this|these|the|following|new|updated|changed?|fixed|code|lines?|block|version|function|method|` +
		`implementation|call|import|body|name|value|one|below|look|like|read|be|` +
		`dies(?:e[ns]?)?|folgende[ns]?|ceci|cela|est[aeo]s?|isto|quest[ao]))*)(?: ?\([^()]*\))?$|^(?:并|然后)?(?:替换[为成]|替換為)(?:以下(?:内容|代码))?[:：]?$`)
	// oldWords and newWords are such words that count only together: "Updated code" may be another version
	// (find-with/pair-of-old-and-new-code, find-with/pair-instead-of, find-with/pair-of-what-should-be).
	oldWords = text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)*\binstead of(?: this| the following)?|` +
		`(?:[^.!?:]|\.\w)*\byou (?:currently |now |already )?have(?: this| the following)?|(?:it'?s )?(?:currently|now)|` + beforeAbroad + `|` +
		`this(?: (?:line|code|block))?|(?:(?:the|your|this) )?(?:old|original|current|existing|wrong|incorrect|buggy|broken)` + versionWords + `)[:：]?$`)
	newWords = text.Expression(`(?i)^(?:(?:you (?:can|could|should) )?(?:use|write|do)(?: this| the following)?(?: instead)?|` +
		`(?:change|replace|update) (?:it|this|that) (?:to|with|by)|` + afterAbroad + `|` +
		`(?:(?:it|this|that|which) )?(?:(?:should|must) (?:be|become|read|look like)|becomes)(?: this| the following)?|` +
		`(?:(?:the|your) )?(?:new|updated|fix|fixed|right|correct|corrected|improved|replacement)` + versionWords + `)[:：]?$`)
	// goodWords match what comes below what [notToDo] matches.
	goodWords = text.Expression(`(?i)^(?:✅|\W*(?:good|right|correct|better|do|fixed|after)\b)`)
	// placeWords match the line above the first fence of a pair that says where to add, addWords the one above the second.
	// "Before" alone is above what was there.
	placeWords = text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)+ ` + besideIt + `|(?:(?:[^.!?:]|\.\w)+ )?` + besideIt + whatIs + `+)$`)
	addWords   = text.Expression(addThis + `$`)
	// addBesideWords match the line above the second fence if the first one's says only what to find.
	addBesideWords = text.Expression(addThis + `(?: right| directly| just| immediately)? ` + besideIt + `(?: (?:it|this|that|them|line))*$`)
)

const (
	// replaceAbroad are words for "find" and "replace" in other languages (find-with/pair-in-other-languages).
	replaceAbroad = `(?:` + replaceStems + `)[\pL-]*|suche?|finde|cherche[rz]?|trouve[rz]?|busca|encuentra|localiza|procure|cerca|trova`
	replaceStems  = `ersetz|remplac|reempl|sustitu|substitu|sostitui`
	// beforeAbroad and afterAbroad are such words for "before" and "after" that are alone on their lines
	// (find-with/pair-before-and-after-abroad).
	beforeAbroad = `vorher|bisher|avant|antes|prima|было|(?:修改|变更|變更|更改|変更|修正)前(?:的?代码|のコード)?|原代码|旧代码|元のコード`
	afterAbroad  = `nachher|danach|après|después|depois|dopo|стало|(?:修改|变更|變更|更改|変更|修正)[后後](?:的?代码|のコード)?|新代码|新しいコード`
	// versionWords match what there is an old and a new one of, and a remark.
	versionWords = `(?: (?:code|version|lines?|block|function|method|implementation))?(?: (?:in|of|from) \S+)?(?: ?\([^()]*\))?`
	besideIt     = `(after|below|beneath|under|above|before)`
	whatIs       = `(?: (?:this|these|the|following|existing|lines?|block|code|one|import|statement|call|section|function|method|class))`
	addThis      = `(?i)^(?:and |then |please )*(?:add|insert|put|paste)(?: (?:this|these|the following|new|lines?|code|one))*`
)

// longestWords limits the line above a fence of a pair, in bytes.
const longestWords = 120

// arePair reports whether the lines above two fences say that the first is to be replaced by the second.
func arePair(above, between string, find, with *regexp.Regexp) bool {
	return isWords(lastSentence(above), find.MatchString) && isWords(between, with.MatchString)
}

// Versions returns the comments above the old and the new version of what code begins with, none if it hasn't both
// (code-blocks/before-and-after-in-a-fence).
func Versions(lines []string) []string {
	above, old, code := "", "", false
	for _, l := range lines {
		switch words, ok := commentText(l); {
		case ok && !code:
			above, old = words, l
		case !ok && !text.IsBlank(l):
			code = true
		case arePair(above, words, findWords(), withWords()), arePair(above, words, oldWords(), newWords()),
			notToDo().MatchString(above) && goodWords().MatchString(words):
			return []string{old, l}
		}
	}
	return nil
}

// additionOf returns where the second of two fences with these lines above goes: Replaces if they don't say that it's
// added.
func additionOf(above, between string) Addition {
	place := ""
	find := func(e *regexp.Regexp) func(string) bool {
		return func(words string) bool {
			m := e.FindStringSubmatch(words)
			place = strings.ToLower(strings.Join(m[min(1, len(m)):], ""))
			return m != nil
		}
	}
	above = lastSentence(above)
	says := isWords(between, addWords().MatchString) && isWords(above, find(placeWords())) ||
		isWords(above, findWords().MatchString) && isWords(between, find(addBesideWords()))
	switch {
	case !says:
		return Replaces
	case place == "above" || place == "before":
		return AddsAbove
	}
	return AddsBelow
}

// isWords reports whether a line matches without its markdown, and without a sign before its words
// (find-with/pair-with-signs-and-emphasis).
func isWords(line string, match func(string) bool) bool {
	if len(line) > longestWords {
		return false
	}
	words := strings.ReplaceAll(cleanPath(line), "**", "")
	return match(cleanPath(strings.TrimLeftFunc(words, func(c rune) bool { return !unicode.IsLetter(c) })))
}
