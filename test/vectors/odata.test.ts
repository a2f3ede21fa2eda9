// The test cases of OASIS for OData 4.01: text that is no OData is refused, expressions of this node are read, and
// others are refused by their name.
import { parse } from 'node:querystring';
import { expect } from 'chai';
import { isFailure, type Result } from '../../core/base/result.js';
import { compileFilter } from '../../core/query/compile.js';
import { queryOptions } from '../../core/query/options.js';
import { parseExpression } from '../../core/query/parser.js';
import { vectorLines } from './lines.js';

interface Case {
  readonly name: string;
  readonly rule: string;
  readonly input: string;
  /** In what must be refused: where it is wrong. */
  readonly failAt?: number;
}

const CASES = vectorLines<Case>('odata/abnf.jsonl');
const OPTIONS: ReadonlySet<string> = new Set([
  ...['filter', 'orderby', 'orderBy', 'select', 'queryOptions', 'search', 'skiptoken', 'compute', 'expand'],
  'systemQueryOption',
]);
/** An entity with any members, so that no case is refused for a name. */
const ANYTHING = { name: 'Anything', properties: {}, isOpen: true } as const;

/** Not of this node: values in JSON, types and functions of a service, annotations, places, flags, other options. */
const ABSENT =
  /[[{]|Model\.|Namespace\.|@Core|@Measures|Price\/@|geo\.|geo(?:graphy|metry)'|cast\(|isof\(|hassub|\$root|\$this|\bhas\b|Pattern'|\$count\(|\/\$filter|MostPopular|ActionName|Address\(|BestProduct|^\$?(?:search|expand|compute|schemaversion)=|^\$index|Items\(1|\$search/;

describe('vectors: OData query options and expressions (OASIS)', () => {
  it('are 248 cases, of which 18 must be refused', () => {
    expect(CASES).to.have.lengthOf(248);
    expect(CASES.filter(({ failAt }) => failAt !== undefined)).to.have.lengthOf(18);
  });

  for (const { name, rule, input, failAt } of CASES) {
    it(`${rule}: ${name}: ${input}`, () => {
      const found = read(rule, input);
      const code = isFailure(found) ? found.issue.code : undefined;
      if (failAt !== undefined) expect(code).to.be.oneOf(['QUERY_INVALID', 'NOT_IMPLEMENTED']);
      else expect(code).to.equal(expectedOf(input));
    });
  }
});

function expectedOf(input: string): string | undefined {
  // One option twice, and a parameter that the query does not give: fragments of rules, and no whole queries.
  if (input.includes('$Format=atom') || input.includes('@Messages/any')) return 'QUERY_INVALID';
  return ABSENT.test(input) ? 'NOT_IMPLEMENTED' : undefined;
}

function read(rule: string, input: string): Result<unknown> {
  if (OPTIONS.has(rule)) return queryOptions({ ...parse(input) }, { topMax: 100 });
  const tree = parseExpression(decodeURIComponent(input));
  // The names of functions are looked up here: `any()` of nothing is the form of a call.
  if (isFailure(tree) || tree.kind !== 'call') return tree;
  const filter = compileFilter(
    { kind: 'compare', operator: 'ne', left: tree, right: tree, at: 0 },
    { type: ANYTHING, nowMs: 0 },
  );
  return isFailure(filter) && filter.issue.code === 'NOT_IMPLEMENTED' ? filter : tree;
}
