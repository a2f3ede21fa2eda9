// Where the members of a JSON text stand, and where it breaks off being JSON (RFC 8259). Pure: it reads no values,
// which the parser of core/ does.
import { escapePointer } from '../../base/json.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';

interface ScannedText {
  /** Where each member begins, by its JSON Pointer. */
  readonly places: ReadonlyMap<string, number>;
  /** Undefined for JSON. */
  readonly faultAt: number | undefined;
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Walks through a text once, to its end or to where it breaks off. */
export function scanJson(text: string): ScannedText {
  const scanner = new JsonScanner(text);
  const isWhole = scanner.value('', 0) && scanner.isAtEnd();
  return { places: scanner.places, faultAt: isWhole ? undefined : scanner.at };
}

/** The line of a pointer, or of the nearest place around it; lines begin at 1. */
export function lineOf(text: string, pointer: string): number {
  const { places } = scanJson(text);
  let near = pointer;
  while (near !== '' && !places.has(near)) near = near.slice(0, near.lastIndexOf('/'));
  return lineAt(text, places.get(near) ?? 0);
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

class JsonScanner {
  readonly places = new Map<string, number>();
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** False where it breaks off: `at` is there. */
  value(pointer: string, depth: number): boolean {
    this.take(SPACE);
    this.places.set(pointer, this.at);
    if (depth > JSON_DEPTH_MAX) return false;
    if (this.sign('{')) return this.items('}', () => this.member(pointer, depth));
    if (this.sign('[')) return this.items(']', (i) => this.value(`${pointer}/${i}`, depth + 1));
    return this.take(TEXT) !== undefined || this.take(SCALAR) !== undefined;
  }

  isAtEnd(): boolean {
    this.take(SPACE);
    return this.at === this.text.length;
  }

  private member(pointer: string, depth: number): boolean {
    this.take(SPACE);
    const begins = this.at;
    const name = this.take(TEXT);
    if (name === undefined || !this.sign(':')) return false;
    const below = `${pointer}/${escapePointer(JSON.parse(name) as string)}`;
    const isValue = this.value(below, depth + 1);
    this.places.set(below, begins);
    return isValue;
  }

  private items(end: string, item: (i: number) => boolean): boolean {
    if (this.sign(end)) return true;
    for (let i = 0; item(i); i++) {
      if (this.sign(end)) return true;
      if (!this.sign(',')) return false;
    }
    return false;
  }

  private sign(sign: string): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  /** The text that matches here, behind which it goes on; undefined where nothing does. */
  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) this.at += match.length;
    return match;
  }
}
