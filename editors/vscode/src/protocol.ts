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
}

/** What a command that changes something answers. */
export interface Outcome {
  applied: boolean;
  reason?: string;
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

export type Status =
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
  operation: 'modify' | 'create';
  line: number;
  end_line: number;
  path_line: number | null;
  status: Status;
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

/** A chat as it was judged: `files` are what "apply all" would touch. */
export interface Judgement {
  blocks: Block[];
  problems: Problem[];
  shell_suggestions: { command: string; line: number }[];
  files: { path: string; operation: string; blocks: number[] }[];
}

export interface Result {
  version: number;
  documents: Judgement[];
}
