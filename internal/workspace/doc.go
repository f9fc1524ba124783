// Package workspace turns the names that edit blocks give into files: it holds
// the path policy, the workspace folders, the texts of open buffers and the disk
// reads, and hands out snapshots.
//
// It is the only package that touches the file system for targets, and it holds
// the only write (for the command line).
//
// Invariants:
//
//   - The policy is lexical first: for a name that [CheckName] refuses no
//     file-system call is made. Every call goes through the two
//     interfaces in disk.go, so that a test can count them.
//   - Everything is read and written through an [os.Root] of a workspace folder;
//     links are followed only where each step stays inside it (G3). The path that
//     the links lead to passes the policy again.
//   - An open buffer's text wins over the disk, under whatever spelling the block
//     names its file.
//   - A [View] is one consistent picture: a target is resolved, looked up and read
//     at most once in it. What it hands out never changes.
//   - A write happens only to what the snapshot saw (G7), through a temporary file
//     and a rename inside the root.
//
// # Which places count
//
// With workspace folders declared ([Workspace.SetRoots]), these folders are the
// roots, and nothing outside them is looked at: the nearest folder with a .git
// above the chat, rootUri, the server's working directory and the chat's own
// folder serve as bases of a relative name only where they lie inside a root.
//
// Without any (an editor in single-file mode), other places serve as roots, in this
// order: the nearest folder with a .git above the chat, rootUri, the server's working
// directory, the chat's own folder. The top of a file system never does, and the
// user's home only as rootUri or as the folder of a chat that lies right in it: an
// editor that was started from a desktop must not open the whole disk to a chat. A
// file to be made goes into the root that holds the chat.
package workspace
