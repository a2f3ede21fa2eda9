// The hashed and signed bytes of a register, written a second time for the checkers: it shares no code with the
// product, so that an error there is not an error here as well. Hashing and Ed25519 are those of node:crypto.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { RoundChange, Vote } from '../../../core/consensus/types.js';
import type { Certificate, ConsensusMode, DocketHeader, Roster } from '../../../core/model/register.js';

export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
}

/** The tagged hash: `quorate:<kind>:v1`, then each part behind 0x1F. */
export function tagged(kind: string, ...parts: readonly (Uint8Array | string)[]): Buffer {
  return sha256(`quorate:${kind}:v1`, ...parts.flatMap((part) => [Buffer.of(0x1f), part]));
}

/** RFC 6962 as it is written: split at the largest power of two below the number of leaves. */
export function merkle(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Uint8Array);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), merkle(leaves.slice(0, split)), merkle(leaves.slice(split)));
}

/** Canonical JSON of what has no number with a fraction or an exponent. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

const hex = (text: string) => Buffer.from(text, 'hex');
const uuid = (text: string) => hex(text.replaceAll('-', ''));

function number(value: number, bytes: number): Buffer {
  const out = Buffer.alloc(bytes);
  let left = BigInt(value);
  for (let at = bytes - 1; at >= 0; at--) {
    out[at] = Number(left & 255n);
    left >>= 8n;
  }
  return out;
}

export function headerHash(header: DocketHeader): string {
  const bytes = Buffer.concat([
    number(header.v, 2),
    uuid(header.registerId),
    number(header.height, 8),
    hex(header.prevHash),
    number(header.timestampMs, 8),
    ...[header.proposer, header.rosterHash, header.nextRosterHash, header.txRoot, header.bodyRoot].map(hex),
    number(header.txCount, 4),
    number(header.bytes, 4),
    ...[header.stateHash, header.historyRoot, header.annexRoot].map(hex),
    number(header.rules, 2),
  ]);
  return tagged('docket', bytes).toString('hex');
}

export function rosterHash(roster: Roster): string {
  const text = (value: string) => Buffer.concat([number(Buffer.byteLength(value), 2), Buffer.from(value)]);
  const seats = roster.validators.map((seat) =>
    Buffer.concat([hex(seat.validatorId), hex(seat.consensusKey), text(seat.orgId), text(seat.peerId)]),
  );
  const mode = roster.mode === undefined ? [] : [text(roster.mode)];
  return tagged('roster', Buffer.concat([number(seats.length, 2), ...seats, ...mode])).toString('hex');
}

export function voteBytes(vote: Omit<Vote, 'signature'>): Buffer {
  return tagged(
    'vote',
    Buffer.concat([
      number(vote.kind === 'PREPARE' ? 1 : 2, 2),
      uuid(vote.registerId),
      hex(vote.genesisHash),
      number(vote.height, 8),
      number(vote.round, 4),
      ...[vote.docketHash, vote.rosterHash, vote.voter].map(hex),
      number(vote.approve ? 1 : 0, 2),
      Buffer.from(vote.code),
    ]),
  );
}

export function roundChangeBytes(change: Omit<RoundChange, 'signature'>): Buffer {
  return tagged(
    'round-change',
    Buffer.concat([
      uuid(change.registerId),
      hex(change.genesisHash),
      number(change.height, 8),
      number(change.round, 4),
      number(change.preparedRound + 1, 4),
      change.preparedHash === null ? Buffer.alloc(32) : hex(change.preparedHash),
      hex(change.rosterHash),
      hex(change.voter),
    ]),
  );
}

export function genesisBytes(registerId: string, genesisHash: string): Buffer {
  return tagged('genesis-attestation', Buffer.concat([uuid(registerId), hex(genesisHash)]));
}

/** The fewest of `n` that decide: two such groups share one member, or in bft one more than may lie. */
export function needed(mode: ConsensusMode, n: number): number {
  for (let count = 1; count <= n; count++) if (mode === 'bft' ? 3 * count > 2 * n : 2 * count > n) return count;
  throw new Error('a roster has members');
}

/** DER in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const publicKeys = new Map<string, KeyObject>();
const checked = new Map<string, boolean>();
const CHECKED_MAX = 100_000;

/** Key and signature in bytes. The same question is answered once: every node seals the same certificate. */
export function isSigned(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const about = Buffer.concat([key, bytes, signature]).toString('latin1');
  let known = checked.get(about);
  if (known === undefined) {
    known = verify(null, bytes, publicKeyOf(key), signature);
    if (checked.size >= CHECKED_MAX) checked.clear();
    checked.set(about, known);
  }
  return known;
}

/** Validators of all runs are a few dozen. */
function publicKeyOf(key: Uint8Array): KeyObject {
  const name = Buffer.from(key).toString('latin1');
  const known = publicKeys.get(name);
  if (known) return known;
  const made = createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' });
  if (publicKeys.size >= CHECKED_MAX) publicKeys.clear();
  publicKeys.set(name, made);
  return made;
}

export interface Place {
  readonly registerId: string;
  readonly genesisHash: string;
  readonly mode: ConsensusMode;
  readonly roster: Roster;
}

/** Why the certificate does not prove that this docket was decided; undefined when it does. */
export function certificateFault(
  certificate: Certificate,
  about: { readonly docketHash: string; readonly height: number },
  { registerId, genesisHash, mode, roster }: Place,
): string | undefined {
  const { kind, height, round, docketHash, signatures } = certificate;
  if (docketHash !== about.docketHash || height !== about.height) return 'it is of another docket';
  if (kind !== (height === 0 ? 'GENESIS' : 'COMMIT')) return `it is of kind ${kind}`;
  if (certificate.rosterHash !== rosterHash(roster)) return 'it names another roster';
  const voters = new Set(signatures.map(({ voterIndex }) => voterIndex));
  if (voters.size !== signatures.length) return 'a voter counts twice';
  const least = kind === 'GENESIS' ? roster.validators.length : needed(mode, roster.validators.length);
  if (voters.size < least) return `${voters.size} of ${roster.validators.length} signed, ${least} are needed`;
  for (const { voterIndex, signature } of signatures) {
    const seat = roster.validators[voterIndex];
    if (!seat) return 'a voter has no seat';
    const common = { height, round, docketHash, rosterHash: certificate.rosterHash, registerId, genesisHash };
    const vote = { ...common, kind: 'COMMIT' as const, voter: seat.validatorId, approve: true, code: '' };
    const bytes = kind === 'GENESIS' ? genesisBytes(registerId, docketHash) : voteBytes(vote);
    if (!isSigned(hex(seat.consensusKey), bytes, hex(signature))) return `seat ${voterIndex} did not sign it`;
  }
  return undefined;
}
