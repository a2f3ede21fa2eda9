// A verifier of evidence that was written from docs/hashes.md alone: it imports nothing of the product and no package, so that an error of the product is not
// its own as well. It throws Refused with the step of section 12 that failed.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

type Value = null | boolean | number | string | readonly Value[] | Members;
interface Members {
  readonly [name: string]: Value;
}

export class Refused extends Error {}

export interface KnownPoint {
  /** HASH@HEIGHT of section 15. */
  readonly head?: string;
  readonly genesisHash?: string;
  readonly notBeforeMs?: number;
}

/** The verdict of section 12. */
export function verdictOf(file: unknown, known: KnownPoint = {}): 'valid' | 'consistent' {
  const evidence = formed(file as Value);
  const genesis = checkGenesis(evidence);
  const rosters = checkRosters(evidence, genesis);
  const head = part(evidence, 'head');
  const rosterAt = (height: number): Members => rosters.findLast(({ from }) => from <= height)!.roster;
  checkCertificate(head, rosterAt(headerOf(head).height), genesis, 'head');
  const docket = part(evidence, 'docket');
  const { anchor } = evidence;
  const placed = [
    docket,
    part(evidence, 'genesis'),
    ...list(evidence.rosterChanges),
    ...(anchor ? [object(anchor)] : []),
  ];
  for (const one of placed) checkHistory(one, head, genesis.registerId);
  checkCertificate(docket, rosterAt(headerOf(docket).height), genesis, 'docket');
  checkTransaction(evidence, docket);
  if (anchor) {
    const header = headerOf(object(anchor));
    need(header.height < headerOf(docket).height, 'anchor');
    need(header.rosterHash === rosterHash(rosterAt(header.height)), 'anchor');
    need(header.nextRosterHash === rosterHash(rosterAt(header.height + 1)), 'anchor');
  }
  return compared([head, ...placed], { head, genesisHash: genesis.hash, known });
}

function compared(
  dockets: readonly Members[],
  { head, genesisHash, known }: { readonly head: Members; readonly genesisHash: string; readonly known: KnownPoint },
): 'valid' | 'consistent' {
  if (known.genesisHash !== undefined) need(known.genesisHash === genesisHash, 'another genesis');
  if (known.notBeforeMs !== undefined) need(headerOf(head).timestampMs >= known.notBeforeMs, 'too old');
  if (known.head === undefined) return 'consistent';
  const [, hash, height] = /^([0-9a-f]{64})@(0|[1-9]\d*)$/.exec(known.head) ?? [];
  need(hash !== undefined, 'no checkpoint');
  for (const one of dockets)
    if (headerOf(one).height === Number(height)) need(docketHash(headerOf(one)) === hash, 'another branch');
  return headerOf(head).height === Number(height) ? 'valid' : 'consistent';
}

// Section 12, step 1.

const HEADER = [
  ['v', 2],
  ['registerId', 16],
  ['height', 8],
  ['prevHash', 32],
  ['timestampMs', 8],
  ['proposer', 32],
  ['rosterHash', 32],
  ['nextRosterHash', 32],
  ['txRoot', 32],
  ['bodyRoot', 32],
  ['txCount', 4],
  ['bytes', 4],
  ['stateHash', 32],
  ['historyRoot', 32],
  ['annexRoot', 32],
  ['rules', 2],
] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Header {
  readonly [name: string]: number | string;
  readonly height: number;
  readonly timestampMs: number;
  readonly txCount: number;
}

function formed(file: Value): Members {
  const evidence = object(file);
  const all = ['format', 'version', 'registerId', 'txId', 'transaction', 'docket', 'genesis', 'rosterChanges', 'head'];
  exactly(evidence, 'anchor' in evidence ? [...all, 'anchor'] : all);
  need(evidence.format === 'quorate-evidence' && evidence.version === 2, 'format');
  const sealed = (one: Value, more: readonly string[]) => {
    const each = object(one);
    exactly(each, ['header', 'certificate', ...more]);
    isHeader(each.header!);
    isCertificate(each.certificate!);
    if (more.includes('historyPath')) isPath(each.historyPath!);
  };
  sealed(evidence.docket!, ['index', 'path', 'bodyPath', 'historyPath']);
  isPath(part(evidence, 'docket').path!);
  isPath(part(evidence, 'docket').bodyPath!);
  sealed(evidence.genesis!, ['transaction', 'historyPath']);
  sealed(evidence.head!, []);
  need(list(evidence.rosterChanges).length <= 1000, 'rosterChanges');
  for (const change of list(evidence.rosterChanges)) {
    sealed(change, ['roster', 'historyPath']);
    isRoster(change.roster!);
  }
  if ('anchor' in evidence) {
    exactly(part(evidence, 'anchor'), ['header', 'historyPath']);
    isHeader(part(evidence, 'anchor').header!);
    isPath(part(evidence, 'anchor').historyPath!);
  }
  return evidence;
}

