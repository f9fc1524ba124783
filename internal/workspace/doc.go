// Package workspace resolves the names in edit blocks to files. It holds the path policy, the
// workspace folders, the texts of open buffers and cached disk reads, and provides snapshots. It is
// the only package that accesses the file system for targets.
//
// Invariants:
//
//   - The policy checks the name first: if [CheckName] refuses it, there is no file-system call.
//     Every call goes through the two interfaces in disk.go, so tests can count them.
//   - All reads and writes go through an [os.Root] of a workspace folder. Links are followed only
//     if each step stays inside it (G3), and the resolved path must pass the policy too.
//   - An open buffer's text replaces the file's, however the block spells its name.
//   - A [View] is consistent and immutable: it resolves and reads each target at most once.
//   - A write fails unless the file is what the snapshot saw (G7). It uses a temporary file and a
//     rename inside the root. The language server never writes.
//
// # Which folders are searched
//
// If workspace folders are declared ([Workspace.SetRoots]), they are the roots, and nothing outside
// them is accessed. The closest folder with a .git above the chat, rootUri, the server's working
// directory and the chat's folder are bases for relative names only if they are inside a root.
//
// With several folders, a name that begins with the last name of one is in that one, unless the whole name is found.
// A new file goes into the folder that has all other files of the chat, else into the chat's; otherwise its name is
// ambiguous.
//
// Without declared folders (an editor in single-file mode), the same places are the roots, in that
// order. The top of a file system is never a root. The user's home is one only as rootUri or as the
// folder that directly holds the chat, so an editor started from the desktop doesn't open the whole
// disk to a chat. New files go into the root that holds the chat.
package workspace
