// RDF Dataset Canonicalization (RDFC-1.0, W3C Recommendation of 2024-05-21): one text for all datasets that differ in
// the order of their quads and the labels of their blank nodes alone. Blank nodes that look alike are told apart by
// trying their orders, which a hostile dataset makes endless: such steps are counted, and a dataset that takes more is
// refused.
import { sha256Hex } from '../base/hash.js';
import { issue } from '../base/issue.js';
import { ALIKE_NODE_STEPS_MAX } from '../base/limits/node/reading.js';
import { fail, type Result } from '../base/result.js';
import { byCodePoints, inOrder, type Quad, quadLine, type RdfNode } from './quads.js';

/** Labels that were given, in their order. */
class Issuer {
  constructor(
    private readonly prefix: string,
    private readonly labels: Map<string, string> = new Map(),
  ) {}

  get(blank: string): string | undefined {
    return this.labels.get(blank);
  }

  issue(blank: string): string {
    const known = this.labels.get(blank);
    if (known !== undefined) return known;
    const label = `${this.prefix}${this.labels.size}`;
    this.labels.set(blank, label);
    return label;
  }

  issuedLabels(): readonly string[] {
    return [...this.labels.keys()];
  }

  copy(): Issuer {
    return new Issuer(this.prefix, new Map(this.labels));
  }
}

interface Run {
  /** The quads that name a blank node. */
  readonly quads: ReadonlyMap<string, readonly Quad[]>;
  readonly canonical: Issuer;
  readonly firstHashes: Map<string, string>;
  /** Left of the steps that the dataset may take. */
  steps: number;
}

interface Found {
  readonly hash: string;
  readonly issuer: Issuer;
}

/** Work in pieces, after each of which others may have a turn. */
export type Pieces<T> = Generator<undefined, T, undefined>;

/** Canonical N-Quads; LINKED_TOO_COSTLY for a dataset of which too many blank nodes look alike. */
export function canonicalQuads(quads: readonly Quad[], stepsMax = ALIKE_NODE_STEPS_MAX): Result<string> {
  const pieces = quadsInPieces(quads, stepsMax);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/** The same, for datasets of any size: a docket has tens of thousands of quads. */
export function* quadsInPieces(quads: readonly Quad[], stepsMax = ALIKE_NODE_STEPS_MAX): Pieces<Result<string>> {
  const named = new Map<string, Quad[]>();
  yield* forEach(quads, (quad) => {
    for (const blank of new Set(blanksIn(quad).map(({ value }) => value))) push(named, blank, quad);
  });
  const run: Run = { quads: named, canonical: new Issuer('c14n'), firstHashes: new Map(), steps: stepsMax };
  const byHash = new Map<string, string[]>();
  yield* forEach(named.keys(), (blank) => push(byHash, firstHash(run, blank), blank));
  const groups = [...byHash].sort(([a], [b]) => byCodePoints(a, b));
  for (const [, [only, ...others]] of groups) if (others.length === 0) run.canonical.issue(only as string);
  for (const [, alike] of groups) if (alike.length > 1 && !settle(run, alike)) return fail(TOO_COSTLY);
  const lines = new Set<string>();
  yield* forEach(quads, (quad) => lines.add(quadLine(quad, (blank) => run.canonical.issue(blank))));
  return inOrder([...lines]).join('');
}

/** Nodes or quads of a piece: some milliseconds. */
const PIECE = 500;

function* forEach<T>(items: Iterable<T>, work: (item: T) => void): Pieces<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % PIECE === 0) yield;
  }
}

const TOO_COSTLY = issue(
  'LINKED_TOO_COSTLY',
  '',
  'Too many parts of the document look alike to put them in the one order of a canonical form: read it as JSON-LD.',
);

/** Gives labels to blank nodes of the same first hash; false when the steps are used up. */
function settle(run: Run, alike: readonly string[]): boolean {
  const rows: Found[] = [];
  for (const blank of alike) {
    if (run.canonical.get(blank) !== undefined) continue;
    const issuer = new Issuer('b');
    issuer.issue(blank);
    const item = hashByNeighbours(run, blank, issuer);
    if (item === undefined) return false;
    rows.push(item);
  }
  rows.sort((a, b) => byCodePoints(a.hash, b.hash));
  for (const { issuer } of rows) for (const blank of issuer.issuedLabels()) run.canonical.issue(blank);
  return true;
}

