// The payloads whose form a verifier of evidence asks for, from docs/hashes.md alone: the policy of a genesis (section
// 10), and the moves of a workflow that everybody reads (section 12). It imports nothing of the product.
import { exactly, isHash, type Members, need, part, type Value } from './encodings.js';
import { isText } from './form.js';
import { isAction } from './timer.js';

const ALGORITHMS = [
  ...['ED25519', 'NISTP256', 'RSA-4096', 'ML-DSA-65'],
  ...['ED25519+ML-DSA-65', 'NISTP256+ML-DSA-65', 'RSA-4096+ML-DSA-65'],
];
const FORMULAS: readonly unknown[] = ['StrictMajority', 'Supermajority', 'Unanimous'];

/** The policy of a genesis with so many seats; it gives the mode. */
export function checkPolicy(policy: Members, seats: number): { readonly mode: string } {
  exactly(policy, ['consensus', 'governance', 'crypto']);
  const [consensus, governance, crypto] = [
    part(policy, 'consensus'),
    part(policy, 'governance'),
    part(policy, 'crypto'),
  ];
  const sizes = ['tenure', 'buildWindowMs', 'docketTransactionsMax', 'docketBytesMax'];
  exactly(consensus, ['mode', 'leader', ...sizes]);
  exactly(governance, ['quorumFormula', 'proposalTtlDays']);
  exactly(crypto, ['acceptedSignatureAlgorithms']);
  const { mode, leader } = consensus;
  need(mode === 'majority' || (mode === 'bft' && seats >= 4), 'mode');
  need(leader === 'sticky' || leader === 'rotate', 'leader');
  need(isWithin(consensus.tenure, 1, 1_000_000), 'tenure');
  need(isWithin(consensus.buildWindowMs, 0, 60_000), 'buildWindowMs');
  need(isWithin(consensus.docketTransactionsMax, 1, 10_000), 'docketTransactionsMax');
  need(isWithin(consensus.docketBytesMax, 1024, 10_485_760), 'docketBytesMax');
  need(FORMULAS.includes(governance.quorumFormula), 'quorumFormula');
  need(isWithin(governance.proposalTtlDays, 1, 90), 'proposalTtlDays');
  const accepted = listed(crypto.acceptedSignatureAlgorithms, ALGORITHMS.length);
  need(accepted.length > 0 && accepted.every((one) => ALGORITHMS.includes(String(one))), 'algorithms');
  return { mode };
}

/** The moves that everybody reads. */
export function checkMove(transaction: Members): void {
  const header = part(transaction, 'header');
  const { type, contentEncoding } = (header.metadata ?? {}) as Members;
  const isRead = isAction(header) && typeof type === 'string' && Object.hasOwn(FORMS, type);
  if (!isRead || (type === 'Objection' && contentEncoding === 'encrypted')) return;
  const payload = part(transaction, 'payload');
  need(payload.type === (TYPES[type] ?? type.toLowerCase()) && payload.v === 1, 'type');
  FORMS[type]?.(payload);
}

const FORMS: Readonly<Record<string, (payload: Members) => void>> = {
  Delivery: checkDelivery,
  Challenge: checkChallenge,
  Objection: checkObjection,
  Resolution: checkResolution,
  Issuance: checkIssuance,
  CredentialStatus: checkStatus,
};

/** In its payload, where that is another spelling than in the metadata. */
const TYPES: Readonly<Record<string, string>> = { CredentialStatus: 'credential-status' };

/** But for what is sealed, and for its proof (section 14). */
function checkDelivery(payload: Members): void {
  const members = ['groups', 'role', 'runs', 'type', 'v', 'wallets'];
  const more = ['gate', 'proof'].filter((name) => name in payload);
  exactly(payload, [...members, ...more]);
  checkRole(payload);
  checkGate(payload);
  const runs = listed(payload.runs, 64);
  need(runs.length > 0 && runs.every((run) => isHash(run)), 'runs');
  need(listed(payload.wallets, 1).length === 1 && listed(payload.groups, 1).length === 1, 'receiver');
  need(more.length === 0 || runs.length === 1, 'one run');
}

function checkChallenge(payload: Members): void {
  exactly(payload, 'gate' in payload ? ['type', 'v', 'role', 'gate'] : ['type', 'v', 'role']);
  checkRole(payload);
  checkGate(payload);
}

