// Reads an expression by recursive descent, by the precedence of OData URL Conventions 4.01 section 5.1.1.17: each
// token is looked at once, so that brackets in one another cost no more than side by side. The first fault ends it.
import type { Issue } from '../base/issue.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Arithmetic, Comparison, Expression, Lambda } from './expression.js';
import { notSupported, syntaxFault } from './faults.js';
import { LIST_MAX, NESTING_MAX, TOKENS_MAX } from './limits.js';
import { type QueryToken, TOO_LONG, tokensOf } from './tokens.js';

/** Texts of `@name` parameters of the query. */
export type Aliases = ReadonlyMap<string, string>;

const NO_ALIASES: Aliases = new Map();

/**
 * Issues: QUERY_INVALID for what is not an expression or too large, NOT_IMPLEMENTED for what OData has and this node
 * does not.
 */
export function parseExpression(text: string, aliases: Aliases = NO_ALIASES): Result<Expression> {
  return parseWith(text, aliases, (parser) => parser.expression());
}

/** An item of `$orderby`, with its direction. */
export interface OrderItem {
  readonly by: Expression;
  readonly isDescending: boolean;
}

export function parseOrder(text: string, aliases: Aliases = NO_ALIASES): Result<readonly OrderItem[]> {
  return parseWith(text, aliases, (parser) => parser.order());
}

function parseWith<T>(text: string, aliases: Aliases, read: (parser: Parser) => T): Result<T> {
  const tokens = tokensOf(text);
  if (isFailure(tokens)) return tokens;
  const parser = new Parser(tokens, { end: text.length, aliases, room: { tokens: TOKENS_MAX - tokens.length } });
  const tree = read(parser);
  parser.expectEnd();
  return parser.fault === undefined ? tree : fail(parser.fault);
}

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const SUMS: ReadonlySet<string> = new Set(['add', 'sub']);
const PRODUCTS: ReadonlySet<string> = new Set(['mul', 'div', 'divby', 'mod']);
/** Stands in the place of a tree after a fault; the fault is told in its stead. */
const NOTHING: Expression = { kind: 'literal', type: 'null', value: null, at: 0 };

const UNSUPPORTED_CALLS: Readonly<Record<string, string>> = {
  cast: 'values have the types of $metadata.',
  isof: 'each set has one type.',
  case: 'ask once for each case.',
  hassubset: 'use any and in.',
  hassubsequence: 'use any and in.',
  matchespattern: 'use contains, startswith or endswith.',
};

interface Around {
  readonly end: number;
  readonly aliases: Aliases;
  /** Words that aliases may still bring in: each time that one is named it is read and computed again. */
  readonly room: { tokens: number };
}

class Parser {
  fault: Issue | undefined;
  #next = 0;
  #depth = 0;
  readonly #open: Set<string> = new Set();

  constructor(
    private readonly tokens: readonly QueryToken[],
    private readonly around: Around,
  ) {}

  expression(): Expression {
    return this.#nest(() => this.#chain('or', () => this.#chain('and', () => this.#comparison())));
  }

