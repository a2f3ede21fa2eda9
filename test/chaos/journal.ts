// Prints of the nodes of a chaos run: warnings and errors counted by their message, and, when a folder is given, kept
// in a file for each node. Bounded, so that a run of a day fills neither memory nor disk. It never keeps the greeting
// of a start, which holds a password.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface JournalCounts {
  /** Lines by level and message. */
  readonly lines: Readonly<Record<string, number>>;
  /** Bytes that all nodes printed. */
  readonly bytes: number;
}

/** Different messages that are told apart; a program has fewer. */
const KINDS_MAX = 200;
/** Bytes kept of each node. */
const FILE_MAX = 64 * 1024 ** 2;
/** A line without an end is cut here. */
const LINE_MAX = 256 * 1024;
/** Errors kept whole for the report. */
const ERRORS_MAX = 20;

interface Paper {
  readonly file: string | undefined;
  rest: string;
  bytes: number;
}

export class Journal {
  /** Lines of level error, and stacks that a dying process printed: a storm of faults alone must cause none. */
  readonly errors: string[] = [];
  private readonly folder: string | undefined;
  private readonly papers = new Map<number, Paper>();
  private readonly kinds = new Map<string, number>();

  constructor(folder: string | undefined) {
    this.folder = folder;
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  }

  /** Something that the node with this index printed; a line may come in pieces. */
  take(index: number, text: string): void {
    const paper = this.papers.get(index) ?? this.paper(index);
    const lines = (paper.rest + text).split('\n');
    paper.rest = (lines.pop() ?? '').slice(0, LINE_MAX);
    paper.bytes += text.length;
    let kept = '';
    for (const line of lines) if (this.line(index, line)) kept += `${line}\n`;
    if (paper.file !== undefined && kept !== '' && paper.bytes < FILE_MAX) appendFileSync(paper.file, kept);
  }

  get counts(): JournalCounts {
    const lines = [...this.kinds].sort(([, a], [, b]) => b - a);
    const bytes = [...this.papers.values()].reduce((sum, one) => sum + one.bytes, 0);
    return { lines: Object.fromEntries(lines), bytes };
  }

  private paper(index: number): Paper {
    const file = this.folder === undefined ? undefined : join(this.folder, `node-${index}.log`);
    const paper: Paper = { file, rest: '', bytes: 0 };
    this.papers.set(index, paper);
    return paper;
  }

  /** Whether the line may be kept. */
  private line(index: number, line: string): boolean {
    const entry = entryOf(line);
    // A text that is no log line is the greeting or the stack of an uncaught error.
    if (!entry && !/^\s+at |Error\b/.test(line)) return false;
    const level = entry?.level ?? 'uncaught';
    const kind = entry ? `${level}: ${entry.message}` : `uncaught: ${line.trim()}`;
    if (entry || !line.startsWith(' '))
      if (this.kinds.has(kind) || this.kinds.size < KINDS_MAX) this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if ((level === 'error' || level === 'fatal' || !entry) && this.errors.length < ERRORS_MAX)
      this.errors.push(`node ${index} printed: ${line.slice(0, 600)}`);
    return true;
  }
}

function entryOf(line: string): { readonly level: string; readonly message: string } | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, message } = JSON.parse(line) as { readonly level?: unknown; readonly message?: unknown };
    return { level: String(level), message: String(message) };
  } catch {
    return undefined;
  }
}