function isHeader(value: Value): void {
  const header = object(value);
  exactly(
    header,
    HEADER.map(([name]) => name),
  );
  for (const [name, bytes] of HEADER) {
    const field = header[name]!;
    if (bytes === 32) need(isHash(field), name);
    else if (bytes === 16) need(typeof field === 'string' && UUID.test(field), name);
    else need(Number.isSafeInteger(field) && Number(field) >= 0 && Number(field) < 256 ** bytes, name);
  }
  need(header.v === 1, 'v');
}

function isCertificate(value: Value): void {
  const certificate = object(value);
  exactly(certificate, ['kind', 'height', 'round', 'docketHash', 'rosterHash', 'signatures']);
  need(Number.isSafeInteger(certificate.round) && Number(certificate.round) >= 0, 'round');
  for (const one of list(certificate.signatures)) {
    exactly(one, ['voterIndex', 'signature']);
    need(typeof one.signature === 'string' && /^[0-9a-f]{128}$/.test(one.signature), 'signature');
  }
}

function isPath(value: Value): void {
  need(Array.isArray(value) && value.length <= 53 && value.every(isHash), 'path');
}

function isRoster(value: Value): void {
  const roster = object(value);
  exactly(roster, 'mode' in roster ? ['validators', 'mode'] : ['validators']);
  if ('mode' in roster) need(roster.mode === 'majority' || roster.mode === 'bft', 'mode');
  const seats = list(roster.validators);
  need(seats.length >= 1 && seats.length <= 31, 'validators');
  for (const seat of seats) {
    exactly(seat, ['validatorId', 'orgId', 'consensusKey', 'peerId']);
    need(isHash(seat.consensusKey!) && typeof seat.orgId === 'string' && typeof seat.peerId === 'string', 'seat');
    need(seat.validatorId === tagged('validator-id', bytesOf(seat.consensusKey)), 'validatorId');
  }
  const peers = seats.map((seat) => seat.peerId).filter((peer) => peer !== '');
  need(new Set(seats.map((seat) => seat.validatorId)).size === seats.length, 'seats');
  need(new Set(peers).size === peers.length, 'peers');
}

// Step 2.

interface Genesis {
  readonly registerId: string;
  readonly hash: string;
  readonly mode: string;
  readonly roster: Members;
}

function checkGenesis(evidence: Members): Genesis {
  const genesis = part(evidence, 'genesis');
  const header = headerOf(genesis);
  const transaction = part(genesis, 'transaction');
  const { bytes, payloadHash, txId } = checkForm(transaction);
  const said = part(transaction, 'header');
  need(said.blueprintId === 'genesis' && said.actionId === 'register-creation', 'genesis');
  const payload = part(transaction, 'payload');
  const names = [
    'registerId',
    'name',
    'description',
    'tenantId',
    'createdAt',
    'attestations',
    'validators',
    'policy',
    'metadata',
  ];
  exactly(payload, names);
  need(payload.registerId === evidence.registerId && said.registerId === payload.registerId, 'registerId');
  const members = attested(payload);
  const roster = { validators: payload.validators! };
  isRoster(roster);
  const register = {
    name: payload.name!,
    description: payload.description!,
    tenantId: payload.tenantId!,
    createdAt: payload.createdAt!,
    systemWallet: said.senderWallet!,
  };
  const changes = Object.entries({ members: { members }, policy: payload.policy!, register, roster });
  const state = canonical(changes.map(([key, value]) => ({ key, value })));
  const zeros = '0'.repeat(64);
  const none = sha256('');
  const hash = rosterHash(roster);
  const expected: Members = {
    ...{ v: 1, height: 0, prevHash: zeros, rosterHash: hash, nextRosterHash: hash, txCount: 1, bytes: bytes.length },
    registerId: payload.registerId!,
    txRoot: sha256(join(Buffer.of(0), bytesOf(txId + payloadHash))),
    bodyRoot: sha256(join(Buffer.of(0), bytes)),
    stateHash: tagged('state', bytesOf(zeros), state),
    historyRoot: none,
    annexRoot: none,
  };
  for (const [name, value] of Object.entries(expected)) need(header[name] === value, `genesis ${name}`);
  need(
    list(payload.validators).some((seat) => seat.validatorId === header.proposer),
    'genesis proposer',
  );
  const { mode } = part(part(transaction, 'payload'), 'policy').consensus as Members;
  need(mode === 'majority' || mode === 'bft', 'mode');
  const made = { registerId: String(payload.registerId), hash: docketHash(header), mode: String(mode), roster };
  checkCertificate(genesis, roster, made, 'genesis');
  return made;
}

