// Opens the cells of a run for one wallet, and finds the root again: what does not give it was not delivered, whatever
// it says. A text with members beside the cells is not such a text.
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import type { TextBudget } from '../../base/canonical-text.js';
import type { Json } from '../../base/json.js';
import { CELL_DEPTH_MAX } from '../../base/limits/ledger/cells.js';
import { ACTION_FILES_MAX, PASSED_ON_VALUES_MAX, SEALED_VALUES_MAX } from '../../base/limits/ledger/disclosure.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import type { EnvelopeContext, Group } from '../envelope.js';
import { type FileManifest, filesNamedIn, isManifests } from '../files.js';
import { type Cell, type Layout, WHOLE_MOVE } from '../layout/layout.js';
import { type CellValue, dataOf, statedData } from '../layout/values.js';
import { type Disclosed, type EnvelopeReader, type Opener, openEncrypted, readerOf, readPadded } from '../open.js';
import { ClassHashes } from './class-hashes.js';
import type { Envelope } from './envelope.js';
import { cellText, HASH_BYTES, placeOf, type RunPlace, rootOf, SEED_BYTES } from './root.js';

/** A class as a reader has it. */
export interface OpenedClass {
  /** Place in the layout. */
  readonly class: number;
  readonly seed: Uint8Array;
  /** In the order of its cells. */
  readonly values: readonly CellValue[];
}

/** The cells of a run that one wallet reads; they give its root. */
export interface OpenedCells {
  readonly classes: readonly OpenedClass[];
  /** Hashes of all classes, in their order. */
  readonly hashes: readonly Uint8Array[];
  readonly files: readonly FileManifest[];
}

/** The content that a group has to hold. */
export interface ExpectedGroup {
  readonly run: RunPlace;
  readonly layout: Layout;
  /** Places of the classes that the wallet reads, ascending (groups.ts). */
  readonly classes: readonly number[];
  /** Places of the classes that the wallet gets from node to node (kept.ts). */
  readonly kept?: readonly number[];
  /** Of this run, where several of its readers are looked at. */
  readonly hashed?: ClassHashes;
}

/** Why a wallet has nothing of a run that names it. */
export type Undelivered = 'closed' | 'form' | 'root';

/**
 * The cells of the wallet; `undelivered` where its group does not open, holds other classes than it has to, or does not
 * give the root. `nothing` where the envelope does not name the wallet. The envelope has passed `readEnvelope`.
 */
export function openCells(
  envelope: Envelope,
  opener: Opener,
  expected: ExpectedGroup,
): OpenedCells | { readonly undelivered: Undelivered } | 'nothing' {
  const reader = readerOf(envelope, opener);
  if (reader === undefined) return 'nothing';
  const cells = cellsFor(envelope, reader, expected);
  reader.end();
  return cells;
}

/** The same for one wallet of the envelope, by what its sender agreed on with it; the caller wipes that. */
export function cellsFor(
  envelope: Envelope,
  reader: Pick<EnvelopeReader, 'place' | 'agreed'>,
  given: ExpectedGroup,
): OpenedCells | { readonly undelivered: Undelivered } {
  const { run, layout, classes, hashed = new ClassHashes() } = given;
  const expected = { run, layout, classes, hashed };
  const group = envelope.groups.find(({ keys }) => keys.some(({ wallet }) => wallet === reader.place));
  const plaintext = group && openGroup(group, { reader, run });
  if (!plaintext) return { undelivered: 'closed' };
  const sealed = readPadded(plaintext, groupForm(expected));
  const cells = sealed && readCells(sealed, expected);
  if (!cells) return { undelivered: 'form' };
  return givesRoot(cells, expected, envelope) ? cells : { undelivered: 'root' };
}

/** The most that the text of a group may hold, by the classes and cells that it has to have. */
function groupForm({ layout, classes }: Pick<ExpectedGroup, 'layout' | 'classes'>): TextBudget {
  const cells = classes.reduce((sum, at) => sum + (layout.classes[at]?.cells.length ?? 0), 0);
  const outer = { levels: GROUP_LEVELS, values: partValues({ cells, classes: layout.classes.length }) };
  const isWhole = layout === WHOLE_MOVE;
  return {
    values: isWhole ? PASSED_ON_VALUES_MAX : SEALED_VALUES_MAX,
    depth: isWhole ? JSON_DEPTH_MAX : CELL_LEVELS + CELL_DEPTH_MAX,
    outer,
  };
}

/** Levels of a group above its cells: its object, the list of its classes, and theirs of cells. */
export const GROUP_LEVELS = 3;
/** And above their values: a list of one or none. */
export const CELL_LEVELS: number = GROUP_LEVELS + 1;

