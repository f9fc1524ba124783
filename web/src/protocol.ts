// The used parts of LSP and of the server's own requests (docs/language-server.md,
// docs/json.md).

export interface Position {
  line: number;
  character: number;
}
export interface Range {
  start: Position;
  end: Position;
}
export interface TextEdit {
  range: Range;
  newText: string;
}
export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: Change[];
  changeAnnotations?: Record<string, { label: string; description?: string; needsConfirmation?: boolean }>;
}
export type Change =
  | { kind?: undefined; textDocument: { uri: string; version: number | null }; edits: (TextEdit & { annotationId?: string })[] }
  | { kind: 'create'; uri: string; annotationId?: string }
  | { kind: 'rename'; oldUri: string; newUri: string; annotationId?: string }
  | { kind: 'delete'; uri: string; annotationId?: string };
export interface Command {
  title: string;
  command: string;
  arguments?: unknown[];
}
export interface CodeLens {
  range: Range;
  command?: Command;
}
export interface CodeAction {
  title: string;
  kind?: string;
  disabled?: { reason: string };
  edit?: WorkspaceEdit;
  command?: Command;
}
export interface Diagnostic {
  range: Range;
  severity?: 1 | 2 | 3 | 4;
  code?: string;
  message: string;
  tags?: number[];
}

/** A code block of the chat: a fence that holds a file, or a part of it. Lines are 1-based. */
export interface Proposal {
  /** Counts on from the blocks, from 1. */
  number: number;
  path: string;
  operation: string;
  line: number;
  end_line: number;
  status: string;
  code: string;
  message: string;
  added: number;
  removed: number;
}

/** A block of the chat. Lines are 1-based. */
export interface Block extends Omit<Proposal, 'number'> {
  index: number;
  new_path?: string;
  details: string[];
  estimated_line: number | null;
}
export interface Problem {
  code: string;
  message: string;
  line: number;
}
export interface Report {
  blocks: Block[];
  problems: Problem[];
  files: { path: string; operation: string; blocks: number[] }[];
  proposals: Proposal[];
}
/** The answer to editLsp.status. The words are the status texts of the blocks and code blocks. */
export interface Status {
  documents: Report[];
  words: string[];
  proposalWords: string[];
}
export interface Preview {
  diff: string;
  files: { uri: string; path: string; operation: string; text: string }[];
  reason?: string;
}
