// The output of a command: data on standard output (a view for people, JSON or YAML for programs), everything else on
// standard error. Colour and progress only at a terminal, and never under NO_COLOR, --quiet or --json.
import Table from 'cli-table3';
import { showHidden } from '../../core/base/hidden.js';
import { yamlText } from '../../core/base/yaml.js';
import type { Terminal } from './terminal-port.js';

export interface CommandOutput {
  readonly json: boolean;
  /** No remarks are wanted. */
  readonly quiet: boolean;
  /** The result: `data` as one JSON value or YAML document where data is wanted, else `view`. Call it once. */
  show(data: unknown, view: string | (() => string)): void;
  /** A result of a stream: a line of JSON, a YAML document, or `view`. */
  item(data: unknown, view: string | (() => string)): void;
  /** A sentence on standard error; silent with --quiet or --json. */
  note(sentence: string): void;
  /** Like note, but never silent: for what a person must not miss, such as words shown once. */
  warn(sentence: string): void;
  progress(label: string): ShownProgress;
  readonly paint: Paint;
}

export interface ShownProgress {
  /** `total` 0 means unknown. */
  update(done: number, total?: number): void;
  end(sentence?: string): void;
}

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const PROGRESS_EVERY_MS = 100;
const BAR_WIDTH = 24;

interface OutputOptions {
  /** Data is wanted, in whichever form. */
  readonly json: boolean;
  readonly yaml?: boolean;
  readonly quiet: boolean;
  /** Each result is one of many, as in a stream. */
  readonly isLine?: boolean;
}

export function outputOf(terminal: Terminal, options: OutputOptions): CommandOutput {
  const { stdout, stderr } = terminal;
  const silent = options.quiet || options.json;
  const line = (text: string) => stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  const item = (data: unknown) =>
    line(options.yaml ? `---\n${escapeControls(yamlText(data))}` : escapeControls(JSON.stringify(data)));
  const whole = (data: unknown) => line(options.yaml ? escapeControls(yamlText(data)) : jsonText(data));
  const showView = (view: string | (() => string)) => line(typeof view === 'string' ? view : view());
  return {
    json: options.json,
    quiet: options.quiet,
    show: (data, view) => (options.json ? (options.isLine ? item : whole)(data) : showView(view)),
    item: (data, view) => (options.json ? item(data) : showView(view)),
    note: (sentence) => {
      // Titles of a workflow, which a stranger wrote, may stand in it.
      if (!silent) stderr.write(`${linesOf(sentence)}\n`);
    },
    warn: (sentence) => {
      stderr.write(`${linesOf(sentence)}\n`);
    },
    progress: (label) => (silent || !stderr.isTTY || hasNoColor(terminal) ? NO_PROGRESS : bar(terminal, label)),
    paint: paintOf(stdout.isTTY === true && !options.json && !hasNoColor(terminal)),
  };
}

/**
 * The result of `work`, with a progress that ends also when it fails, so that a message after it has a line of its own.
 */
export async function underway<V>(
  out: Pick<CommandOutput, 'progress'>,
  label: string,
  work: (progress: ShownProgress) => Promise<V>,
): Promise<V> {
  const progress = out.progress(label);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/**
 * JSON, on several lines where it is small. Hidden characters that JSON leaves alone, but a terminal would obey, are
 * escaped too: it is the same JSON.
 */
export function jsonText(data: unknown): string {
  const text = JSON.stringify(data);
  return escapeControls(isLarge(text) ? text : JSON.stringify(data, null, 2));
}

/** JSON for a file: a large one has each character as it is, because an escape takes six bytes in the place of two. */
export function documentText(data: unknown): string {
  const text = JSON.stringify(data);
  return isLarge(text) ? text : jsonText(data);
}

/** Above this, JSON is on one line: a deep list of small values has a hundred times its bytes with indentation. */
const INDENTED_MAX = 256 * 1024;

function isLarge(text: string | undefined): boolean {
  return text !== undefined && text.length > INDENTED_MAX;
}

/** The same JSON on one line, for a cell. Only the form has line breaks: those of texts are escaped. */
export function lineText(data: unknown): string {
  return jsonText(data).replaceAll(/\n */g, ' ');
}

function escapeControls(json: string): string {
  // A control character below U+0020 is a line break of the form: those of texts are escaped.
  return showHidden(json, (hidden) => (hidden < ' ' ? hidden : utf16Escapes(hidden)));
}

function utf16Escapes(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** A table for people. Cells are shown as they are; wide ones are not cut, so that ids can be copied. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  if (rows.length === 0) return '(none)';
  const made = new Table({
    head: [...head],
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    chars: PLAIN,
  });
  for (const row of rows) made.push(row.map((cell) => printable(cell)));
  return made
    .toString()
    .split('\n')
    .map((text) => text.trimEnd())
    .join('\n');
}

/** Name and value pairs, one a line, aligned: the name of a member as words. Undefined values are left out. */
export function fields(pairs: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [wordsOf(name), value] as const);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join('\n');
}

/** `expiresAt` as `expires at`; any other name stays as it is. */
function wordsOf(name: string): string {
  return /^[a-z]+(?:[A-Z][a-z]+)+$/.test(name) ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name;
}

/** The parts of a CommandError that are shown. */
interface Shown {
  readonly message: string;
  readonly code: string | undefined;
  readonly hint: string | undefined;
}

/** The error as the shell shows it: for programs one JSON object, for people a sentence and what to do next. */
export function errorText(error: Shown, json: boolean): string {
  if (json) return `${escapeControls(JSON.stringify({ error: error.message, code: error.code, hint: error.hint }))}\n`;
  const code = error.code === undefined ? '' : ` (${error.code})`;
  // The message is often quoted from a file or an answer that a stranger made.
  const said = linesOf(`${error.message}${code}`);
  return `quorate: ${said}\n${error.hint === undefined ? '' : `  ${linesOf(error.hint)}\n`}`;
}

const PLAIN = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

function linesOf(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Characters that steer the terminal, or that people do not see, are shown and not obeyed. */
function printable(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : value === undefined || value === null
        ? '-'
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return showHidden(text);
}

function hasNoColor(terminal: Terminal): boolean {
  return (terminal.env.NO_COLOR ?? '') !== '';
}

const NO_PROGRESS: ShownProgress = { update() {}, end() {} };

function bar(terminal: Terminal, label: string): ShownProgress {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    update(done, total = 0) {
      if (terminal.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = terminal.now();
      const filled = total > 0 ? Math.min(BAR_WIDTH, Math.round((done / total) * BAR_WIDTH)) : 0;
      const drawn = total > 0 ? ` [${'#'.repeat(filled).padEnd(BAR_WIDTH, '.')}] ${done}/${total}` : ` ${done}`;
      terminal.stderr.write(`\r\u001b[K${label}${drawn}`);
    },
    end(sentence) {
      terminal.stderr.write(`\r\u001b[K${sentence === undefined ? '' : `${sentence}\n`}`);
    },
  };
}

function paintOf(on: boolean): Paint {
  const paint = (code: number) => (text: string) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) };
}
