// A gate as the node of its verifier is asked about it, as bytes: the place of the run, its statement, what was shown,
// and how the run commits to that. Closed and bounded; nothing of it is believed.
import { fromBase64Url, utf8 } from '../../base/bytes.js';
import { canonical, hasOnly, isObject, type Json, parseJson } from '../../base/json.js';
import { CELL_CLASSES_MAX } from '../../base/limits/ledger/cells.js';
import { isFailure } from '../../base/result.js';
import { GATE_CELLS } from '../../credentials/gate/cells.js';
import type { GateParts } from '../../credentials/gate/parts.js';
import { type GateStatement, gateStatementOf } from '../../credentials/gate/statement.js';
import { HASH_BYTES, type RunPlace, SEED_BYTES } from '../../envelope/cells/root.js';

/** The members of a header that place a run and name its action. */
export type AskedRun = RunPlace & { readonly blueprintId: string; readonly instanceId: string };

/** How a run commits to evidence that is encrypted: the seed of its class, and the hashes of all classes. */
export interface AskedClasses {
  readonly seed: Uint8Array;
  readonly hashes: readonly Uint8Array[];
}

export interface AskedVerification {
  readonly run: AskedRun;
  /** Without a verifier. */
  readonly statement: GateStatement;
  readonly parts: GateParts;
  /** Of evidence in the clear the root of the data. */
  readonly committed: AskedClasses | { readonly dataRoot: Uint8Array };
}

const TEXTS = ['registerId', 'blueprintId', 'instanceId', 'actionId', 'publicationTxId', 'senderWallet'] as const;

/** Canonical JSON. */
export function verificationText({ run, statement, parts, committed }: AskedVerification): Uint8Array {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const how =
    'seed' in committed
      ? { seed: base64(committed.seed), hashes: committed.hashes.map(base64) }
      : { dataRoot: base64(committed.dataRoot) };
  return utf8(canonical({ v: 1, run, statement, parts, ...how } as unknown as Json));
}

/** Undefined for anything else than `verificationText` gives. */
export function verificationOf(text: Uint8Array): AskedVerification | undefined {
  const value = parseJson(text);
  if (isFailure(value) || !hasOnly(value, ['v', 'run', 'statement', 'parts', 'seed', 'hashes', 'dataRoot']))
    return undefined;
  const statement = gateStatementOf(value['statement'] as Json);
  const committed = readCommitted(value);
  const { run, parts } = value;
  const isWhole = value['v'] === 1 && statement !== undefined && statement.by === undefined && committed !== undefined;
  if (!isWhole || !isRun(run) || !hasOnly(parts, GATE_CELLS)) return undefined;
  return { run, statement, parts: parts as GateParts, committed };
}

function isRun(run: unknown): run is AskedRun {
  if (!isObject(run as Json) || !hasOnly(run, [...TEXTS, 'previousTransactionId'])) return false;
  const { previousTransactionId = '' } = run;
  return TEXTS.every((name) => typeof run[name] === 'string') && typeof previousTransactionId === 'string';
}

function readCommitted({
  seed,
  hashes,
  dataRoot,
}: Readonly<Record<string, unknown>>): AskedVerification['committed'] | undefined {
  if (dataRoot !== undefined) {
    const root = bytesOf(dataRoot, HASH_BYTES);
    return root === undefined || seed !== undefined || hashes !== undefined ? undefined : { dataRoot: root };
  }
  const own = bytesOf(seed, SEED_BYTES);
  if (own === undefined || !Array.isArray(hashes) || hashes.length > CELL_CLASSES_MAX) return undefined;
  const all = hashes.map((hash) => bytesOf(hash, HASH_BYTES));
  return all.every((hash) => hash !== undefined) ? { seed: own, hashes: all as readonly Uint8Array[] } : undefined;
}

function bytesOf(value: unknown, length: number): Uint8Array | undefined {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : undefined;
  return bytes?.length === length ? Uint8Array.from(bytes) : undefined;
}
