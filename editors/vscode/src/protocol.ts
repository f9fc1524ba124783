// What the server's commands take and answer (docs/language-server.md, docs/json.md).

/** The argument of every command: `block` is an index from 0, `path` a target's. */
export interface Argument {
  uri: string;
  block?: number;
  /** The index of a whole file, which counts on from the blocks. */
  proposal?: number;
  path?: string;
  /** A lens wants the answer shown. */
  show?: boolean;
  /** The server leaves it to us to say what was applied. */
  quiet?: boolean;
}

/** Where the cursor is, for the walk from edit to edit; lines count from 0. */
export interface Place {
  uri: string;
  line: number;
}

/** What comes with a code action, to be told that it was applied. */
export interface AppliedAction extends Argument {
  kind: string;
  message?: string;
  /** The server sees by itself that it was. */
  seen?: boolean;
}

/** What a command that changes something answers. */
export interface Outcome {
  applied: boolean;
  reason?: string;
  /** What was applied and what was left out, where it was several edits. */
  message?: string;
}

/** One file of a preview, with its whole text after the edit. */
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

/** A block; lines count from 1. */
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
  /** The headline; details are the lines below it. */
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

/** A whole file that a chat proposes. */
export interface Proposal {
  path: string;
  operation: 'modify' | 'create';
  line: number;
  code: string;
}

/** A chat in the result document: `files` are what "apply all" would touch. */
export interface ChatResult {
  blocks: Block[];
  problems: Problem[];
  shell_suggestions: { command: string; line: number }[];
  files: { path: string; operation: string; blocks: number[] }[];
  proposals: Proposal[];
}

/**
 * What editLsp.status answers: the result document of one chat, with the server's words
 * for each block and for all of them.
 */
export interface Status {
  documents: ChatResult[];
  words: string[];
  summaryInWords: string;
}

/** A chat as the server sees it. */
export interface Judgement extends ChatResult {
  words: string[];
  summary: string;
}
