// An opening: single cells of a run, shown with what it takes to find its public root again. It says who stated which
// value, or that none was given, needs no key and no other transaction, and tells nothing of any other cell.
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json } from '../../base/json.js';
import { CELL_CLASSES_MAX, CELLS_MAX } from '../../base/limits/ledger/cells.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { type FileManifest, filesNamedIn, isManifests } from '../files.js';
import type { Layout } from '../layout/layout.js';
import type { CellValue } from '../layout/values.js';
import { readEnvelope } from './envelope.js';
import type { OpenedCells, OpenedClass } from './open.js';
import {
  CELL_SALT_BYTES,
  cellText,
  classHashOf,
  HASH_BYTES,
  leafOf,
  placeOf,
  type RunPlace,
  rootOf,
  saltAt,
  saltsOf,
} from './root.js';

/** A cell that is shown. `i` is its place in its class. */
export type ShownCell = {
  readonly i: number;
  readonly pointer: string;
  /** Base64url. */
  readonly salt: string;
} & ({ readonly value: Json } | { readonly absent: true });

/** A class of which nothing is shown has its hash; another one its leaves, with null for those that are shown. */
export type ShownClass =
  | { readonly hash: string }
  | { readonly leaves: readonly (string | null)[]; readonly open: readonly ShownCell[] };

/** Hashes are base64url. */
export interface Opening {
  readonly v: 1;
  readonly txId: string;
  /** All of the run, in their order. */
  readonly classes: readonly ShownClass[];
  /** Of the files that the shown values name. */
  readonly manifests?: readonly FileManifest[];
}

export interface Showing {
  readonly txId: string;
  readonly run: RunPlace;
  readonly layout: Layout;
  /** The cells that the wallet which shows them reads. */
  readonly opened: OpenedCells;
}

/** The opening of the cells with these pointers; BODY_INVALID at one that the wallet does not read. */
export function openingOf({ txId, run, layout, opened }: Showing, pointers: readonly string[]): Result<Opening> {
  const cells = opened.classes.flatMap(({ class: at }) => layout.classes[at]?.cells ?? []);
  const readable = new Set(cells.map(({ pointer }) => pointer));
  const wanted = [...new Set(pointers)];
  const unread = wanted.findIndex((name) => !readable.has(name));
  if (unread >= 0)
    return fail(
      issue(
        'BODY_INVALID',
        `/pointers/${unread}`,
        `The wallet reads no part ${wanted[unread]} of this action: expected one of ${[...readable].join(', ').slice(0, 200)}.`,
      ),
    );
  const place = placeOf(run);
  const classes = layout.classes.map((_, at): ShownClass => {
    const own = opened.classes.find((item) => item.class === at);
    return (
      (own && showClass({ layout, opened, place, wanted }, own)) ?? {
        hash: toBase64Url(opened.hashes[at] as Uint8Array),
      }
    );
  });
  const values = classes.flatMap((item) => ('open' in item ? item.open : [])).map((cell) => shownValue(cell) ?? null);
  const manifests = filesNamedIn(values, opened.files);
  return { v: 1, txId, classes, ...(manifests.length > 0 && { manifests }) };
}

interface Wanted extends Pick<Showing, 'layout' | 'opened'> {
  readonly place: Uint8Array;
  readonly wanted: readonly string[];
}

function showClass(
  { layout, opened, place, wanted }: Wanted,
  { class: at, seed, values }: OpenedClass,
): ShownClass | undefined {
  const cells = layout.classes[at]?.cells ?? [];
  if (!cells.some(({ pointer }) => wanted.includes(pointer))) return undefined;
  const salts = saltsOf(seed, cells.length);
  const open: ShownCell[] = [];
  const leaves = cells.map(({ pointer }, i) => {
    const salt = saltAt(salts, i);
    const value = values[i];
    if (!wanted.includes(pointer)) return toBase64Url(leafOf(cellText(pointer, value, opened.files), { place, salt }));
    const stated = value === undefined ? { absent: true as const } : { value };
    open.push({ i, pointer, salt: toBase64Url(salt), ...stated });
    return null;
  });
  return { leaves, open };
}

/** The value that is shown; undefined for an absent one. */
function shownValue(cell: ShownCell): CellValue {
  return 'value' in cell ? cell.value : undefined;
}

/** The statement that an opening proves of a sealed transaction. */
export interface ProvenCells {
  readonly cells: readonly { readonly pointer: string; readonly value: CellValue }[];
  readonly manifests: readonly FileManifest[];
  /** Of all classes, in their order. */
  readonly hashes: readonly Uint8Array[];
}

/**
 * The cells that the opening shows, where they give the root of the transaction: EVIDENCE_INVALID for anything else.
 * With a layout, which a reader with the definition has, each cell also has to stand at its place in it. At
 * most as much is checked as one action has.
 */