type Position = 's' | 'o' | 'g';

function blanksIn({ subject, object, graph }: Quad): readonly { readonly value: string; readonly at: Position }[] {
  const parts: readonly (readonly [RdfNode | Quad['object'] | undefined, Position])[] = [
    [subject, 's'],
    [object, 'o'],
    [graph, 'g'],
  ];
  return parts.flatMap(([part, at]) => (part?.kind === 'blank' ? [{ value: part.value, at }] : []));
}

/** Section 4.6: of the quads that name the node, with no label but whether it is the node. */
function firstHash(run: Run, blank: string): string {
  const known = run.firstHashes.get(blank);
  if (known !== undefined) return known;
  const lines = (run.quads.get(blank) ?? []).map((quad) => quadLine(quad, (other) => (other === blank ? 'a' : 'z')));
  const hash = sha256Hex(inOrder(lines).join(''));
  run.firstHashes.set(blank, hash);
  return hash;
}

/** Section 4.7: of a node that is named together with the one that is looked at. */
function relatedHash(
  run: Run,
  related: string,
  { predicate, at, issuer }: { readonly predicate: RdfNode; readonly at: Position; readonly issuer: Issuer },
): string {
  const label = run.canonical.get(related) ?? issuer.get(related);
  const said = label === undefined ? firstHash(run, related) : `_:${label}`;
  return sha256Hex(`${at}${at === 'g' ? '' : `<${predicate.value}>`}${said}`);
}

/** Section 4.8: of the node with all that hangs on it, in the least of their orders. Undefined: no steps are left. */
function hashByNeighbours(run: Run, blank: string, given: Issuer): Found | undefined {
  if (run.steps-- <= 0) return undefined;
  let issuer = given;
  let data = '';
  const related = new Map<string, string[]>();
  for (const quad of run.quads.get(blank) ?? [])
    for (const { value, at } of blanksIn(quad))
      if (value !== blank) push(related, relatedHash(run, value, { predicate: quad.predicate, at, issuer }), value);
  for (const [hash, blanks] of [...related].sort(([a], [b]) => byCodePoints(a, b))) {
    const least = leastPath(run, blanks, issuer);
    if (least === undefined) return undefined;
    data += hash + least.path;
    issuer = least.issuer;
  }
  return { hash: sha256Hex(data), issuer };
}

interface Path {
  readonly path: string;
  readonly issuer: Issuer;
}

function leastPath(run: Run, blanks: readonly string[], issuer: Issuer): Path | undefined {
  let least: Path | undefined;
  for (const order of orders(blanks)) {
    if (run.steps-- <= 0) return undefined;
    const path = pathOf(run, order, { issuer: issuer.copy(), least: least?.path });
    if (path === undefined) return undefined;
    if (path !== 'longer' && (least === undefined || byCodePoints(path.path, least.path) < 0)) least = path;
  }
  return least;
}

/** 'longer' as soon as it is certain that the path is above the least one so far. */
function pathOf(
  run: Run,
  order: readonly string[],
  { issuer: given, least }: { readonly issuer: Issuer; readonly least: string | undefined },
): Path | 'longer' | undefined {
  let issuer = given;
  let path = '';
  const isLonger = () => least !== undefined && path.length >= least.length && byCodePoints(path, least) > 0;
  const unknown: string[] = [];
  for (const blank of order) {
    const label = run.canonical.get(blank);
    if (label === undefined && issuer.get(blank) === undefined) unknown.push(blank);
    path += `_:${label ?? issuer.issue(blank)}`;
    if (isLonger()) return 'longer';
  }
  for (const blank of unknown) {
    const value = hashByNeighbours(run, blank, issuer);
    if (value === undefined) return undefined;
    path += `_:${issuer.issue(blank)}<${value.hash}>`;
    issuer = value.issuer;
    if (isLonger()) return 'longer';
  }
  return { path, issuer };
}

/** All orders of a list, one at a time. */
function* orders(list: readonly string[]): Generator<readonly string[]> {
  if (list.length <= 1) yield list;
  else
    for (const [at, first] of list.entries())
      for (const rest of orders([...list.slice(0, at), ...list.slice(at + 1)])) yield [first, ...rest];
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
