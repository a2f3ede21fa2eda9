// Seals the cells of runs for a wallet that they were not sealed to, and opens them there. The reader finds the sealed
// root of each run again, so that a delivery tells what the run says, or nothing. Entropy and keys are arguments.
import { assert } from '../../base/assert.js';
import { toBase64Url, utf8 } from '../../base/bytes.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { valuesIn } from '../../base/json-budget.js';
import { CELL_CLASSES_MAX, CELL_DEPTH_MAX, CELLS_MAX } from '../../base/limits/ledger/cells.js';
import { PASSED_ON_BYTES_MAX, PASSED_ON_VALUES_MAX, SEALED_VALUES_MAX } from '../../base/limits/ledger/disclosure.js';
import { fail, type Result } from '../../base/result.js';
import { keyStream, twoKeys } from '../../crypto/keys/expand.js';
import type { Envelope } from '../cells/envelope.js';
import {
  CELL_LEVELS,
  type ExpectedGroup,
  GROUP_LEVELS,
  givesRoot,
  type OpenedCells,
  type OpenedClass,
  partValues,
  readCells,
  type Undelivered,
} from '../cells/open.js';
import type { EnvelopeContext } from '../envelope.js';
import { type FileManifest, filesNamedIn } from '../files.js';
import { type Opener, openEncrypted, readerOf, readPadded } from '../open.js';
import {
  agreements,
  closeGroup,
  OWN_BYTES,
  recipientProblems,
  sizeProblem,
  valuesProblem,
  type WalletKey,
  walletEntries,
} from '../sealed-group.js';
import type { Delivery } from './delivery-form.js';

/** A run, as its deliverer opened it. */
export interface DeliveredRun {
  readonly txId: string;
  /** Places of the classes that the role reads, ascending; the deliverer has each. */
  readonly classes: readonly number[];
  readonly opened: OpenedCells;
}

export interface DeliveryEncryption {
  readonly context: EnvelopeContext;
  /** Of kept evidence, of one run. */
  readonly gate?: string | undefined;
  readonly role: string;
  /** 1 to DELIVERY_RUNS_MAX. */
  readonly runs: readonly DeliveredRun[];
  readonly to: Omit<WalletKey, 'agreed' | 'carriedIn'>;
  /** 32 bytes or more from a source of randomness. */
  readonly entropy: Uint8Array;
}

/** The payload. Issues: those of the receiver's key, and VAL_SIZE_001. */
export function encryptDelivery(sealing: DeliveryEncryption): Result<Delivery> {
  const { context, gate, role, runs, to, entropy } = sealing;
  const named = gate === undefined ? {} : { gate };
  assert(entropy.length >= 32, 'sealing takes 32 bytes of entropy or more');
  const group = { recipients: [to] };
  const problems = recipientProblems(group, 0);
  if (problems.length > 0) return fail(problems);
  const text = canonical({ runs: runs.map(contentOf) });
  const values = valuesProblem(text, PASSED_ON_VALUES_MAX);
  if (values) return fail(values);
  const size = sizeProblem({
    ...{ groups: [group], files: [], bytesMax: PASSED_ON_BYTES_MAX },
    members: { ...named, v: 1, type: 'delivery', role, runs: runs.map(({ txId }) => txId) },
    characters: [text.length],
    bytes: () => utf8(text).length,
  });
  if (size) return fail(size);
  const { registerId, instanceId } = context;
  const txIds = runs.map(({ txId }) => txId);
  // No part has a control character, so that no two contents share a text.
  const kind = gate === undefined ? 'quorate:delivery' : `quorate:delivery/${gate}`;
  const parts = [kind, registerId, instanceId, role, to.walletAddress, ...txIds, text];
  const [forGroup, forAgreement] = twoKeys(entropy, parts.join('\u001f'));
  const { agreed, end } = agreements([group], forAgreement);
  const own = keyStream(forGroup, OWN_BYTES);
  const closed = closeGroup({ ...group, agreed, context, own, text });
  const [wallet] = walletEntries(agreed);
  for (const bytes of [forGroup, forAgreement, own]) bytes.fill(0);
  end();
  const receiver = wallet as Delivery['wallets'][0];
  return { ...named, groups: [closed], role, runs: txIds, type: 'delivery', v: 1, wallets: [receiver] };
}