  order(): readonly OrderItem[] {
    return this.#list(() => {
      const by = this.expression();
      const word = this.#word();
      if (word !== 'asc' && word !== 'desc') return { by, isDescending: false };
      this.#next += 1;
      return { by, isDescending: word === 'desc' };
    });
  }

  expectEnd(): void {
    const token = this.#peek();
    if (token !== undefined) this.#fail(`${tokenText(token)} is not expected here.`);
  }

  /** Two or more joined by one operator become one node: a long chain is not a deep tree. */
  #chain(operator: 'and' | 'or', read: () => Expression): Expression {
    const first = read();
    const of = [first];
    const at = this.#at();
    while (this.#takeWord(operator)) of.push(read());
    return of.length === 1 ? first : { kind: operator, of, at };
  }

  #comparison(): Expression {
    const left = this.#binary(SUMS, () => this.#binary(PRODUCTS, () => this.#unary()));
    const at = this.#at();
    const operator = this.#word();
    if (operator === undefined) return left;
    if (operator === 'has') return this.#refuse(notSupported('has', 'no member here is a set of flags.'));
    if (operator === 'in') {
      this.#next += 1;
      return { kind: 'in', of: left, among: this.#among(), at };
    }
    if (!COMPARISONS.has(operator)) return left;
    this.#next += 1;
    const right = this.#binary(SUMS, () => this.#binary(PRODUCTS, () => this.#unary()));
    // `a eq b eq c` has two readings, of which the author means neither.
    const more = this.#word();
    if (more !== undefined && (COMPARISONS.has(more) || more === 'in'))
      return this.#fail('two comparisons in a row can be read in two ways: put one in brackets.');
    return { kind: 'compare', operator: operator as Comparison, left, right, at };
  }

  #binary(operators: ReadonlySet<string>, read: () => Expression): Expression {
    let left = read();
    for (;;) {
      const at = this.#at();
      const operator = this.#word();
      if (operator === undefined || !operators.has(operator)) return left;
      this.#next += 1;
      left = { kind: 'compute', operator: operator as Arithmetic, left, right: read(), at };
    }
  }

  #unary(): Expression {
    const at = this.#at();
    if (this.#takeSign('-')) return this.#nest(() => ({ kind: 'minus', of: this.#unary(), at }));
    if (this.#word() === 'not' && !this.#isSign(1, '/')) {
      this.#next += 1;
      return this.#nest(() => this.#negate(at));
    }
    return this.#primary();
  }

  /** By the precedence `not a eq b` is `(not a) eq b`, by the grammar `not (a eq b)`: it is refused. */
  #negate(at: number): Expression {
    const of = this.#unary();
    const word = this.#word();
    if (word !== undefined && word !== 'and' && word !== 'or' && word !== 'asc' && word !== 'desc')
      return this.#fail(`not before ${word} can be read in two ways: put what is negated in brackets.`);
    return { kind: 'not', of, at };
  }

  #primary(): Expression {
    const token = this.#peek();
    if (token === undefined) return this.#fail('a value is expected.');
    if (token.kind === 'literal') return this.#literal(token);
    if (token.kind === 'name') return this.#readNamed(token);
    if (token.text === '(') {
      this.#next += 1;
      const inside = this.expression();
      this.#expectSign(')');
      return inside;
    }
    return this.#fail(`a value is expected, and not ${tokenText(token)}.`);
  }

  #literal({ type, value, text, at }: QueryToken & { readonly kind: 'literal' }): Expression {
    if (type === 'enum')
      return this.#refuse(notSupported(text, 'no member here is an enumeration; compare with a text.'));
    if (type === 'geo') return this.#refuse(notSupported(text, 'no member here is a place on the earth.'));
    if (type === 'binary') return this.#refuse(notSupported(text, 'bytes are texts here.'));
    this.#next += 1;
    return { kind: 'literal', type, value, at };
  }

  #readNamed(token: QueryToken & { readonly kind: 'name' }): Expression {
    const { text } = token;
    if (text.startsWith('@')) return this.#alias(token);
    if (text === '$root' || text === '$this')
      return this.#refuse(notSupported(text, 'ask the other set in a request of its own.'));
    if (text.startsWith('$') && text !== '$it') return this.#fail(`${text} begins no value.`);
    if (this.#isSign(1, '(')) return this.#call(token);
    return this.#path(token);
  }

  /**
   * The alias is read as if its text stood here, in brackets. An alias that names itself has no end, and is refused.
   */
  #alias({ text, at }: QueryToken): Expression {
    if (text.includes('.'))
      return this.#refuse(notSupported(text, 'entities have no annotations that can be asked for.'));
    const given = this.around.aliases.get(text);
    if (given === undefined) return this.#fail(`the parameter ${text} is not in the query.`);
    if (this.#open.has(text) || this.#open.size > 0)
      return this.#fail(`the parameter ${text} stands in a parameter: give it in full.`);
    const tokens = tokensOf(given);
    if (isFailure(tokens)) return this.#refuse(tokens.issue);
    const { aliases, room } = this.around;
    room.tokens -= tokens.length;
    if (room.tokens < 0) return this.#refuse(TOO_LONG);
    const inner = new Parser(tokens, { end: given.length, aliases, room });
    inner.#open.add(text);
    inner.#depth = this.#depth;
    const tree = inner.expression();
    inner.expectEnd();
    if (inner.fault !== undefined) return this.#refuse(inner.fault);
    this.#next += 1;
    return { ...tree, at };
  }

  #call({ text, at }: QueryToken): Expression {
    const name = text.toLowerCase();
    if (text.includes('.'))
      return this.#refuse(notSupported(`${text}()`, 'there are no functions but those of OData.'));
    const instead = Object.hasOwn(UNSUPPORTED_CALLS, name) ? UNSUPPORTED_CALLS[name] : undefined;
    if (instead !== undefined) return this.#refuse(notSupported(`${text}()`, instead));
    this.#next += 2;
    const args = this.#isSign(0, ')') ? [] : this.#nest(() => this.#list(() => this.expression()));
    this.#expectSign(')');
    if (this.#isSign(0, '/'))
      return this.#refuse(notSupported(`a path behind ${text}()`, 'functions give single values.'));
    return { kind: 'call', name, args, at };
  }

  #path(token: QueryToken): Expression {
    const names = [token.text];
    this.#next += 1;
    while (this.#takeSign('/')) {
      const name = this.#peek();
      if (name?.kind !== 'name') return this.#fail('the name of a member is expected.');
      if (name.text === '$count') return this.#countOf(names, token.at);
      if (name.text.startsWith('$') || name.text.startsWith('@'))
        return this.#refuse(notSupported(`/${name.text}`, 'name members as in $metadata.'));
      if (this.#isSign(1, '(')) return this.#lambda(names, name);
      names.push(name.text);
      this.#next += 1;
    }
    if (names.some((name) => name.includes('.')))
      return this.#refuse(notSupported('a type in a path', 'each set has one type.'));
    return { kind: 'path', names, isCount: false, at: token.at };
  }

  #countOf(names: readonly string[], at: number): Expression {
    this.#next += 1;
    if (this.#isSign(0, '(')) return this.#refuse(notSupported('$count with options', 'use any or all.'));
    return { kind: 'path', names, isCount: true, at };
  }

  #lambda(over: readonly string[], { text, at }: QueryToken): Expression {
    const quantifier = text.toLowerCase();
    if (quantifier !== 'any' && quantifier !== 'all')
      return this.#refuse(notSupported(`/${text}()`, 'of a collection any and all can be asked.'));
    this.#next += 2;
    const lambda = this.#nest((): Lambda => this.#lambdaBody(quantifier));
    this.#expectSign(')');
    return { kind: 'lambda', over, lambda, at };
  }

  #lambdaBody(quantifier: 'any' | 'all'): Lambda {
    if (quantifier === 'any' && this.#isSign(0, ')')) return { quantifier };
    const variable = this.#peek();
    if (variable?.kind !== 'name' || !/^[^$@.]+$/.test(variable.text)) {
      this.#fail(`${quantifier} names a variable and a colon, such as ${quantifier}(r:r eq 'x').`);
      return { quantifier };
    }
    this.#next += 1;
    this.#expectSign(':');
    return { quantifier, variable: variable.text, test: this.expression() };
  }

  #among(): readonly Expression[] | Expression {
    if (!this.#takeSign('(')) return this.#primary();
    if (this.#takeSign(')')) return [];
    const list = this.#nest(() => this.#list(() => this.expression()));
    this.#expectSign(')');
    if (list.length > LIST_MAX) this.#fail(`in compares with at most ${LIST_MAX} values.`);
    return list;
  }

  #list<T>(read: () => T): readonly T[] {
    const list = [read()];
    while (this.#takeSign(',')) list.push(read());
    return list;
  }

  /** Counts levels, so that no text makes the stack overflow. */
  #nest<T>(read: () => T): T {
    if (this.#depth === NESTING_MAX) this.#fail(`the expression nests deeper than ${NESTING_MAX} levels.`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #peek(ahead = 0): QueryToken | undefined {
    return this.fault === undefined ? this.tokens[this.#next + ahead] : undefined;
  }

  #at(): number {
    return this.#peek()?.at ?? this.around.end;
  }

  /** The next token as an operator: those of 4.01 are of any case. */
  #word(): string | undefined {
    const token = this.#peek();
    return token?.kind === 'name' ? token.text.toLowerCase() : undefined;
  }

  #takeWord(word: string): boolean {
    if (this.#word() !== word) return false;
    this.#next += 1;
    return true;
  }

  #isSign(ahead: number, sign: string): boolean {
    const token = this.#peek(ahead);
    return token?.kind === 'sign' && token.text === sign;
  }

  #takeSign(sign: string): boolean {
    if (!this.#isSign(0, sign)) return false;
    this.#next += 1;
    return true;
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) this.#fail(`${sign} is expected.`);
  }

  #fail(message: string): Expression {
    return this.#refuse(syntaxFault(this.#at(), message));
  }

  /** From here on there are no tokens, so that all that is begun ends. */
  #refuse(fault: Issue): Expression {
    this.fault ??= fault;
    return NOTHING;
  }
}

function tokenText(token: QueryToken): string {
  return JSON.stringify(token.text.length > 40 ? `${token.text.slice(0, 40)}...` : token.text);
}
