// Peer ids: the name of a node is its Ed25519 public key in the form of libp2p (specs/peer-ids: identity multihash of
// the key's protobuf, in base58btc), so one text serves gRPC, gossip and certificates. Translates only; whether
// somebody holds the key is never decided here.
import { base58 } from '@scure/base';
import { concat, equalBytes, fromHex } from '../base/bytes.js';
import { issue } from '../base/issue.js';
import { type Failure, fail, type Result } from '../base/result.js';

/**
 * Multihash: identity (0x00), 36 bytes; protobuf of a public key: type (field 1) Ed25519 (1), data (field 2) of 32
 * bytes.
 */
const PREFIX = fromHex('002408011220');
const KEY_BYTES = 32;
/** 38 bytes that begin 00 24 08 01 always give `12D3KooW` and 44 characters more. */
const TEXT = /^12D3KooW[1-9A-HJ-NP-Za-km-z]{44}$/;

/** The peer id of an Ed25519 public key of 32 bytes. */
export function peerIdOf(publicKey: Uint8Array): string {
  return base58.encode(concat(PREFIX, publicKey));
}

/**
 * The Ed25519 public key (32 bytes) in a peer id; PEER_ID_INVALID for other texts, other kinds of keys and other
 * spellings.
 */
export function publicKeyOf(peerId: string): Result<Uint8Array> {
  if (!TEXT.test(peerId)) return invalid();
  const bytes = base58.decode(peerId);
  if (bytes.length !== PREFIX.length + KEY_BYTES || !equalBytes(bytes.subarray(0, PREFIX.length), PREFIX))
    return invalid();
  return bytes.slice(PREFIX.length);
}

function invalid(): Failure {
  return fail(
    issue('PEER_ID_INVALID', '', 'The text is not the peer id of a node: 52 characters that begin with 12D3KooW.'),
  );
}
