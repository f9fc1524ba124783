// The arguments and results of the server's commands (docs/language-server.md, docs/json.md).

/** The argument of every command. `block` is a 0-based index, `path` a target's. */
export interface Argument {
  uri: string;
  block?: number;
  /** The index of a code block. These indexes continue those of the blocks. */
  proposal?: number;
  path?: string;
  /** The kind and the place of a code action. */
  kind?: string;
  place?: string;
  /** The user was asked. */
  confirmed?: boolean;
  /** The server shows the result. */
  show?: boolean;
  /** The client shows what was applied. */
  quiet?: boolean;
}

/** The cursor's 0-based line, for the next edit. */
export interface Place {
  uri: string;
  line: number;
}

/** Sent back when a code action was applied. */
export interface AppliedAction extends Argument {
  message?: string;
  /** The server notices that by itself. */
  seen?: boolean;
}

/** The result of a command that edits. */
export interface Outcome {
  applied: boolean;
  reason?: string;
  /** What several edits applied and skipped. */
  message?: string;
  /** What to ask the user before, and why. Nothing is applied yet. */
  question?: string;
  risks?: string;
}

/** A file of a preview, with its whole new text. */
export interface PreviewFile {
  uri: string;
  path: string;
  operation: 'edit' | 'create' | 'delete';
  text: string;
}

export interface Preview {
  diff: string;
  files: PreviewFile[];
}

export type BlockStatus =
  | 'validated'
  | 'applied'
  | 'already-applied'
  | 'failed'
  | 'skipped'
  | 'not-in-context'
  | 'stale'
  | 'incomplete';

/** A block. Lines are 1-based. */
export interface Block {
  index: number;
  dialect: string;
  path: string;
  operation: 'modify' | 'create' | 'delete' | 'rename';
  /** Of a rename, else empty. */
  new_path: string;
  line: number;
  end_line: number;
  path_line: number | null;
  status: BlockStatus;
  code: string;
  /** The headline. `details` are the lines below it. */
  message: string;
  details: string[];
  severity: string;
  estimated_line: number | null;
  added: number;
  removed: number;
  warnings: { code: string; message: string; line: number }[];
}

export interface Problem {
  code: string;
  message: string;
  line: number;
}

/** A code block that a chat proposes. `number` counts on from the blocks, from 1. */
export interface Proposal {
  number: number;
  path: string;
  operation: 'modify' | 'create';
  line: number;
  end_line: number;
  status: BlockStatus;
  code: string;
  message: string;
  added: number;
  removed: number;
}

/** A chat's results. `files` are those that "apply all" would change. */
export interface ChatResult {
  blocks: Block[];
  problems: Problem[];
  shell_suggestions: { command: string; line: number }[];
  files: { path: string; operation: string; blocks: number[] }[];
  proposals: Proposal[];
}

/**
 * The result of editLsp.status: the result document of one chat with the display texts of each
 * block, of each code block, and of all.
 */
export interface Status {
  documents: ChatResult[];
  words: string[];
  proposalWords: string[];
  summaryInWords: string;
}
