// Seals the cells of a run into an envelope of version 2. The entropy is an argument; no name or value leaves it
// unencrypted. It refuses the whole where it cannot seal a part, before anything costly is done.
import { assert } from '../../base/assert.js';
import { toBase64Url, toHex, utf8 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type JsonObject, nestsWithin, parseJsonText } from '../../base/json.js';
import {
  ENVELOPE_BYTES_MAX,
  PASSED_ON_BYTES_MAX,
  PASSED_ON_VALUES_MAX,
  SEALED_VALUES_MAX,
} from '../../base/limits/ledger/disclosure.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { keyStream, twoKeys } from '../../crypto/keys/expand.js';
import type { FileReference } from '../envelope.js';
import { type FileManifest, filesNamedIn } from '../files.js';
import type { CellGroup } from '../layout/groups.js';
import { type Layout, levelsOf } from '../layout/layout.js';
import { valuesOf } from '../layout/values.js';
import {
  agreements,
  base64Length,
  closeGroup,
  countProblems,
  OWN_BYTES,
  recipientProblems,
  sizeProblem,
  valuesProblem,
  type WalletKey,
  walletEntries,
} from '../sealed-group.js';
import type { Envelope } from './envelope.js';
import { type CellText, cellText, classOf, HASH_BYTES, placeOf, type RunPlace, rootOf, SEED_BYTES } from './root.js';
import { seedAt } from './seeds.js';

/** A group with the keys of its wallets. */
export interface GroupKeys extends Pick<CellGroup, 'classes'> {
  /** In the order of their addresses. */
  readonly recipients: readonly WalletKey[];
}

/** A class with its cells, as they are sealed and hashed. */
export interface ClassContent {
  /** The gate whose evidence it is. */
  readonly gate?: string;
  /** It goes from node to node: no group has it. */
  readonly isKept?: true;
  /** Of its cells, in their order. */
  readonly cells: readonly CellText[];
  /** The columns that its values name. */
  readonly files: readonly FileManifest[];
}

export interface CellEncryption {
  readonly run: RunPlace;
  readonly classes: readonly ClassContent[];
  readonly groups: readonly GroupKeys[];
  /** Every file that a class names. */
  readonly files: readonly FileReference[];
  /** Of the classes that hold no gate, in their order, where they were drawn before (seeds.ts). */
  readonly seeds?: readonly string[];
  /** The same of the classes that hold a gate, where a verifier signed for the root or their sender keeps one. */
  readonly gateSeeds?: readonly string[];
  /** The evidence of gates that stands in the clear (core/credentials/gate/member.ts). */
  readonly open?: JsonObject;
  /** 32 bytes or more from a source of randomness, as for envelopes of version 1. */
  readonly entropy: Uint8Array;
}

/** The classes of data; BODY_… for what is not a sound JSON. Every member of the data has a cell of the layout. */
export function contentOf(
  layout: Layout,
  data: JsonObject,
  files: readonly FileManifest[],
): Result<{ readonly classes: readonly ClassContent[] }> {
  try {
    const values = valuesOf(layout, data);
    const levels = levelsOf(layout);
    const deep = layout.cells.find(({ at }) => !nestsWithin(values[at], levels));
    if (deep) return fail(issue('BODY_TOO_DEEP', deep.pointer, `A part of an action nests at most ${levels} levels.`));
    const classes = layout.classes.map(({ cells, gate, isKept }): ClassContent => {
      const texts = cells.map(({ pointer, at }) => cellText(pointer, values[at], files));
      if (gate !== undefined) return { cells: texts, files: NO_FILES, gate, ...(isKept && { isKept }) };
      if (files.length === 0) return { cells: texts, files };
      const named = cells.flatMap(({ at }) => filesNamedIn(values[at] ?? null, files));
      return {
        cells: texts,
        files: files.filter((file) => named.includes(file)),
      };
    });
    return { classes };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail(issue('BODY_INVALID_JSON', '', `The fields are not JSON: ${error.message}.`));
  }
}

/** No part of a presentation names a file. */
const NO_FILES: readonly FileManifest[] = [];