/** The members of a genesis payload, each with a good attestation. */
function attested(payload: Members): Members[] {
  const attestations = list(payload.attestations);
  need(attestations.length >= 1 && attestations.length <= 10, 'attestations');
  need(
    attestations.some((one) => one.role === 'Owner'),
    'owner',
  );
  need(new Set(attestations.map((one) => one.subject)).size === attestations.length, 'subjects');
  return attestations.map((one) => {
    exactly(one, ['role', 'subject', 'publicKey', 'signature', 'algorithm', 'grantedAt']);
    const { signature, ...member } = one;
    const { role, subject, grantedAt } = one;
    const text = canonical({
      role,
      subject,
      registerId: payload.registerId,
      registerName: payload.name,
      grantedAt,
    } as Members);
    need(subject === `did:quorate:w:${addressOf(one)}`, 'subject');
    need(isSigned(one, text, String(signature)), 'attestation');
    return member;
  });
}

// Steps 3 to 6.

function checkRosters(evidence: Members, genesis: Genesis): { readonly from: number; readonly roster: Members }[] {
  const rosters: { from: number; roster: Members }[] = [{ from: 0, roster: genesis.roster }];
  let last = 0;
  for (const change of list(evidence.rosterChanges)) {
    const header = headerOf(change);
    need(header.height > last && header.height < headerOf(part(evidence, 'head')).height, 'order of changes');
    checkCertificate(change, rosters.at(-1)!.roster, genesis, 'change');
    const roster = part(change, 'roster');
    need(header.nextRosterHash !== header.rosterHash && rosterHash(roster) === header.nextRosterHash, 'next roster');
    rosters.push({ from: header.height + 1, roster });
    last = header.height;
  }
  return rosters;
}

function checkHistory(one: Members, head: Members, registerId: string): void {
  const [header, top] = [headerOf(one), headerOf(head)];
  const path = one.historyPath as readonly string[];
  need(header.registerId === registerId && top.registerId === registerId, 'registerId');
  const hash = docketHash(header);
  if (header.height === top.height) need(path.length === 0 && hash === docketHash(top), 'history');
  else
    need(isInTree(bytesOf(hash), { index: header.height, size: top.height, path, root: top.historyRoot! }), 'history');
}

function checkCertificate(one: Members, roster: Members, genesis: Omit<Genesis, 'roster'>, what: string): void {
  const header = headerOf(one);
  const certificate = part(one, 'certificate');
  const hash = docketHash(header);
  const seats = list(roster.validators);
  const isGenesis = header.height === 0;
  need(header.registerId === genesis.registerId, what);
  need(certificate.kind === (isGenesis ? 'GENESIS' : 'COMMIT') && (!isGenesis || certificate.round === 0), what);
  need(certificate.height === header.height && certificate.docketHash === hash, what);
  need(certificate.rosterHash === rosterHash(roster) && certificate.rosterHash === header.rosterHash, what);
  const n = seats.length;
  const mode = roster.mode ?? genesis.mode;
  const quorum = isGenesis ? n : mode === 'bft' ? Math.floor((2 * n) / 3) + 1 : Math.floor(n / 2) + 1;
  const signatures = list(certificate.signatures);
  need(signatures.length >= quorum, `${what}: quorum`);
  const id = bytesOf(genesis.registerId.replaceAll('-', ''));
  let last = -1;
  for (const { voterIndex, signature } of signatures) {
    need(Number.isInteger(voterIndex) && Number(voterIndex) > last && Number(voterIndex) < n, `${what}: voters`);
    last = Number(voterIndex);
    const seat = seats[last]!;
    const digest = isGenesis
      ? tagged('genesis-attestation', join(id, bytesOf(hash)))
      : tagged(
          'vote',
          join(
            number(2, 2),
            id,
            bytesOf(genesis.hash),
            number(header.height, 8),
            number(Number(certificate.round), 4),
            bytesOf(hash),
            bytesOf(certificate.rosterHash),
            bytesOf(seat.validatorId),
            number(1, 2),
          ),
        );
    need(verify(null, bytesOf(digest), ed25519(bytesOf(seat.consensusKey)), bytesOf(signature)), `${what}: signature`);
  }
}

