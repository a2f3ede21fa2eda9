// The catalogue of a node, which tells everybody what it offers for replication: signed by its node key, because gossip
// does not say who a message is from. Its digest, its signing and the checks that it must pass before anybody believes
// or passes it on. Pure. It never says whether the node is admitted.
import { fromHex, isHex, toHex } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical } from '../base/json.js';
import { isFailure } from '../base/result.js';
import { verifySync } from '../crypto/signing/algorithms.js';
import type { Advert } from './frames.js';
import { publicKeyOf } from './peer-id.js';
import type { NodeDescriptor } from './types.js';

/** Adverts of one message: with descriptions cut short they fit into its bytes. */
export const CATALOGUE_ADVERTS_MAX = 64;
export const CATALOGUE_WITHDRAWN_MAX = 256;
/**
 * A message that is older says nothing that matters: nodes repeat themselves within ten minutes. It bounds what a
 * replay can bring back.
 */
export const CATALOGUE_AGE_MAX_MS = 20 * 60 * 1000;
/** A seq further ahead would keep its place against every later message of the node. */
const CATALOGUE_AHEAD_MAX_MS = 10 * 60 * 1000;

export interface Catalogue {
  readonly descriptor: NodeDescriptor;
  readonly adverts: readonly Advert[];
  /** Ids of registers that the node offers no more. */
  readonly withdrawn: readonly string[];
  /** Unix ms of the message, above those of all earlier ones of the node. */
  readonly seq: number;
  /** Ed25519 under the node key of the descriptor over `catalogueDigest`, 128 hex digits. */
  readonly signature: string;
}

type Unsigned = Omit<Catalogue, 'signature'>;

/**
 * 32 bytes: the tagged SHA-256 over the canonical JSON (RFC 8785) of who tells what when. The descriptor has a
 * signature of its own.
 */
function catalogueDigest({ descriptor, adverts, withdrawn, seq }: Unsigned): Uint8Array {
  const facts = adverts.map(({ registerId, genesisHash, name, description, height, isFullReplica }) => ({
    ...{ registerId, genesisHash, name, description, height, isFullReplica },
  }));
  return hash('catalogue', canonical({ peerId: descriptor.peerId, seq, adverts: facts, withdrawn: [...withdrawn] }));
}

/** `sign` makes an Ed25519 signature of 64 bytes with the node key. */
export function signCatalogue(catalogue: Unsigned, sign: (digest: Uint8Array) => Uint8Array): Catalogue {
  return { ...catalogue, signature: toHex(sign(catalogueDigest(catalogue))) };
}

/**
 * The problem of a catalogue: FRAME_INVALID with a sentence, or undefined for a good one. Its age, whether its seq
 * rises, and its descriptor are judged by the caller.
 */
export function catalogueProblem(catalogue: Catalogue, nowMs: number): Issue | undefined {
  const { descriptor, adverts, withdrawn, seq, signature } = catalogue;
  if (adverts.length > CATALOGUE_ADVERTS_MAX || withdrawn.length > CATALOGUE_WITHDRAWN_MAX)
    return invalid('/adverts', 'A catalogue has too many entries.');
  if (new Set([...adverts.map(({ registerId }) => registerId), ...withdrawn]).size < adverts.length + withdrawn.length)
    return invalid('/adverts', 'A register is named twice.');
  if (!Number.isSafeInteger(seq) || seq > nowMs + CATALOGUE_AHEAD_MAX_MS)
    return invalid('/seq', 'The seq is not a time, or one in the future.');
  const key = publicKeyOf(descriptor.peerId);
  if (isFailure(key) || !isHex(signature, 64)) return invalid('/descriptor/peerId', 'The peerId holds no Ed25519 key.');
  const good = verifySync('ED25519', key, catalogueDigest(catalogue), fromHex(signature));
  return good ? undefined : invalid('/signature', 'The signature is not of the key in the peerId.');
}

/** Too old to be told again: perhaps a replay, and nothing that its relay could be blamed for. */
export function isStaleCatalogue({ seq }: Pick<Catalogue, 'seq'>, nowMs: number): boolean {
  return seq < nowMs - CATALOGUE_AGE_MAX_MS;
}

function invalid(path: string, message: string): Issue {
  return issue('FRAME_INVALID', path, message);
}