export function verifyOpening(
  opening: Json,
  tx: { readonly txId: string; readonly header: TransactionHeader; readonly payload: Json },
  layout?: Layout,
): Result<ProvenCells> {
  const read = readOpening(opening);
  if (isFailure(read)) return read;
  if (read.txId !== tx.txId) return fail(openingIssue('/txId', 'The opening is of another transaction.'));
  const envelope = readEnvelope(tx.payload);
  if (isFailure(envelope))
    return fail(openingIssue('/txId', 'The transaction has no root over separately disclosed parts.'));
  const wrong = layout && placeIssue(read, layout);
  if (wrong) return fail(wrong);
  const place = placeOf(tx.header);
  const files = read.manifests ?? [];
  const hashes = read.classes.map((item) => {
    if ('hash' in item) return fromBase64Url(item.hash) as Uint8Array;
    const open = new Map(item.open.map((cell) => [cell.i, cell]));
    return classHashOf(item.leaves.map((leaf, i) => leafAt(leaf, open.get(i), { place, files })));
  });
  if (toBase64Url(rootOf(place, hashes)) !== envelope.root)
    return fail(
      openingIssue(
        '/classes',
        'The cells that are shown do not give the root of the transaction: they are not what was stated there.',
      ),
    );
  const cells = read.classes.flatMap((item) => ('open' in item ? item.open : []));
  const manifests = filesNamedIn(
    cells.map((cell) => shownValue(cell) ?? null),
    files,
  );
  // No leaf binds another one.
  if (manifests.length < files.length)
    return fail(openingIssue('/manifests', 'A manifest is of no file that a shown part names: leave it out.'));
  return { cells: cells.map((cell) => ({ pointer: cell.pointer, value: shownValue(cell) })), manifests, hashes };
}

function leafAt(
  leaf: string | null,
  cell: ShownCell | undefined,
  { place, files }: { readonly place: Uint8Array; readonly files: readonly FileManifest[] },
): Uint8Array {
  if (leaf !== null || !cell) return fromBase64Url(leaf ?? '') ?? new Uint8Array(0);
  return leafOf(cellText(cell.pointer, shownValue(cell), files), {
    place,
    salt: fromBase64Url(cell.salt) as Uint8Array,
  });
}

function placeIssue({ classes }: Opening, layout: Layout): Issue | undefined {
  if (classes.length !== layout.classes.length)
    return openingIssue('/classes', `Expected ${layout.classes.length} classes, as the definition has.`);
  for (const [at, item] of classes.entries()) {
    if ('hash' in item) continue;
    const { cells } = layout.classes[at] ?? { cells: [] };
    const isEach =
      item.leaves.length === cells.length && item.open.every(({ i, pointer }) => cells[i]?.pointer === pointer);
    if (!isEach) return openingIssue(`/classes/${at}`, 'The definition has other parts here.');
  }
  return undefined;
}

/** An opening of the right form. */
function readOpening(opening: Json): Result<Opening> {
  if (!hasOnly(opening, ['v', 'txId', 'classes', 'manifests']) || opening.v !== 1 || typeof opening.txId !== 'string')
    return fail(
      openingIssue(
        '',
        'An opening has the members v, which is 1, txId, classes, and where there are files, manifests.',
      ),
    );
  const { classes, manifests = [] } = opening;
  if (!isManifests(manifests as Json)) return fail(openingIssue('/manifests', 'This is not a list of manifests.'));
  if (!Array.isArray(classes) || classes.length > CELL_CLASSES_MAX)
    return fail(openingIssue('/classes', `An opening has at most ${CELL_CLASSES_MAX} classes.`));
  let leaves = 0;
  for (const [at, item] of classes.entries()) {
    if (!isClass(item as Json))
      return fail(openingIssue(`/classes/${at}`, 'A class has its hash, or leaves and what of them is open.'));
    const { leaves: own } = item as { readonly leaves?: readonly Json[] };
    leaves += own?.length ?? 0;
  }
  if (leaves > CELLS_MAX) return fail(openingIssue('/classes', `An opening has at most ${CELLS_MAX} leaves.`));
  return opening as unknown as Opening;
}

function isClass(value: Json): boolean {
  if (hasOnly(value, ['hash'])) return isBytes(value.hash, HASH_BYTES);
  if (!hasOnly(value, ['leaves', 'open'])) return false;
  const [leaves, open] = [value.leaves as Json, value.open as Json];
  if (!Array.isArray(leaves) || !Array.isArray(open)) return false;
  if (!leaves.every((leaf) => leaf === null || isBytes(leaf, HASH_BYTES))) return false;
  // Exactly the leaves that are not there are open, in their order.
  const places = leaves.flatMap((leaf: Json, i: number) => (leaf === null ? [i] : []));
  return open.length === places.length && open.every((cell, n) => isShown(cell, places[n] as number));
}

function isShown(cell: Json, place: number): boolean {
  if (!hasOnly(cell, ['i', 'pointer', 'salt', 'value', 'absent']) || cell.i !== place) return false;
  const isStated = Object.hasOwn(cell, 'value') ? !Object.hasOwn(cell, 'absent') : cell.absent === true;
  return isStated && typeof cell.pointer === 'string' && isBytes(cell.salt, CELL_SALT_BYTES);
}

function isBytes(text: unknown, length: number): boolean {
  return typeof text === 'string' && fromBase64Url(text)?.length === length;
}

function openingIssue(path: string, message: string): Issue {
  return issue('EVIDENCE_INVALID', path, message);
}