// Step 7.

function checkTransaction(evidence: Members, docket: Members): void {
  const transaction = part(evidence, 'transaction');
  const { bytes, payloadHash, txId } = checkForm(transaction);
  need(txId === evidence.txId, 'txId');
  need(part(transaction, 'header').registerId === evidence.registerId, 'registerId');
  const { txCount: size, txRoot, bodyRoot } = headerOf(docket);
  const at = (path: Value | undefined, root: Value | undefined) => ({
    index: Number(docket.index),
    size,
    path: path as readonly string[],
    root: String(root),
  });
  need(isInTree(bytesOf(txId + payloadHash), at(docket.path, txRoot)), 'path');
  need(isInTree(bytes, at(docket.bodyPath, bodyRoot)), 'bodyPath');
}

const TRANSACTION_HEADER = ['registerId', 'blueprintId', 'actionId', 'senderWallet', 'payloadHash', 'createdAt'];
const OPTIONAL = ['instanceId', 'publicationTxId', 'previousTransactionId', 'recipients', 'expiresAt', 'metadata'];

function checkForm(transaction: Members): {
  readonly bytes: Buffer;
  readonly payloadHash: string;
  readonly txId: string;
} {
  exactly(transaction, ['header', 'payload', 'signatures']);
  const header = part(transaction, 'header');
  exactly(header, [...TRANSACTION_HEADER, ...OPTIONAL.filter((name) => name in header)]);
  need(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(header.createdAt)), 'createdAt');
  need(!Object.values(header).includes(null) && transaction.payload !== null, 'null');
  const payload = canonical(transaction.payload!);
  const payloadHash = sha256(payload);
  need(header.payloadHash === payloadHash, 'payloadHash');
  const txId =
    header.actionId === 'blueprint-publish'
      ? tagged('blueprint-publication', String(header.registerId), String(header.blueprintId), payload)
      : tagged('transaction', canonical(header));
  const signatures = list(transaction.signatures);
  need(signatures.length >= 1 && signatures.length <= 31, 'signatures');
  need(header.senderWallet === addressOf(signatures[0]!), 'senderWallet');
  for (const one of signatures) {
    exactly(one, ['algorithm', 'publicKey', 'signatureValue']);
    need(isSigned(one, `${txId}:${payloadHash}`, String(one.signatureValue)), 'signature');
  }
  return { bytes: Buffer.from(canonical(transaction), 'utf8'), payloadHash, txId };
}

// Sections 2 to 5 and 7 to 8.

