"""A contender of `make bench`: applies edit blocks of the dialect anchored as plain tools do.

    contender.py find|lines check|apply CHAT ROOT

It is written for this comparison, and is nobody's tool. What it does for each block is what
tools for such formats do:

    find    joins the lines of the block and looks for that text in the file's text with
            str.find, once more to see that there is no second place, and replaces it
    lines   splits the file's text into lines and compares the block's lines with those at
            each line of the file

Both keep the files in memory and write them at the end; check writes nothing. The exit status
is 1 if a block does not apply.
"""

import os
import sys

START, ANCHOR, CONTENT, END = "««« EDIT", "───────", "═══════", "»»»"


def blocks(chat):
    """The blocks of a chat: path, leading, old, new and trailing lines."""
    path, sections = None, None
    for line in chat.split("\n"):
        mark = line.strip()
        if sections is None:
            if mark == START:
                sections = [[]]
            elif mark:
                path = mark
        elif mark == ANCHOR and len(sections) in (1, 3) or mark == CONTENT and len(sections) == 2:
            sections.append([])
        elif mark == END and len(sections) == 4:
            yield path, *sections
            sections = None
        else:
            sections[-1].append(line)


def find(text, needle, replacement):
    """The text with needle replaced, or None where it does not stand just once."""
    needle = "".join(line + "\n" for line in needle)
    replacement = "".join(line + "\n" for line in replacement)
    at = text.find(needle)
    if at < 0 or text.find(needle, at + 1) >= 0:
        return None
    return text[:at] + replacement + text[at + len(needle):]


def lines(text, needle, replacement):
    """The same, by lines."""
    have, needle = text.splitlines(keepends=True), [line + "\n" for line in needle]
    places = [i for i in range(len(have) - len(needle) + 1) if have[i : i + len(needle)] == needle]
    if len(places) != 1:
        return None
    at = places[0]
    return "".join(have[:at] + [line + "\n" for line in replacement] + have[at + len(needle):])


def main(method, command, chat, root):
    replace = {"find": find, "lines": lines}[method]
    with open(chat, encoding="utf-8", newline="") as f:
        chat = f.read()
    files, failed = {}, set()
    for path, leading, old, new, trailing in blocks(chat):
        if path in failed:
            continue
        if path not in files:
            with open(os.path.join(root, path), encoding="utf-8", newline="") as f:
                files[path] = f.read()
        text = replace(files[path], leading + old + trailing, leading + new + trailing)
        if text is None:
            failed.add(path)
        else:
            files[path] = text
    if command == "apply":
        for path, text in files.items():
            with open(os.path.join(root, path), "w", encoding="utf-8", newline="") as f:
                f.write(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