/** Characters of all that the cells have. */
export function charactersIn(classes: readonly ClassContent[]): number {
  return classes.reduce((sum, { cells }) => cells.reduce((all, { value }) => all + value.length, sum), 0);
}

/** The envelope. Issues: those of `encryptEnvelope` of version 1. */
export function encryptCells(sealing: CellEncryption): Result<Envelope> {
  assert(sealing.entropy.length >= 32, 'sealing takes 32 bytes of entropy or more');
  const lists = sealing.classes.map(listOf);
  const problems = problemsOf(sealing, lists);
  if (problems.length > 0) return fail(problems);
  const { run, classes, groups: received, files, open } = sealing;
  const place = placeOf(run);
  const [forCells, forAgreements] = keysOf(sealing, place);
  const seedBytes = classes.length * SEED_BYTES;
  const own = keyStream(forCells, seedBytes + received.length * OWN_BYTES);
  const seeds = seedsIn(sealing, own);
  const hashes = classes.map(({ cells }, i) => classOf(place, seeds[i] as Uint8Array, cells));
  const { agreed, end } = agreements(received, forAgreements);
  const secrets = { seeds: seeds.map(toBase64Url), hashes: hashes.map(toBase64Url) };
  const groups = received.map(({ recipients, classes: read }, i) => {
    const at = seedBytes + i * OWN_BYTES;
    return closeGroup({
      recipients,
      agreed,
      context: contextOf(run),
      own: own.subarray(at, at + OWN_BYTES),
      text: sealedText({ classes, lists }, read, secrets),
    });
  });
  const wallets = walletEntries(agreed);
  for (const bytes of [forCells, forAgreements, own]) bytes.fill(0);
  end();
  const root = toBase64Url(rootOf(place, hashes));
  // Members in their canonical order.
  return { ...(open && { '@gate': open }), ...(files.length > 0 && { files }), groups, root, v: 2, wallets };
}

/** The seeds that were drawn before, and of the other classes such as this encryption draws. */
function seedsIn({ classes, seeds, gateSeeds }: CellEncryption, own: Uint8Array): readonly Uint8Array[] {
  let next = 0;
  let nextOfGate = 0;
  return classes.map(({ gate }, i) => {
    if (seeds && gate === undefined) return seedAt(seeds, next++);
    return gateSeeds && gate !== undefined
      ? seedAt(gateSeeds, nextOfGate++)
      : own.subarray(i * SEED_BYTES, (i + 1) * SEED_BYTES);
  });
}

/** The issues of `encryptCells`, without sealing anything. */
export function cellEncryptionProblems(sealing: Omit<CellEncryption, 'entropy'>): readonly Issue[] {
  return problemsOf(sealing, sealing.classes.map(listOf));
}

function problemsOf(sealing: Omit<CellEncryption, 'entropy'>, lists: readonly string[]): readonly Issue[] {
  const { classes, groups, files } = sealing;
  const issues = [...countProblems(groups, files), ...groups.flatMap(recipientProblems), ...filesProblems(sealing)];
  if (issues.length > 0) return issues;
  const blank = '='.repeat(base64Length(HASH_BYTES));
  const blanks = { seeds: classes.map(() => blank), hashes: classes.map(() => blank) };
  const textOf = (read: readonly number[]): string => sealedText({ classes, lists }, read, blanks);
  // As a reader will parse it: what it would refuse must not be sealed. All classes pass where each group does.
  const whole = textOf(classes.map((_, i) => i));
  for (const [i, { classes: read }] of isSound(classes, whole) ? [] : groups.entries()) {
    const parsed = parseJsonText(textOf(read));
    if (isFailure(parsed)) return [{ ...parsed.issue, path: `/groups/${i}${parsed.issue.path}` }];
  }
  const isPassedOn = isWhole(classes);
  const values = valuesProblem(whole, isPassedOn ? PASSED_ON_VALUES_MAX : SEALED_VALUES_MAX);
  if (values) return [values];
  const size = sizeProblem({
    groups,
    files,
    members: { v: 2, root: blank, ...(sealing.open && { '@gate': sealing.open }) },
    bytesMax: isPassedOn ? PASSED_ON_BYTES_MAX : ENVELOPE_BYTES_MAX,
    // No group has more than all classes, and a hash is as long as a seed.
    characters: groups.map(() => whole.length),
    bytes: (i) => utf8(textOf(groups[i]?.classes ?? [])).length,
  });
  return size ? [size] : [];
}