function contentOf({ classes, opened }: DeliveredRun): JsonObject {
  const own = classes.map((at) => {
    const value = opened.classes.find((item) => item.class === at);
    assert(value, 'the deliverer has each class');
    return value;
  });
  const values = own.flatMap((item) => item.values).filter((value) => value !== undefined);
  const named = new Set<FileManifest>(values.flatMap((value) => filesNamedIn(value, opened.files)));
  const files = [...named].sort((a, b) => (a.fileId < b.fileId ? -1 : 1)) as unknown as Json[];
  const read = new Set(classes);
  return {
    cells: own.map((item) => item.values.map((value) => (value === undefined ? [] : [value]))),
    ...(files.length > 0 && { files }),
    other: opened.hashes.filter((_, at) => !read.has(at)).map(toBase64Url),
    seeds: own.map(({ seed }) => toBase64Url(seed)),
  };
}

/** A run that a delivery names, and what it has to give. */
export interface ExpectedRun {
  /** Of the run: its root decides. */
  readonly envelope: Pick<Envelope, 'root'>;
  readonly expected: ExpectedGroup;
}

export type DeliveredCells = OpenedCells | { readonly undelivered: Undelivered };

/**
 * The cells that a part of a delivery gives, where it gives the root. A part has no more values than what is sealed for
 * one group, although a delivery of several runs may: a larger run could not be shown in a private objection.
 */
export function deliveredCells(part: Json | undefined, { envelope, expected }: ExpectedRun): DeliveredCells {
  const isSmall = isObject(part) && valuesIn(JSON.stringify(part), SEALED_VALUES_MAX) <= SEALED_VALUES_MAX;
  const cells = isSmall ? readCells(part, expected) : undefined;
  if (!cells) return { undelivered: 'form' };
  return givesRoot(cells, expected, envelope) ? cells : { undelivered: 'root' };
}

/**
 * The delivered parts of each run, in the order in which they are named; undefined where the delivery does not open for
 * this wallet.
 */
export function openedParts(
  delivery: Delivery,
  { opener, context }: { readonly opener: Opener; readonly context: EnvelopeContext },
): readonly Json[] | undefined {
  const reader = readerOf(delivery, opener);
  const [group] = delivery.groups;
  const [key] = group.keys;
  const plaintext = reader && key && openEncrypted(group, { key, agreed: reader.agreed, context });
  reader?.end();
  return plaintext && partsOf(plaintext, delivery.runs.length);
}

/** The encrypted parts of so many runs; none where they have another form. */
export function partsOf(plaintext: Uint8Array, count: number): readonly Json[] {
  const sealed = readPadded(plaintext, {
    values: PASSED_ON_VALUES_MAX,
    depth: FRAME_LEVELS + CELL_LEVELS + CELL_DEPTH_MAX,
    outer: { levels: FRAME_LEVELS + GROUP_LEVELS, values: FRAME_VALUES + count * PART_VALUES_MAX },
  });
  const { runs, ...others } = sealed ?? {};
  return Array.isArray(runs) && Object.keys(others).length === 0 ? runs : [];
}

/** The object and its list. */
const FRAME_LEVELS = 2;
/** They, and a comma behind each part. */
const FRAME_VALUES = 4;
const PART_VALUES_MAX = 1 + partValues({ cells: CELLS_MAX, classes: CELL_CLASSES_MAX });

/** The classes of both, which give one root. */
export function joinCells(a: OpenedCells, b: OpenedCells): OpenedCells {
  const classes = new Map<number, OpenedClass>([...a.classes, ...b.classes].map((item) => [item.class, item]));
  const files = new Map([...a.files, ...b.files].map((item) => [canonical(item as unknown as Json), item]));
  const inOrder = [...classes.values()].sort((item, other) => item.class - other.class);
  return { classes: inOrder, hashes: a.hashes, files: [...files.values()] };
}
