// Package snippet places a fence of code in the file that it is meant for: a whole file, a class with one
// changed method, a function, lines with `# ... existing code ...` between them. [Place] returns the new lines
// of the file or a [Refusal]. It never guesses: of two readings it takes the one that keeps the file's lines,
// or refuses. Names in brackets are files in testdata, with an example of each rule.
//
// # Reading (scan.go, rows.go, language.go)
//
// File and fence are read the same way, as rows: a line that isn't blank, together with the rest of a string, of
// comment lines [blank-line-in-a-string], or of a signature or condition that goes over several lines
// [signature-of-several-lines] [signature-above-a-brace] [condition-of-several-lines] [condition-in-yaml]
// [statements-with-operands]; an elision in it is never written [elided-condition], and if what it shows of the rest is
// changed, its lines are placed alone [changed-in-an-elided-head]. So are a head with type parameters
// [type-parameters-of-several-lines] or with what it extends below it [extends-below-a-head], a macro
// [macro-of-several-lines] [elided-macro], a statement with backslashes [statement-with-backslashes]
// [body-with-backslashes] and the selectors of a rule [selectors] [rule-of-one-line]; a fence may show only the last
// one, if it leaves lines out or has one of the rule's [last-selector] [last-selector-alone], and a rule that has few
// of another's selectors isn't that [other-selector] [other-selector-beside-a-rule] [other-selector-at-the-end]. A tab
// takes eight columns where spaces never do [tabs-of-eight], those in strings and comments aside [spaces-in-a-string],
// and so does a step [steps-of-tabs-of-eight] [left-of-a-line-with-tabs]. The language follows from the file's name; it
// decides only what comments and long strings look like. A string that never ends is refused [string-without-end], and
// so is an elision in one [elision-in-a-string]. A fence may begin in a docstring of the file [begins-in-a-docstring],
// and an elision may end a comment or leave lines of it out [elision-in-a-comment] [comment-cut-by-an-elision]
// [ends-in-a-comment-below-an-elision] [end-of-a-comment-above], but not above an end that isn't the file's
// [changed-end-of-a-comment]. Lines may be in a comment that the fence shows nothing else of [lines-in-a-comment].
//
// An elision (elision.go) is a line that stands for others: dots, or a comment with words for what is left out, or
// with any words between dots [words-of-another-language] [rest-in-other-languages]. So is a comment that fills a
// body on its line [filled-body], and one that says of what the file defines that it stays [note-with-names]
// [note-with-a-key] [note-with-a-table] [note-with-a-kind] [note-to-keep], not of other words [note-with-other-words]
// or of what the fence shows [note-with-a-shown-name]. A line that is in the file just so is code [dots-in-the-file],
// and so are dots in front of a value [spread-with-a-default].
//
// # Levels (tree.go, definition.go)
//
// Rows form a tree by indentation. An item is a head, what is indented below it, and what continues it at the same
// indentation: closers, `else`, `except`, Go's `case`. Each of these is a clause with a body, but a brace below a
// comma is another element [elements-of-a-list]. Comments and decorators directly above a definition belong to it
// [comment-above] [attributes-differ], as does C's type on a line of its own [type-above-a-function]; alone they are
// lines [decorators-alone], and on a line with code, part of it [decorator-in-a-line] [decorator-in-a-line-elided].
// One may go over several lines [decorator-of-several-lines]; a fence with only some of these is read line by line
// there [arguments-left-out]. A level is the items of one body:
//
//   - With an elision it is sparse: the items that aren't shown stay [sparse]. Only between two neighbours that are
//     both in the file, with no elision between them, the file's text is replaced [left-out-between]; not if one that
//     ends the body above [elision-above-a-gap], or begins below an equal head [elision-below-a-gap], may reach there,
//     nor if the block above may be another one [one-of-several-blocks] [one-of-several-calls]
//     [ends-with-a-line-of-another] [ends-with-a-line-of-another-block]. A body's head and its end are such neighbours
//     where new lines are beside them, with no elision between [changed-below-the-head] [changed-to-the-end], if as
//     much comes as goes or it resembles that [one-more-in-a-list].
//   - Without one it is complete and replaces the body [complete], but not if that would drop definitions
//     [drops-a-method], or keys of JSON or YAML [drops-a-key] [drops-a-key-of-yaml], unless as many new ones come
//     [replaces-a-method], keys with mostly the same below them [other-key], or containers (see below) or many lines of
//     a body that has an elision [container-left-out] [drops-most] [drops-many-lines].
//   - The outermost level of a fence is always sparse, and what the file has between two definitions stays
//     [between-definitions], or between imports and other code [imports-and-below].
//   - A body that a fence opens and doesn't close is elided at its end. What closes it in the file stays
//     [left-open] [left-open-cases]. What closes nothing in the fence stands for the block that it closes
//     [closes-what-is-left-out].
//   - An elision at the end of a body is at the end of all bodies that end there, however far it is indented
//     [ends-at-an-elision] [goes-on-below-an-elision] [ends-above-an-else]; one that ends a definition between others
//     is only its own [new-below-an-elided-method]. Below a statement, it may leave out the else of that
//     [else-below-an-elision]; below what `try` begins, an except [other-except]. Above what closes a block it may
//     leave out the rest of that, an else too [else-left-out] [table-left-out] [one-of-several-left-out]. In Python a
//     fence that ends inside a body, and not with a definition, leaves the rest of it out [ends-inside-a-body]
//     [else-at-the-end]; in a definition it is refused if a block is above the lines that would go [ends-in-a-loop].
//   - What braces enclose is a body, indented or not [body-not-indented]. A brace below one that is closed ends what is
//     around it [closes-a-namespace] [closes-a-namespace-below-a-brace], but not below a `case` [case-below-a-comment].
//     A fence may end in one that is as deep as its brace [left-open-as-deep], or as its head
//     [left-open-at-the-margin] [elided-above-as-deep], if nothing that may be beside that is below
//     [left-open-above-another] [left-open-above-another-at-the-margin] but statements [left-open-above-statements];
//     and in the parentheses of a head [head-cut-at-the-end], if these and the line that opens them are the
//     file's [another-head-at-the-end] [changed-head-at-the-end].
//   - What is below a row that leaves parentheses open is no body: a row that closes them replaces it all
//     [statement-of-several-lines], and so does one that is written over other lines [call-written-differently].
//
// # What goes (unshown.go)
//
// Of what is replaced where a level is sparse, the fence shows that it goes, as it shows its neighbours without it:
// lines and statements do [statement-between-lines] [call-between-lines]. It's refused if a branch or container goes
// with the end of its block [branch-that-goes] [container-that-goes] [table-that-goes], or a definition that none comes
// for [method-for-a-field]. So it is where fewer lines come than go, and a container is among these: a definition, an
// element [element-between-elements] [section-between-sections], a member [member-between-members], a case
// [case-between-cases] or a call with a function [container-between-lines], a section of Markdown, a table of TOML
// [section-between-lines] or a condition of the preprocessor [condition-between-lines]. Other lines than any that go
// may take its place [lines-for-a-container], but not a new version of one [container-beside-a-changed-line]. No field
// goes so between two methods [fields-between-methods] [fields-between-methods-in-lines], and no long value at all
// [long-value-between-lines]. Below or above a changed line, fewer lines don't take
// others' place, which may be left out elsewhere [fewer-below-a-changed-line].
//
// A comment goes with the lines right below it if nothing comes for them [comment-of-what-goes], unless it's for tools
// [comment-for-tools]. An import goes if new ones bring all of its names [import-becomes-a-group], perhaps from
// elsewhere [import-of-a-name-from-elsewhere] [import-of-a-name-by-its-path].
//
// # Finding the level (placer.go)
//
// The fence's outermost level may be any level of the file: the one whose items fit best [method-alone]. An object of
// JSON is the file's if a line in it is [object]. The fence is indented as that level is, with tabs or spaces as in the
// file [tabs], text in strings aside [tabs-in-a-string]; not if lines of it are indented so there [tabs-and-spaces],
// nor as a directive is [directive-at-the-margin], nor if what they go on below isn't indented again
// [goes-on-with-tabs]. If two levels fit about as well, the place isn't clear [two-classes]; nor if no item is in the
// file [another-file], or only one that continues others [case-alone]. A head that says little, or is changed, counts
// by what is below it [equal-bodies-below-a-word] [changed-head-alone], a comment or docstring by its lines
// [changed-comment-alone] [docstring-alone], and a constant outside of any body by its name [constant-alone], as is
// what a fence alone gives a value to if the file does so once [value-alone] [value-given-twice]. Definitions of
// several levels, or in another order than the file's, are placed one by one [other-order]; two versions of one have no
// place there [two-versions].
//
// # Lines without their heads (flat.go)
//
// A level whose lines at its edge or beside an elision are deeper than others, or than the file's, shows no heads of
// their blocks [inside-a-block] [lines-of-two-depths] [heads-left-out] [indented-by-eight] [deeper-below-a-comment]
// [deeper-below-an-elision]. Its rows are placed as items without bodies, all at the same distance from their depth
// in the file [same-lines-deeper] [as-far-as-it-is]. Several changed rows beside lines that aren't shown have no
// place [inside-several-blocks], what is written opens as many brackets as what goes [brackets-differ], and no
// definition goes [definition-between-lines].
//
// # Lines alone (anchored.go)
//
// A fence whose items have no place, would drop something [entry-that-goes], or give a line twice [comment-doubled], is
// read once more without its levels: what it shows between two lines of the file, with no elision between, takes the
// place of what the file has there [lines-alone] [begins-with-a-known-closer]. What goes is refused as above, and so is
// a key [key-between-lines], but not an entry of a list [entry-that-goes]. The first and the last line between elisions
// are the file's. Between them and a change is a line that the file has once, or beside one, or what closes a block
// that begins with one; or the first or last one is in the file once between those next to it [once-between-lines]
// [word-at-the-edge], or closes a block whose head isn't shown [closed-below-an-elision]. It's refused if more
// definitions go than come [more-methods-than-one], or any between the fence's outermost items
// [definition-between-known-lines]; if a line goes elsewhere [moved-line], an import that is used goes [used-import]
// [used-import-of-a-path] [import-in-a-script], or a comment may go with its line [comment-of-replaced-lines]; and if
// less takes the place of what may be left out [elision-above-a-gap] or is between outermost items
// [constants-between-definitions]. What changes nothing needs a line that tells where it is [there-in-another-class].
//
// # Pairing items (align.go)
//
// Items are paired in order, so that the sum of gains is highest: the same definition before equal heads, and these
// before similar ones [changed-line] [last-of-a-list] [equal-before-similar], and most of all lines that the file has
// once [line-that-is-there-once]. Bodies that share lines with the fence's tell equal heads apart [equal-heads], also
// short ones with a number [element-by-its-number], and equal bodies most of all [equal-element]. Similar heads aren't
// enough if their bodies have nothing in common [other-body], nor are equal tags [element-alone], or a block at the
// edge of a fence [another-body-at-the-edge] [call-of-a-result], but a key is, for a line that replaces a block
// [same-key] [same-variable] [another-value-of-a-macro]. A definition, which may be a property
// [function-of-a-prototype], is never paired with one of another name, nor is a declaration of C
// [prototype-of-another-name], nor a definition with a line [definition-for-a-line]. If the first and the last of
// equally good pairings give different results, the place isn't clear [equal-lines] [equal-gaps].
//
// # New items (merge.go, doubt.go)
//
// What has no partner goes next to the item that has one, unless an elision is between: below the one above
// [new-below], above the next one and its comments [new-above], after an elision at the end of the body
// [new-at-the-end], below a docstring [below-a-docstring]. A new item with elisions on both sides has no place
// [no-place]; at the outer edge of a fence it needs to be a definition or an import [new-function]
// [new-import] [rules-used] [new-at-the-edge], give a name that the fence uses and the file has nowhere
// [new-constant] [new-type] [new-group] [renamed-constant], or be an entry below the last one of a paragraph
// [one-more-entry]. An element with another head than the file's and less in it may be put around that
// [put-around-lines]. Imports at the beginning of a fence go below the file's last one of their kind
// [import-above-a-class] [import-alone], unless a version of one of the fence's is there [import-of-the-same-module];
// alone, one replaces that if it has all of its names [import-alone-with-more-names], and goes below if it has none
// [import-alone-of-other-names];
// those that the file has aren't looked for beside the rest [import-above-a-method] [import-of-a-group]. A changed line
// beside a gap where the file has more lines isn't taken for one of them [changed-beside-a-gap], new lines that
// resemble their neighbour are refused [doubtful], and so are lines that resemble several in the file [row-of-a-table],
// a `return` that gets a body above an elision [return-above-an-elision], and more than three changed ones with no line
// between them and an elision that the file has once
// [new-paragraph-or-changed] [known-line-twice]. A definition or a line that the level keeps in another place isn't
// inserted once more [moved-above-another] [moved-line], unless the file has it more often [repeated-line] or it's a
// directive [repeated-directive], nor one with an equal body if that is long or the name is similar
// [renamed-with-an-equal-body] [renamed-below]; one of the same name beside it is another [overload-beside]
// [overload-at-the-end]. A line that only gets longer beside a known one is changed [longer-beside-a-line]. What
// defines nothing goes below a line rather than above a definition [line-above-a-definition]; between two lines with
// definitions between them it has no place [definitions-between-lines].
//
// # Comments (comments.go)
//
// A comment replaces one that is right above the same item [another-comment-above]. One at the end of a fence, or above
// an elision, is about the definition below, which isn't shown: it's that one's [comment-at-the-end]
// [changed-comment-at-the-end] [comment-below-a-head-above-an-elision], or refused if it is another's
// [comment-of-another-at-the-end]. What the file's comment has below its last line stays [ends-in-a-comment]. A comment
// of code that is below it in the file isn't placed [commented-out] [commented-out-below]. The beginning of a comment
// of the file at the end of a fence, or its end at the beginning or below an elision, is an elision
// [begins-a-comment-at-the-end] [ends-a-comment-at-the-beginning]. A comment that quotes the beginning of one is that
// one [quoted-below], so is one that has half of its lines from it and one that is nowhere else
// [changed-line-of-a-comment] [another-comment-with-a-known-line], and one that begins anywhere in it, or is far from
// it, has no place [comment-without-a-beginning] [changed-comment-far-above], as have its lines in another order
// [comment-in-another-order]. The comment after what closes a block isn't changed if the file has it elsewhere
// [end-of-another].
//
// # Whole files (snippet.go)
//
// A fence that has most of a file's code, from its first line on, is all of it. It isn't if it would drop definitions,
// outermost containers [section-of-a-whole-file], or constants and variables [drops-a-constant], or leaves out an import
// that it uses [whole-file-without-an-import], or if its last line is one that has others below
// [ends-above-the-last-line]. If a part gives the same, it's clear [same-as-a-part]; so it is
// if a part changes nothing and begins below the file's first line [has-most-of-the-file-then]
// [has-all-but-the-first-line].
//
// # What is there (there.go)
//
// A part that has a place changes nothing if the file has its lines already, with others only where it leaves some out
// [there-below-an-elision], but for a body that has more [there-but-for-its-end].
//
// # What stays
//
// Comments and docstrings that the fence leaves out stay, as do blank lines around items that aren't replaced
// [comment-left-out] [docstring-left-out], names in an import that the fence shows with fewer [import-of-fewer-names]
// [import-used-elsewhere] [import-used-in-a-list] [import-used-in-an-object] [import-used-beside-another]
// [import-in-a-message] [import-of-another-path] [import-from-a-shorter-path] [import-of-all-before]
// [import-of-a-moved-name] [require-of-several-lines] [import-in-other-quotes] unless nothing uses them any more
// [import-not-used-any-more] [import-not-used-in-lines] [import-not-used-in-words] [import-not-used-beside-a-variable]
// [import-used-below-a-variable], the blank lines of a docstring [blank-lines-of-a-docstring], the rest of a comment
// that it quotes [quoted-comment] [begins-in-a-comment] [begins-in-a-comment-above] [lines-without-words]
// [comment-above-an-elision], a comment above a whole file that begins below it [leading-comment-left-out]
// [comment-below-the-first-line], the rest of a statement that an elision cuts off [statement-cut-by-an-elision], and
// whitespace at the ends of lines [trailing-whitespace]. A comment that is all that is left of code may stand for it,
// so that the fence is refused [comment-for-code] [comment-for-code-in-a-file]. So it is if it would leave brackets of
// the file without their other ends [begins-with-a-closer], or conditions of the preprocessor
// [begins-with-a-directive]. Commas between members of JSON follow from what is beside them [commas-of-json]
// [commas-of-invalid-json].
//
// # Where words say that it goes (within.go, called.go)
//
// [Within] makes a part of the class that words say, [PlaceAtEnd] and [PlaceAdded] go by the end of a file and by keys
// that are added, and [PlaceCalled] puts a fence below, above or instead of the only item that is called by a name. All
// are [Place] where the fence shows for itself what it changes.
//
// # Bounds
//
// Reading is linear. Comparisons are counted, and a fence that takes too many is refused ([TooLarge]), whatever
// the nesting.
package snippet
