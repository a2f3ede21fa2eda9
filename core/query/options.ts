// System query options of a request (OData URL Conventions 4.01 section 5), read from the parameters of a URL. All else
// is refused by its name, so that no filter is ever ignored; parameters of clients' own, without `$` and `@`, are left
// alone as the standard has it.
import { type Issue, issue } from '../base/issue.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Expression } from './expression.js';
import { notSupported } from './faults.js';
import { ALIAS_MAX, ORDER_MAX, SELECT_MAX } from './limits.js';
import { type OrderItem, parseExpression, parseOrder } from './parser.js';

export interface QueryOptions {
  readonly filter?: Expression;
  readonly order: readonly OrderItem[];
  /** Paths of members; absent for all. */
  readonly select?: readonly (readonly string[])[];
  readonly top?: number;
  readonly skip: number;
  /** The answer says how many there are. */
  readonly isCounted: boolean;
  readonly skipToken?: string;
  /** Its absence leaves the choice to Accept. */
  readonly format?: string;
  /** All options but the token, in one order: pages of one list have the same text. */
  readonly identity: string;
}

/** Parameters as a URL has them: one that comes twice is a list. */
export type Parameters = Readonly<Record<string, unknown>>;

const KNOWN = ['filter', 'orderby', 'select', 'top', 'skip', 'count', 'skiptoken', 'format'] as const;
type Known = (typeof KNOWN)[number];
type Given = Readonly<Partial<Record<Known, string>>>;

const UNSUPPORTED: Readonly<Record<string, string>> = {
  search: 'filter by members, such as contains(name,...).',
  expand: 'follow the navigation of each entity, such as Registers(...)/transactions.',
  apply: 'read the entities and aggregate them.',
  compute: 'compute in $filter, or at the reader.',
  index: 'use $skip.',
  levels: 'entities have no levels.',
  deltatoken: 'order by sealedAt, and filter by the newest that you have.',
  schemaversion: 'there is one version of the schema.',
  id: 'read the entity by its key.',
};

/**
 * Issues: QUERY_INVALID with the option as its path, NOT_IMPLEMENTED for options of OData that this node does not have.
 */
export function queryOptions(parameters: Parameters, { topMax }: { readonly topMax: number }): Result<QueryOptions> {
  const given = givenOptions(parameters);
  if (isFailure(given)) return given;
  const { options, aliases } = given;
  const filter = parseOption('filter', options.filter, (text) => parseExpression(text, aliases));
  if (isFailure(filter)) return filter;
  const order = parseOption('orderby', options.orderby, (text) => parseOrder(text, aliases));
  if (isFailure(order)) return order;
  if (order !== undefined && order.length > ORDER_MAX)
    return fail(issue('QUERY_INVALID', '/$orderby', `At most ${ORDER_MAX} members order a list.`));
  const select = parseOption('select', options.select, selectOf);
  if (isFailure(select)) return select;
  const numbers = numbersOf(options, topMax);
  if (isFailure(numbers)) return numbers;
  return {
    ...(filter !== undefined && { filter }),
    order: order ?? [],
    ...(select !== undefined && { select }),
    ...numbers,
    ...(options.skiptoken !== undefined && { skipToken: options.skiptoken }),
    ...(options.format !== undefined && { format: options.format }),
    identity: identityOf(options, aliases),
  };
}

function givenOptions(
  parameters: Parameters,
): Result<{ readonly options: Given; readonly aliases: ReadonlyMap<string, string> }> {
  const options: Partial<Record<Known, string>> = {};
  const aliases = new Map<string, string>();
  for (const [name, text] of Object.entries(parameters)) {
    if (name.startsWith('@')) {
      if (typeof text !== 'string' || text.length > ALIAS_MAX)
        return fail(
          issue('QUERY_INVALID', `/${name}`, `A parameter comes once, with at most ${ALIAS_MAX} characters.`),
        );
      aliases.set(name, text);
      continue;
    }
    const known = knownOption(name);
    if (isFailure(known)) return known;
    if (known === undefined) continue;
    if (typeof text !== 'string' || options[known] !== undefined)
      return fail(issue('QUERY_INVALID', `/$${known}`, 'The option comes once.'));
    options[known] = text;
  }
  return { options, aliases };
}

/**
 * By 4.01 the names of options are of any case and may lack their `$`; a filter that was ignored would answer with
 * everything.
 */
function knownOption(name: string): Result<Known | undefined> {
  const plain = (name.startsWith('$') ? name.slice(1) : name).toLowerCase();
  if ((KNOWN as readonly string[]).includes(plain)) return plain as Known;
  const instead = Object.hasOwn(UNSUPPORTED, plain) ? UNSUPPORTED[plain] : undefined;
  if (instead !== undefined && name.startsWith('$')) return fail(at(`$${plain}`, notSupported(`$${plain}`, instead)));
  if (instead !== undefined && plain !== 'id' && plain !== 'index')
    return fail(at(plain, notSupported(plain, instead)));
  return name.startsWith('$') ? fail(issue('QUERY_INVALID', `/${name}`, `OData has no option ${name}.`)) : undefined;
}

function at(name: string, problem: Issue): Issue {
  return { ...problem, path: `/${name}` };
}

function parseOption<T>(
  name: Known,
  text: string | undefined,
  parse: (text: string) => Result<T>,
): Result<T> | undefined {
  if (text === undefined) return undefined;
  const result = parse(text);
  return isFailure(result) ? result.mapIssues((problem) => at(`$${name}`, problem)) : result;
}

const MEMBER = /^[\p{L}_][\p{L}\p{Nd}_]*(?:\/[\p{L}_][\p{L}\p{Nd}_]*)*$/u;

function selectOf(text: string): Result<readonly (readonly string[])[] | undefined> {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > SELECT_MAX) return fail(issue('QUERY_INVALID', '', `At most ${SELECT_MAX} members can be named.`));
  if (names.includes('*')) return undefined;
  const wrong = names.find((name) => !MEMBER.test(name));
  if (wrong === undefined) return names.map((name) => name.split('/'));
  if (/[(@.]/.test(wrong)) return fail(notSupported(`$select=${wrong.slice(0, 40)}`, 'name members as in $metadata.'));
  return fail(
    issue('QUERY_INVALID', '', 'Members are named with commas between them, such as txId,metaData/blueprintId.'),
  );
}

function numbersOf(
  { top, skip, count }: Given,
  topMax: number,
): Result<Pick<QueryOptions, 'top' | 'skip' | 'isCounted'>> {
  const most = numberOf('top', top, topMax);
  if (isFailure(most)) return most;
  const left = numberOf('skip', skip, Number.MAX_SAFE_INTEGER);
  if (isFailure(left)) return left;
  const isCounted = count?.toLowerCase() ?? 'false';
  if (isCounted !== 'true' && isCounted !== 'false')
    return fail(issue('QUERY_INVALID', '/$count', '$count is true or false.'));
  return { ...(most !== undefined && { top: most }), skip: left ?? 0, isCounted: isCounted === 'true' };
}

function numberOf(name: Known, text: string | undefined, max: number): Result<number | undefined> {
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value) && value <= max) return value;
  const most = max === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${max}`;
  return fail(issue('QUERY_INVALID', `/$${name}`, `$${name} is a whole number, at least 0${most}.`));
}

/** `$top` may differ from page to page; the list does not. */
function identityOf({ filter, orderby }: Given, aliases: ReadonlyMap<string, string>): string {
  return JSON.stringify([filter ?? '', orderby ?? '', [...aliases].sort(([a], [b]) => (a < b ? -1 : 1))]);
}