/** Values in these levels at the most, as the budget counts them. */
export function partValues({ cells, classes }: { readonly cells: number; readonly classes: number }): number {
  return FRAME_VALUES + FILE_VALUES * ACTION_FILES_MAX + 3 * classes + 2 * cells;
}

/** The object, its four members and their lists. */
const FRAME_VALUES = 8;
/** The object of a file with its seven members. */
const FILE_VALUES = 8;

/** The classes are those of the sealed run. */
export function givesRoot(
  { hashes }: OpenedCells,
  { run, hashed }: Pick<ExpectedGroup, 'run' | 'hashed'>,
  { root }: Pick<Envelope, 'root'>,
): boolean {
  return toBase64Url(rootOf(hashed?.placeOf(run) ?? placeOf(run), hashes)) === root;
}

function openGroup(
  group: Group,
  { reader, run }: { readonly reader: Pick<EnvelopeReader, 'place' | 'agreed'>; readonly run: RunPlace },
): Uint8Array | undefined {
  const key = group.keys.find(({ wallet }) => wallet === reader.place);
  const { registerId, instanceId, actionId } = run;
  const context: EnvelopeContext = { registerId, instanceId: instanceId ?? '', actionId };
  return key && openEncrypted(group, { key, agreed: reader.agreed, context });
}

const MEMBERS = ['cells', 'files', 'other', 'seeds'];

/** Exactly the classes that are expected, with the hashes of all; undefined for anything else. */
export function readCells(
  sealed: Readonly<Record<string, Json>>,
  { run, layout, classes, hashed = new ClassHashes() }: ExpectedGroup,
): OpenedCells | undefined {
  const { cells, other, seeds, files = [] } = sealed;
  if (!Object.keys(sealed).every((name) => MEMBERS.includes(name)) || !isManifests(files)) return undefined;
  const own = bytesOf(seeds, classes.length, SEED_BYTES);
  const others = bytesOf(other, layout.classes.length - classes.length, HASH_BYTES);
  if (!own || !others || !isLists(cells) || cells.length !== classes.length) return undefined;
  const place = hashed.placeOf(run);
  const read = new Map<number, OpenedClass>();
  const hashes: Uint8Array[] = [];
  const named = new Set<FileManifest>();
  let next = 0;
  for (const [at, { cells: of }] of layout.classes.entries()) {
    const i = classes.indexOf(at);
    if (i < 0) {
      hashes.push(others[next++] as Uint8Array);
      continue;
    }
    const values = valuesIn(cells[i] as readonly Json[], of);
    if (!values) return undefined;
    for (const value of values) for (const file of filesNamedIn(value ?? null, files)) named.add(file);
    const seed = own[i] as Uint8Array;
    const texts = of.map(({ pointer }, n) => cellText(pointer, values[n], files));
    hashes.push(hashed.of(at, { run: place, seed, cells: texts }));
    read.set(at, { class: at, seed, values });
  }
  return { classes: [...read.values()], hashes, files: [...named] };
}

/** `[value]` or `[]` for each cell of a class. */
function valuesIn(list: readonly Json[], cells: readonly Cell[]): readonly CellValue[] | undefined {
  if (list.length !== cells.length) return undefined;
  const isEach = list.every((item) => Array.isArray(item) && item.length <= 1);
  return isEach ? (list as readonly (readonly Json[])[]).map(([value]) => value) : undefined;
}

function isLists(value: Json | undefined): value is readonly (readonly Json[])[] {
  return Array.isArray(value) && value.every((item) => Array.isArray(item));
}

function bytesOf(texts: Json | undefined, count: number, length: number): readonly Uint8Array[] | undefined {
  if (!Array.isArray(texts) || texts.length !== count) return undefined;
  const bytes = texts.map((text) => (typeof text === 'string' ? fromBase64Url(text) : undefined));
  return bytes.every((byte) => byte?.length === length) ? (bytes as Uint8Array[]) : undefined;
}

/** The values that a reader has, by cell: for `dataOf`. */
export function seenCells({ classes }: OpenedCells, layout: Layout): ReadonlyMap<Cell, CellValue> {
  const seen = new Map<Cell, CellValue>();
  for (const { class: at, values } of classes) {
    const cells = layout.classes[at]?.cells ?? [];
    for (let i = 0; i < cells.length; i++) seen.set(cells[i] as Cell, values[i]);
  }
  return seen;
}

/**
 * The data in the cells that a wallet opened, without decision and gates; members that are absent are left out.
 */
export function asDisclosed(opened: OpenedCells, layout: Layout): Disclosed {
  return { fields: statedData(dataOf(layout, seenCells(opened, layout)).data), files: opened.files };
}
