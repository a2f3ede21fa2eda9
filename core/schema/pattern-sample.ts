// A short text that a regular expression of a schema takes, for people and programs that try a workflow out. It reads
// groups, alternatives and repetitions; which character a class has, the expression of the class itself says. Bounded,
// and never wrong: the whole expression is asked at the end.
import { linearPattern } from './pattern.js';
import { classEnd, escapeEnd } from './pattern-cost.js';

interface Lengths {
  readonly min: number;
  readonly max: number;
}

/** Groups in groups. */
const DEPTH_MAX = 32;
const SAMPLE_MAX = 4096;
/** How often a repetition without an end is taken beyond its least number, until the text is long enough. */
const MORE = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];
/** A text is made of letters and digits where it may be. */
const CHARACTERS = [...'xA0aX1-_. ', ...printable(), 'ä', 'я', '中'];

/** Undefined where none was found. It throws nothing. */
export function patternSample(pattern: string, { min, max }: Lengths): string | undefined {
  try {
    const whole = linearPattern(pattern);
    for (const more of MORE) {
      const text = new SampleMaker(pattern, more).make();
      if (text !== undefined && text.length >= min && text.length <= max && whole.test(text)) return text;
    }
  } catch {
    // The expression, or a part of it, has no linear form.
  }
  return undefined;
}

/** Walks through an expression once. */
class SampleMaker {
  private at = 0;
  private readonly pattern: string;
  private readonly more: number;

  constructor(pattern: string, more: number) {
    this.pattern = pattern;
    this.more = more;
  }

  /** Undefined for a text that becomes too long. */
  make(): string | undefined {
    const text = this.alternatives(0);
    return this.at === this.pattern.length && text.length <= SAMPLE_MAX ? text : undefined;
  }

  /** The first of them; the others are read over. */
  private alternatives(depth: number): string {
    if (depth > DEPTH_MAX) throw new RangeError('The expression has too many groups in groups.');
    const first = this.sequence(depth);
    while (this.pattern[this.at] === '|') {
      this.at++;
      this.sequence(depth);
    }
    return first;
  }

  private sequence(depth: number): string {
    let text = '';
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')')
      text += this.repeat(this.part(depth));
    return text.slice(0, SAMPLE_MAX + 1);
  }

  private part(depth: number): string {
    const { pattern, at } = this;
    const char = pattern[at] as string;
    if (char === '(') return this.group(depth);
    this.at = char === '[' ? classEnd(pattern, at) : char === '\\' ? escapeEnd(pattern, at) : at + 1;
    const part = pattern.slice(at, this.at);
    if (/^(?:\^|\$|\\[bBAzZ])$/.test(part)) return '';
    return /^[^[\\.]/.test(part) ? part : characterOf(part);
  }

  /** A name, or flags, say nothing of the text. */
  private group(depth: number): string {
    const said = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*(?::|(?=\)))))?/.exec(this.pattern.slice(this.at, this.at + 64));
    this.at += said?.[0].length ?? 1;
    const text = this.alternatives(depth + 1);
    this.at++;
    return text;
  }

  private repeat(part: string): string {
    const said = /^(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})\??/.exec(this.pattern.slice(this.at, this.at + 16));
    if (!said) return part;
    this.at += said[0].length;
    const [sign] = said[0];
    const least = sign === '{' ? Number(said[1]) : sign === '+' ? 1 : 0;
    const isOpen = sign === '*' || sign === '+' || said[2] === ',';
    const most = sign === '{' && said[3] !== '' ? Number(said[3]) : Number.POSITIVE_INFINITY;
    const times = isOpen ? Math.min(most, least + this.more) : least;
    return part.repeat(Math.min(times, SAMPLE_MAX));
  }
}

/** The first character that the part takes. */
function characterOf(part: string): string {
  const alone = linearPattern(`^(?:${part})$`);
  const character = CHARACTERS.find((item) => alone.test(item));
  if (character === undefined) throw new RangeError('The class has no character that is known here.');
  return character;
}

function printable(): readonly string[] {
  return Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
}
