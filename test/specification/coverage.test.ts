// The coverage of the specification as data: one line for each thing that it asks for, in coverage.tsv. `rule` is the
// operation or the source that does it, `proof` the test that covers it: a file that has the words of the item, or
// `file#title` with a part of the title of a test in it; a part of an item needs the latter. A thing that differs for a
// reason has the heading of docs/decisions/differences.md that tells it. A thing that nothing does as asked yet has its
// issue; `later` is asked for by no issue so far. The operations of its section 4 are compared with the document that a
// node shows.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { groups } from '../../api/groups/index.js';
import { allRoutes } from '../../api/groups/routes.js';
import { openApiDocument } from '../../api/server/openapi.js';

interface Row {
  readonly section: string;
  readonly item: string;
  readonly rule: string;
  readonly proof: string;
}

const LATER = 'later';
const ISSUE = /^issue [1-9]\d*$/;

const REASONS = 'docs/decisions/differences.md';

/** Headings of the reasons, as links to them are written. */
function reasonsOf(text: string): ReadonlySet<string> {
  const headings = text.split('\n').filter((line) => line.startsWith('## '));
  return new Set(
    headings.map((line) =>
      line
        .slice(3)
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function rowsOf(table: string): Row[] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.map((line) => {
    const [section = '', item = '', rule = '', proof = ''] = line.split('\t');
    return { section, item, rule, proof };
  });
}

/** The fault of a row, in words; undefined for a good one. */
function faultOf({ section, item, rule, proof }: Row, reasons: ReadonlySet<string>): string | undefined {
  if (section === '' || item === '') return 'names nothing';
  if (rule !== '-' && !Object.hasOwn(allRoutes, rule) && !existsSync(rule)) return `there is no ${rule}`;
  if (proof === LATER || ISSUE.test(proof)) return undefined;
  if (proof.startsWith(`${REASONS}#`))
    return reasons.has(proof.slice(REASONS.length + 1)) ? undefined : `there is no reason ${proof}`;
  const [, file = '', title] = /^(test\/[^#]+\.test\.ts)(?:#(.+))?$/.exec(proof) ?? [];
  if (file === '') return 'is due and has no test';
  if (!existsSync(file)) return `there is no ${file}`;
  if (title !== undefined) return titleProblem(file, title);
  // Its words are of a sentence that other tests may have too.
  if (item.startsWith('... ')) return `is a part of an item, and ${proof} names no test of it`;
  return wordProblem({ item, rule }, file);
}

const texts = new Map<string, string>();
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

function titleProblem(file: string, title: string): string | undefined {
  const titles = textOf(file).matchAll(/\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
  return [...titles].some(([, , found]) => found?.includes(title)) ? undefined : `${file} has no test "${title}"`;
}

/** Asks each operation of the table for its example, without a right and with malformed input: what its words say. */
const EVERY = 'test/contract/surface/operations.test.ts';
const SHOWN_BY_EVERY = /\{[^}]*\}|\b(?:anonymous|Administrator|Bearer|Svc|Can[A-Z][A-Za-z]+|[1-5]\d\d)\b|[^A-Za-z]/g;
const OPERATION = /^(?:GET|POST|PUT|PATCH|DELETE)(?:, [A-Z]+)* (\/[^\s,]*)/;

const CHANGES = /\b(?:PUT|PATCH|DELETE)\b/;

function wordProblem({ item, rule }: Pick<Row, 'item' | 'rule'>, file: string): string | undefined {
  const [operation, path = ''] = OPERATION.exec(item) ?? [];
  if (operation !== undefined && Object.hasOwn(allRoutes, rule) && file === EVERY) {
    // It asks each once, and reads nothing back.
    if (CHANGES.test(operation)) return `${file} shows no change: name the test that reads it back`;
    const more = item.slice(operation.length).replaceAll(SHOWN_BY_EVERY, '');
    return more === '' ? undefined : `${file} does not show "${item.slice(operation.length)}"`;
  }
  const text = textOf(file).toLowerCase();
  const words = operation === undefined ? wordsOf(item) : [path.match(/[^/{},]+(?=[^A-Za-z]*$)/)?.[0] ?? path];
  const isThere = (word: string) => text.includes(word.toLowerCase());
  // An operation may be called by its name.
  if (operation !== undefined && isThere(rule)) return undefined;
  const missing = words.filter((word) => !isThere(word));
  return missing.length === 0 ? undefined : `${file} does not have ${missing.join(', ')}`;
}

/** The names of programs in the item; without one its last word. */
function wordsOf(item: string): readonly string[] {
  const bare = item.replaceAll(/\(.*?\)/g, '');
  const names = (bare.match(/\w+/g) ?? []).filter((word) => /[a-z][A-Z]|_/.test(word));
  return names.length > 0 ? names : (bare.match(/[\w-]+/g) ?? [item]).slice(-1);
}

/** The operations that a row names: `GET, PUT /api/a` and `GET /a, /b`, with parameters by their place. */
function namedIn({ item }: Row): readonly string[] {
  const [, methods = '', rest = ''] =
    /^((?:GET|POST|PUT|PATCH|DELETE)(?:, (?:GET|POST|PUT|PATCH|DELETE))*) (\/.*)$/.exec(item) ?? [];
  const paths = rest.match(/^\/[^\s,]*(?:(?:,| and) \/[^\s,]*)*/)?.[0].split(/,? (?:and )?/) ?? [];
  return methods.split(', ').flatMap((method) => paths.map((path) => `${method} ${placed(path)}`));
}

/** Names of parameters are ours to choose; a slash at the end means the same. */
function placed(path: string): string {
  const bare = path.replaceAll(/\{[^}]*\}/g, '{}');
  return bare === '/' ? bare : bare.replace(/\/$/, '');
}

/** Of services behind the gateway: at other listeners alone. The document itself is no operation. */
const ELSEWHERE = /^(GET|POST) (\/api\/internal\/|\/\.well-known\/openapi\.)/;

describe('the operations of the specification', () => {
  const { paths } = openApiDocument({ installation: 'test', version: '0', publicUrl: 'http://x' }, groups as never) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  const documented = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${placed(path)}`,
        operationId,
      ]),
    ),
  );
  const rows = rowsOf(readFileSync('test/specification/coverage.tsv', 'utf8')).filter(
    ({ section }) => section.startsWith('4') && section !== '4.7',
  );
  const isOwed = ({ proof }: Row) => proof === LATER || ISSUE.test(proof);

  it('are each in the document, under the name that its row says', () => {
    const faults = rows.flatMap((row) => {
      const named = namedIn(row).filter((operation) => !ELSEWHERE.test(operation));
      if (isOwed(row)) return [];
      const missing = named.filter((operation) => !documented.has(operation));
      if (missing.length > 0) return [`${row.item}: ${missing.join(', ')} is not in the document`];
      const isOther = Object.hasOwn(allRoutes, row.rule) && !named.some((one) => documented.get(one) === row.rule);
      return named.length > 0 && isOther ? [`${row.item}: is not ${row.rule}`] : [];
    });
    expect(faults).to.deep.equal([]);
    expect(rows.flatMap(namedIn).length).to.be.at.least(190);
  });

  it('are not there while their row says that they are owed, or that they are for services', () => {
    const early = rows.filter(isOwed).flatMap(namedIn);
    const inside = rows.flatMap(namedIn).filter((operation) => operation.includes('/api/internal/'));
    expect([...early, ...inside].filter((operation) => documented.has(operation))).to.deep.equal([]);
    expect(inside.length).to.be.at.least(1);
  });

  it('have the members that their rows name', () => {
    const named = rows.flatMap(({ item, rule }) => {
      const [operation] = OPERATION.exec(item) ?? [];
      if (operation === undefined || !Object.hasOwn(allRoutes, rule)) return [];
      const schemas = JSON.stringify(allRoutes[rule as keyof typeof allRoutes]);
      const bodies = item.slice(operation.length).match(/\{[^}]*\}/g) ?? [];
      return bodies.flatMap((body) => body.match(/[A-Za-z]\w*/g) ?? []).map((name) => ({ item, name, schemas }));
    });
    const missing = named.filter(({ name, schemas }) => !schemas.includes(`"${name}"`));
    expect(missing.map(({ item, name }) => `${item}: has no ${name}`)).to.deep.equal([]);
    expect(named.length).to.be.at.least(60);
  });

  it('are read from their rows', () => {
    const named = (item: string) => namedIn({ section: '4.1', item, rule: '-', proof: LATER });
    expect(named('GET, PUT /api/a/{id}/b with c')).to.deep.equal(['GET /api/a/{}/b', 'PUT /api/a/{}/b']);
    expect(named('GET /health, /alive anonymous')).to.deep.equal(['GET /health', 'GET /alive']);
    expect(named('GET /health and /alive')).to.deep.equal(['GET /health', 'GET /alive']);
    expect(named('POST /api/instances/ (with and without the slash)')).to.deep.equal(['POST /api/instances']);
    expect(named('... GET /api/a')).to.deep.equal([]);
  });
});

describe('the coverage of the specification', () => {
  const reasons = reasonsOf(readFileSync(REASONS, 'utf8'));
  const rows = rowsOf(readFileSync('test/specification/coverage.tsv', 'utf8'));

  it('has a test for every row that is due, and names no operation, source or test that does not exist', () => {
    const faults = rows.flatMap((row) => {
      const fault = faultOf(row, reasons);
      return fault === undefined ? [] : [`${row.section} ${row.item}: ${fault}`];
    });
    expect(faults).to.deep.equal([]);
  });

  it('has each row once, and none was lost', () => {
    const names = rows.map(({ section, item, rule }) => `${section} ${item} ${rule}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).to.deep.equal([]);
    expect(rows.length).to.be.at.least(640);
  });

  it('finds what is wrong with a row', () => {
    const good = {
      section: '4.1',
      item: 'GET /api/health',
      rule: 'getHealth',
      proof: 'test/contract/node/health.test.ts',
    };
    const fault = (row: Row) => faultOf(row, reasons);
    expect(fault(good)).to.equal(undefined);
    expect(fault({ ...good, proof: '' })).to.equal('is due and has no test');
    expect(fault({ ...good, proof: 'test/contract/nothing.test.ts' })).to.contain('there is no');
    expect(fault({ ...good, proof: 'test/contract/node/health.test.ts#health over HTTP' })).to.equal(undefined);
    expect(fault({ ...good, proof: 'test/contract/node/health.test.ts#no such test' })).to.contain('has no test');
    expect(fault({ ...good, proof: EVERY })).to.equal(undefined);
    expect(fault({ ...good, item: 'GET /api/health anonymous 200 {status}', proof: EVERY })).to.equal(undefined);
    expect(fault({ ...good, item: 'GET /api/health, soft', proof: EVERY })).to.contain('does not show ", soft"');
    expect(fault({ ...good, item: '... and is healthy' })).to.contain('names no test of it');
    const changing = { section: '4.1', item: 'PUT /api/preferences', rule: 'putPreferences', proof: EVERY };
    expect(fault(changing)).to.contain('shows no change');
    expect(fault({ ...good, item: 'GET /api/health soft', proof: EVERY })).to.contain('does not show " soft"');
    const member = { section: '2', item: 'Thing noSuchMember', rule: '-', proof: 'test/contract/node/health.test.ts' };
    expect(fault(member)).to.contain('does not have noSuchMember');
    expect(fault({ ...member, item: 'Thing health' })).to.equal(undefined);
    expect(fault({ ...member, item: 'Thing of nonsense' })).to.contain('does not have nonsense');
    expect(fault({ ...good, rule: 'getNothing' })).to.equal('there is no getNothing');
    expect(fault({ ...good, proof: `${REASONS}#no-such-heading` })).to.contain('there is no reason');
    expect(fault({ ...good, proof: `${REASONS}#a-token-names-no-wallet` })).to.equal(undefined);
    expect([LATER, 'issue 14'].map((proof) => fault({ ...good, proof }))).to.deep.equal([undefined, undefined]);
  });
});