function canonical(value: Value): string {
  if (typeof value === 'string') {
    need(value.isWellFormed(), 'lone surrogate');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    need(Number.isFinite(value), 'number');
    return String(value === 0 ? 0 : value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = value as Members;
  // Array.prototype.sort compares UTF-16 code units.
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${canonical(name)}:${canonical(members[name]!)}`).join(',')}}`;
}

function tagged(kind: string, ...parts: readonly (Buffer | string)[]): string {
  const bytes = parts.flatMap((one) => [Buffer.of(0x1f), typeof one === 'string' ? Buffer.from(one, 'utf8') : one]);
  return sha256(join(Buffer.from(`quorate:${kind}:v1`, 'utf8'), ...bytes));
}

interface Place {
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  readonly root: Value;
}

function isInTree(leaf: Buffer, { index, size, path, root }: Place): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let fn = BigInt(index);
  let sn = BigInt(size) - 1n;
  let r = sha256(join(Buffer.of(0), leaf));
  for (const p of path) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      r = sha256(join(Buffer.of(1), bytesOf(p), bytesOf(r)));
      while (fn % 2n === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else r = sha256(join(Buffer.of(1), bytesOf(r), bytesOf(p)));
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && r === root;
}

function docketHash(header: Header): string {
  const fields = HEADER.map(([name, bytes]) =>
    bytes === 32 || bytes === 16
      ? bytesOf(String(header[name]).replaceAll('-', ''))
      : number(Number(header[name]), bytes),
  );
  return tagged('docket', join(...fields));
}

function rosterHash(roster: Members): string {
  const counted = (text: Value | undefined): Buffer => {
    const bytes = Buffer.from(String(text), 'utf8');
    return join(number(bytes.length, 2), bytes);
  };
  const seats = list(roster.validators);
  const each = seats.map((seat) =>
    join(bytesOf(seat.validatorId), bytesOf(seat.consensusKey), counted(seat.orgId), counted(seat.peerId)),
  );
  return tagged('roster', join(number(seats.length, 2), ...each, ...('mode' in roster ? [counted(roster.mode)] : [])));
}

/** Section 5. `text` is what the digest is the SHA-256 of, so that ECDSA and RSA are the ordinary ones. */
function isSigned({ algorithm, publicKey }: Members, text: string, signature: string): boolean {
  const [key, value] = [base64(String(publicKey)), base64(signature)];
  const data = Buffer.from(text, 'utf8');
  if (algorithm === 'ED25519') return verify(null, bytesOf(sha256(text)), ed25519(key), value);
  if (algorithm === 'NISTP256') {
    need(key.length === 65 && key[0] === 4, 'key');
    const spki = join(bytesOf('3059301306072a8648ce3d020106082a8648ce3d030107034200'), key);
    return verify('sha256', data, { key: der(spki), dsaEncoding: 'ieee-p1363' }, value);
  }
  if (algorithm === 'RSA-4096') return key.length === 550 && verify('sha256', data, der(key), value);
  throw new Refused(`algorithm ${algorithm}: node:crypto of this age does not verify it`);
}

function ed25519(key: Buffer): KeyObject {
  need(key.length === 32, 'key');
  return der(join(bytesOf('302a300506032b6570032100'), key));
}

function der(key: Buffer): KeyObject {
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

const NETWORK: Readonly<Record<string, number>> = {
  ED25519: 0,
  NISTP256: 1,
  'RSA-4096': 2,
  'ML-DSA-65': 0x10,
  'ED25519+ML-DSA-65': 0x20,
  'NISTP256+ML-DSA-65': 0x21,
  'RSA-4096+ML-DSA-65': 0x22,
};
const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function addressOf({ algorithm, publicKey }: Members): string {
  const network = NETWORK[String(algorithm)];
  need(network !== undefined, 'algorithm');
  const data = join(number(network, 1), bytesOf(tagged('address', base64(String(publicKey)))));
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2));
  const human = [3, 3, 0, ...[...'qr'].map((c) => c.charCodeAt(0) & 31)];
  const sum = polymod([...human, ...words, 0, 0, 0, 0, 0, 0]) ^ 0x2bc830a3;
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `qr1${[...words, ...check].map((word) => CHARACTERS[word]).join('')}`;
}

/** BIP 350. */
function polymod(words: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (let i = 0; i < 5; i++) if ((top >>> i) & 1) sum ^= generator[i]!;
  }
  return sum;
}

function need(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Refused(what);
}

function object(value: Value | undefined): Members {
  need(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object');
  return value as Members;
}

function part(of: Members, name: string): Members {
  return object(of[name]);
}

function list(value: Value | undefined): readonly Members[] {
  need(Array.isArray(value), 'a list');
  return (value as readonly Value[]).map(object);
}

function headerOf(of: Members): Header {
  return part(of, 'header') as unknown as Header;
}

function exactly(value: Members, names: readonly string[]): void {
  const found = Object.keys(value);
  need(
    found.length === names.length && names.every((name) => Object.hasOwn(value, name)),
    `exactly ${names.join(', ')}`,
  );
}

function isHash(value: Value): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function bytesOf(hex: Value | undefined): Buffer {
  return Buffer.from(String(hex), 'hex');
}

function base64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  need(bytes.toString('base64') === text, 'base64');
  return bytes;
}

function number(value: number, bytes: number): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
}

function join(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