function checkGate({ gate }: Members): void {
  need(gate === undefined || (typeof gate === 'string' && /^[a-z][a-z0-9_]{0,31}$/.test(gate)), 'gate');
}

const GROUNDS: readonly unknown[] = ['schema', 'shape', 'calculation', 'route', 'delegation', 'credential'];

function checkObjection(payload: Members): void {
  const isUndelivered = payload.ground === 'undelivered';
  const hasProof = isUndelivered && 'proof' in payload;
  exactly(payload, ['type', 'v', 'ground', 'at', 'shown', ...(hasProof ? ['proof'] : [])]);
  need(isUndelivered || GROUNDS.includes(payload.ground), 'ground');
  need(isText(payload.at, 0, 512), 'at');
  need(Array.isArray(payload.shown) && payload.shown.length <= (isUndelivered ? 0 : 256), 'shown');
  const classes = (payload.shown as readonly Value[]).flatMap((one) => itemsOf((one as Members)?.classes));
  const leaves = classes.map((one) =>
    Array.isArray((one as Members)?.leaves) ? itemsOf((one as Members).leaves) : [one],
  );
  need(leaves.flat().length <= 16_384, 'leaves');
  if (!hasProof) return;
  const proof = part(payload, 'proof');
  exactly(proof, ['answer', 'challenge', 'shared']);
  const [answer, challenge, shared] = [proof.answer, proof.challenge, proof.shared].map(lengthOf);
  need(answer === 32 && challenge === 32 && (shared === 32 || shared === 65), 'proof');
}

function checkResolution(payload: Members): void {
  const { proven, outcome, ground, at } = payload;
  checkRole(payload);
  if (proven === undefined) {
    exactly(payload, ['type', 'v', 'role', 'outcome']);
    need(outcome === 'redo' || outcome === 'keep' || outcome === 'end', 'outcome');
    return;
  }
  need(typeof proven === 'boolean', 'proven');
  exactly(payload, ['type', 'v', 'role', 'proven', ...(proven ? ['ground', 'at'] : [])]);
  if (!proven) return;
  need(GROUNDS.includes(ground) && isText(at, 0, 512), 'ground');
  need(ground !== 'delegation' || !/^\/delegation\/[^/]*$/.test(String(at)), 'at');
}

function checkIssuance(payload: Members): void {
  const optional = ['validUntil', 'replaces'].filter((name) => name in payload);
  exactly(payload, ['type', 'v', 'config', 'root', 'copies', 'validFrom', 'status', ...optional]);
  const { config, root, copies, validFrom, validUntil, status, replaces } = payload;
  need(typeof config === 'string' && /^[a-z][a-z0-9_]{0,31}$/.test(config), 'config');
  need(isHash(root as Value), 'root');
  need(isWithin(copies, 1, 16), 'copies');
  need(isTime(validFrom), 'validFrom');
  need(validUntil === undefined || (isTime(validUntil) && String(validUntil) > String(validFrom)), 'validUntil');
  need(status === 'list' || status === 'register', 'status');
  need(replaces === undefined || isHash(replaces), 'replaces');
}

function checkStatus(payload: Members): void {
  exactly(payload, ['type', 'v', 'to']);
  need(payload.to === 'valid' || payload.to === 'suspended' || payload.to === 'revoked', 'to');
}

/** A time in JSON (section 1). */
function isTime(value: Value | undefined): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  if (typeof value !== 'string' || !form.test(value)) return false;
  const ms = Date.parse(value);
  return Number.isFinite(ms) && new Date(ms).toISOString() === value;
}

function checkRole({ role }: Members): void {
  need(isText(role, 1, 128), 'role');
}

function isWithin(value: Value | undefined, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
}

/** At most so many items, each once. */
function listed(value: Value | undefined, max: number): readonly Value[] {
  need(Array.isArray(value) && value.length <= max, 'a list');
  const items = value as readonly Value[];
  need(new Set(items).size === items.length, 'twice');
  return items;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function lengthOf(text: Value | undefined): number {
  const bytes = Buffer.from(String(text), 'base64url');
  return bytes.toString('base64url') === text ? bytes.length : -1;
}
