// Whether a document has the form of evidence, member by member: a member that nothing proves would look as proven as
// its neighbours, so there is none.
import { isHex, isUuid } from '../../base/bytes.js';
import { hasOnly, isObject } from '../../base/json.js';
import { EVIDENCE_MOVES_MAX, EVIDENCE_ROSTER_CHANGES_MAX, ROUND_MAX } from '../../base/limits/ledger/consensus.js';
import type { DocketHeader } from '../../model/register.js';
import { headerProblem } from '../../register/docket.js';
import { isSeats } from '../../register/genesis/payload.js';
import { EVIDENCE_FORMAT, type Evidence } from './evidence.js';

/** Hashes of an audit path: a tree of 2^53 leaves has no longer one. */
const PATH_MAX = 53;

const HEADER_MEMBERS = [
  'v',
  'registerId',
  'height',
  'prevHash',
  'timestampMs',
  'proposer',
  'rosterHash',
  'nextRosterHash',
  'txRoot',
  'bodyRoot',
  'txCount',
  'bytes',
  'stateHash',
  'historyRoot',
  'annexRoot',
  'rules',
] as const satisfies readonly (keyof DocketHeader)[];
const CERTIFICATE_MEMBERS = ['kind', 'height', 'round', 'docketHash', 'rosterHash', 'signatures'];
const EVIDENCE_MEMBERS = [
  'format',
  'version',
  'registerId',
  'txId',
  'transaction',
  'docket',
  'genesis',
  'rosterChanges',
];

/** True for a document with exactly the members of its version of evidence, each of the right form. */
export function isEvidence(value: unknown): value is Evidence {
  if (!isObject(value) || value['format'] !== EVIDENCE_FORMAT) return false;
  if (value['version'] === 1) return hasOnly(value, EVIDENCE_MEMBERS) && isBody(value, []);
  const anchored = Object.hasOwn(value, 'anchor');
  // The forms of an opening and of a gate are checked with what they prove (opening.ts, gate.ts).
  const beside = ['anchor', 'earlier', 'opening', 'gate'].filter((member) => Object.hasOwn(value, member));
  return (
    value['version'] === 2 &&
    hasOnly(value, [...EVIDENCE_MEMBERS, 'head', ...beside]) &&
    isSealed(value['head'], []) &&
    (!anchored || isAnchor(value['anchor'])) &&
    isBody(value, ['historyPath']) &&
    (!Object.hasOwn(value, 'earlier') || isEarlier(value['earlier']))
  );
}

function isEarlier(value: unknown): boolean {
  return Array.isArray(value) && value.length <= EVIDENCE_MOVES_MAX && value.every(isPlace);
}

function isPlace(value: unknown): boolean {
  return hasOnly(value, ['transaction', 'docket']) && isTransactionAt(value, ['historyPath']);
}

/** A transaction and its docket. */
function isTransactionAt({ transaction, docket }: Readonly<Record<string, unknown>>, inHistory: readonly string[]) {
  return (
    isObject(transaction) &&
    isSealed(docket, ['index', 'path', 'bodyPath', ...inHistory]) &&
    Number.isSafeInteger(docket['index']) &&
    isPath(docket['path']) &&
    isPath(docket['bodyPath']) &&
    isInHistory(docket, inHistory)
  );
}

function isInHistory(value: Readonly<Record<string, unknown>>, inHistory: readonly string[]): boolean {
  return inHistory.length === 0 || isPath(value['historyPath']);
}

function isBody(value: Readonly<Record<string, unknown>>, inHistory: readonly string[]): boolean {
  const { genesis, rosterChanges } = value;
  return (
    isUuid(value['registerId']) &&
    isHex(value['txId'], 32) &&
    isTransactionAt(value, inHistory) &&
    isSealed(genesis, ['transaction', ...inHistory]) &&
    isObject(genesis['transaction']) &&
    Array.isArray(rosterChanges) &&
    rosterChanges.length <= EVIDENCE_ROSTER_CHANGES_MAX &&
    rosterChanges.every((change) => isSealed(change, ['roster', ...inHistory]) && isRoster(change['roster'])) &&
    [genesis, ...rosterChanges].every((each) => isInHistory(each, inHistory))
  );
}

function isRoster(value: unknown): boolean {
  return (
    hasOnly(value, ['validators', 'mode']) &&
    (value['mode'] === undefined || value['mode'] === 'majority' || value['mode'] === 'bft') &&
    isSeats(value['validators'])
  );
}

function isAnchor(value: unknown): boolean {
  return (
    hasOnly(value, ['header', 'historyPath', 'roster']) &&
    isHeader(value['header']) &&
    isPath(value['historyPath']) &&
    (value['roster'] === undefined || isRoster(value['roster']))
  );
}

export function isHeader(value: unknown): boolean {
  return hasOnly(value, HEADER_MEMBERS) && headerProblem(value as unknown as DocketHeader) === undefined;
}

function isSealed(value: unknown, beside: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (!hasOnly(value, ['header', 'certificate', ...beside])) return false;
  if (!isHeader(value['header']) || !hasOnly(value['certificate'], CERTIFICATE_MEMBERS)) return false;
  const { kind, signatures, height, round, docketHash: of, rosterHash } = value['certificate'];
  return (
    (kind === 'COMMIT' || kind === 'GENESIS' || kind === 'PREPARE') &&
    isNumber(height, Number.MAX_SAFE_INTEGER) &&
    isNumber(round, ROUND_MAX) &&
    isHex(of, 32) &&
    isHex(rosterHash, 32) &&
    Array.isArray(signatures) &&
    signatures.every((entry) => hasOnly(entry, ['voterIndex', 'signature']))
  );
}

function isNumber(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

export function isPath(value: unknown): boolean {
  return Array.isArray(value) && value.length <= PATH_MAX && value.every((hash) => isHex(hash, 32));
}
