// A rule as people write formulas, `storeys * 1.5 + div(floorArea, 500, 2, "half-even")`, and back. Pure. Each rule has
// one text, and each text one rule; the language itself is JSON Logic (docs/language.md).
import { isObject, type Json } from '../../base/json.js';
import { LOGIC_DEPTH_MAX } from '../../base/limits/ledger/definitions.js';
import { operationOf } from '../../blueprint/logic/logic.js';

/** Operators between values, from the loosest on. The operators of a line bind alike. */
const BETWEEN: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '%'],
];
/** They take any number of values. */
const MANY: ReadonlySet<string> = new Set(['or', 'and', '+', '*']);
const WORDS: ReadonlySet<string> = new Set(['or', 'and', 'not', 'true', 'false', 'null']);
const NAME = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;

/** The text of a rule. */
export function ruleText(rule: Json): string {
  return textAt(rule, 0);
}

/** In parentheses where it binds looser than its place. */
function textAt(rule: Json, level: number): string {
  if (Array.isArray(rule)) return `[${(rule as readonly Json[]).map((item) => textAt(item, 0)).join(', ')}]`;
  const operation = operationOf(rule);
  if (operation === undefined) return JSON.stringify(rule);
  const { name, args } = operation;
  const [first = null, second] = args;
  if (name === 'var' && isPlainName(first) && args.length <= 2)
    return second === undefined ? first : inParentheses(`${first} ?? ${textAt(second, BETWEEN.length)}`, level > 0);
  if (name === '!' && args.length === 1) return `not ${textAt(first, BETWEEN.length)}`;
  const own = BETWEEN.findIndex((line) => line.includes(name));
  const isBetween = own >= 0 && (MANY.has(name) ? args.length >= 2 : args.length === 2);
  if (isBetween) return inParentheses(chainText(name, args, own), own < level);
  const called = NAME.test(name) && !WORDS.has(name) ? name : JSON.stringify(name);
  return `${called}(${args.map((arg) => textAt(arg, 0)).join(', ')})`;
}

/** The first value may go on the same line of operators; the others begin anew. */
function chainText(name: string, args: readonly Json[], own: number): string {
  const [first = null, ...rest] = args;
  const before = operationOf(first)?.name;
  // A chain of one operator is one operation.
  const isOther = before !== name || !MANY.has(name);
  const isComparison = own === 2;
  const head = textAt(first, isOther && !isComparison ? own : own + 1);
  return [head, ...rest.map((arg) => textAt(arg, own + 1))].join(` ${name} `);
}

function isPlainName(name: Json): name is string {
  return typeof name === 'string' && NAME.test(name) && !WORDS.has(name);
}

function inParentheses(text: string, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text;
}

export type ReadRule = { readonly rule: Json } | { readonly faultAt: number };

/** The rule of a text, or where it breaks off. */
export function readRuleText(text: string): ReadRule {
  const reader = new RuleReader(text);
  const rule = reader.between(0, 0);
  return rule !== undefined && reader.isAtEnd() ? { rule } : { faultAt: reader.at };
}

const SPACE = /\s*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /[A-Za-z_][\w-]*(?:\.[\w-]+)*/y;
const SIGN = /==|!=|<=|>=|\?\?|[<>+*%(),[\]-]|[a-z]+(?![\w.-])/y;
const CONSTANTS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };

class RuleReader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    this.take(SPACE);
    return this.at === this.text.length;
  }

  /** Values with operators of a line of the table, or of one that binds closer; undefined where it breaks off. */
  between(line: number, depth: number): Json | undefined {
    if (depth > LOGIC_DEPTH_MAX) return undefined;
    const operators = BETWEEN[line];
    if (operators === undefined) return this.value(depth);
    let rule = this.between(line + 1, depth);
    let chain: string | undefined;
    for (;;) {
      const name = rule === undefined ? undefined : this.sign(operators);
      if (rule === undefined || name === undefined) return rule;
      const next = this.between(line + 1, depth);
      if (next === undefined) return undefined;
      const before: readonly Json[] = chain === name && MANY.has(name) ? (operationOf(rule)?.args ?? []) : [rule];
      rule = { [name]: [...before, next] };
      chain = name;
      // A comparison has two sides.
      if (line === 2) return rule;
    }
  }

  private value(depth: number): Json | undefined {
    if (this.sign(['not'])) return this.operation('!', this.value(depth + 1));
    if (this.sign(['('])) return this.beforeEnd(this.between(0, depth + 1), ')');
    if (this.sign(['['])) return this.items(']', depth + 1) as Json | undefined;
    const number = this.take(NUMBER);
    if (number !== undefined) return JSON.parse(number) as Json;
    const text = this.take(TEXT);
    if (text !== undefined) return this.callOr(JSON.parse(text) as string, JSON.parse(text) as Json, depth);
    if (this.peek() === '{') return this.literal();
    const word = this.take(WORD);
    if (word === undefined) return undefined;
    if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word];
    return this.callOr(word, undefined, depth);
  }

  /** A call where a list of values follows, else the text, or else a name with its default. */
  private callOr(name: string, text: Json | undefined, depth: number): Json | undefined {
    if (this.sign(['('])) {
      const args = this.items(')', depth + 1);
      return args && { [name]: args.length === 1 && !Array.isArray(args[0]) ? (args[0] as Json) : args };
    }
    if (text !== undefined) return text;
    if (!this.sign(['??'])) return { var: name };
    const fallback = this.value(depth + 1);
    return fallback === undefined ? undefined : { var: [name, fallback] };
  }

  private operation(name: string, value: Json | undefined): Json | undefined {
    return value === undefined ? undefined : { [name]: Array.isArray(value) ? [value as Json] : value };
  }

  private beforeEnd(rule: Json | undefined, end: string): Json | undefined {
    return rule !== undefined && this.sign([end]) ? rule : undefined;
  }

  private items(end: string, depth: number): readonly Json[] | undefined {
    const items: Json[] = [];
    if (this.sign([end])) return items;
    for (;;) {
      const item = this.between(0, depth);
      if (item === undefined) return undefined;
      items.push(item);
      if (this.sign([end])) return items;
      if (!this.sign([','])) return undefined;
    }
  }

  /** An object of several members is a value as it stands. */
  private literal(): Json | undefined {
    for (let end = this.text.indexOf('}', this.at); end >= 0; end = this.text.indexOf('}', end + 1)) {
      try {
        const value = JSON.parse(this.text.slice(this.at, end + 1)) as Json;
        if (!isObject(value) || operationOf(value) !== undefined) return undefined;
        this.at = end + 1;
        return value;
      } catch {
        // It goes on behind a brace of a member.
      }
    }
    return undefined;
  }

  private peek(): string | undefined {
    this.take(SPACE);
    return this.text[this.at];
  }

  /** The sign that stands here, behind which it goes on; undefined for one that is not among them. */
  private sign(among: readonly string[]): string | undefined {
    const begins = this.at;
    const sign = this.take(SIGN);
    if (sign !== undefined && among.includes(sign)) return sign;
    this.at = begins;
    this.take(SPACE);
    return undefined;
  }

  private take(pattern: RegExp): string | undefined {
    if (pattern !== SPACE) this.take(SPACE);
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text)?.[0];
    if (match !== undefined) this.at += match.length;
    return match;
  }
}