/** A move that is not an action, such as a private objection, is one cell for all data (`WHOLE_MOVE`). */
function isWhole([only, ...others]: readonly ClassContent[]): boolean {
  return others.length === 0 && only?.cells.length === 1 && only.cells[0]?.pointer === '';
}

function filesProblems({ classes, files }: Omit<CellEncryption, 'entropy'>): readonly Issue[] {
  const missing = classes.findIndex(({ files: named }) =>
    named.some(({ fileId, total }) => !files.some((file) => file.fileId === fileId && file.chunks.length === total)),
  );
  if (missing < 0) return [];
  return [issue('VAL_SCHEMA_006', '/files', 'A value names a file that is not there with all its chunks.')];
}

const QUOTE = 0x22;

/**
 * Whether a reader's parser takes the text of all classes. No reader refuses a canonical text, a word or a short
 * number.
 */
function isSound(classes: readonly ClassContent[], whole: string): boolean {
  if (classes.some(({ files }) => files.length > 0)) return !isFailure(parseJsonText(whole));
  const others = classes.flatMap(({ cells }) => cells.flatMap(({ value }) => (isPlain(value) ? [] : value)));
  // As deep as they stand in a group.
  return !isFailure(parseJsonText(`[[[[${others.join()}]]]]`));
}

/** Of the text of a cell. */
function isPlain(value: string): boolean {
  if (value === '' || value.charCodeAt(0) === QUOTE) return true;
  return value.length <= 15 && /^(?:\d+|true|false|null)$/.test(value);
}

interface Secrets {
  /** Base64url, of all classes. */
  readonly seeds: readonly string[];
  readonly hashes: readonly string[];
}

/** The cells of a class as each of its groups has them. */
function listOf({ cells }: ClassContent): string {
  return `[${cells.map(({ value }) => `[${value}]`).join()}]`;
}

interface Content {
  readonly classes: readonly ClassContent[];
  /** `listOf` each, made once for all groups. */
  readonly lists: readonly string[];
}

/** Canonical, because the members are in order and the values are canonical texts. */
function sealedText({ classes, lists }: Content, read: readonly number[], { seeds, hashes }: Secrets): string {
  const own = new Set(read);
  const named = new Map(read.flatMap((i) => classes[i]?.files ?? []).map((file) => [file.fileId, file]));
  const files = named.size === 0 ? '' : `,"files":${canonical([...named.values()].sort(byId))}`;
  const other = hashes.filter((_, i) => !own.has(i));
  return `{"cells":[${read.map((i) => lists[i]).join()}]${files},"other":${JSON.stringify(other)},"seeds":${JSON.stringify(read.map((i) => seeds[i]))}}`;
}

function byId(a: FileManifest, b: FileManifest): number {
  return a.fileId < b.fileId ? -1 : 1;
}

/** Of cells and groups, and of what is agreed anew. Everything that is sealed goes into them, and for whom. */
function keysOf({ classes, groups, entropy }: CellEncryption, place: Uint8Array) {
  // No part has a control character, so that no two contents share a text.
  let text = `quorate:cells\u001f${toHex(place)}`;
  for (const { cells, files } of classes) {
    for (const { pointer, value } of cells) text += `\u001f${canonical(pointer)}\u001f${value}`;
    text += `\u001f${files.length === 0 ? '' : canonical(files)}`;
  }
  for (const { recipients } of groups) {
    text += '\u001f';
    for (const { walletAddress } of recipients) text += `\u001f${walletAddress}`;
  }
  return twoKeys(entropy, text);
}

function contextOf({ registerId, instanceId = '', actionId }: RunPlace) {
  assert(instanceId !== '', 'an encrypted action names its instance');
  return { registerId, instanceId, actionId };
}
