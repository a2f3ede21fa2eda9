// The signed description of a node (docs/protocol.md 16): its digest, its signing, and the checks that a descriptor
// must pass before anybody stores or passes it on. Pure. It never says whether the node is admitted, nor whether a link
// really is that node.
import { fromHex, isHex, toHex } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical } from '../base/json.js';
import { ID_LENGTH_MAX } from '../base/limits/ledger/transactions.js';
import { isFailure } from '../base/result.js';
import { verifySync } from '../crypto/signing/algorithms.js';
import { publicKeyOf } from './peer-id.js';
import type { NodeDescriptor } from './types.js';

export const ENDPOINTS_MAX = 8;
/** A DNS name has 253 characters at most, a port six with its colon. */
export const ENDPOINT_LENGTH_MAX = 260;
/** A DNS name, its protocols and a peer id. */
export const MULTIADDR_LENGTH_MAX = 400;
/** Nodes sign anew each day; a descriptor that was not renewed for a week is of a node that is gone. */
const DESCRIPTOR_LIFE_MAX_MS = 8 * 24 * 60 * 60 * 1000;
/** A seq further ahead would keep its place against every later descriptor of the node. */
export const DESCRIPTOR_SEQ_AHEAD_MS = 10 * 60 * 1000;

type Unsigned = Omit<NodeDescriptor, 'signature'>;

/** 32 bytes: the tagged SHA-256 over the canonical JSON (RFC 8785) of all members but the signature. */
export function descriptorDigest(descriptor: Unsigned): Uint8Array {
  const { peerId, orgId, tlsKeyHash, consensusKey, endpoints, multiaddrs, seq, notAfterMs } = descriptor;
  const covered = { peerId, orgId, tlsKeyHash, consensusKey, endpoints, multiaddrs, seq, notAfterMs };
  return hash('descriptor', canonical(covered));
}

/** `sign` makes an Ed25519 signature of 64 bytes with the node key. */
export function signDescriptor(descriptor: Unsigned, sign: (digest: Uint8Array) => Uint8Array): NodeDescriptor {
  return { ...descriptor, signature: toHex(sign(descriptorDigest(descriptor))) };
}

/**
 * The problems of a descriptor, all PEER_DESCRIPTOR_INVALID; empty for a good one. Sizes first, so that nothing
 * unbounded is hashed.
 */
export function checkDescriptor(descriptor: NodeDescriptor, nowMs: number): readonly Issue[] {
  const shape = shapeIssues(descriptor);
  if (shape.length > 0) return shape;
  const times = timeIssues(descriptor, nowMs);
  if (times.length > 0) return times;
  const key = publicKeyOf(descriptor.peerId);
  if (isFailure(key)) return [invalid('/peerId', 'The peerId holds no Ed25519 key.')];
  const good = verifySync('ED25519', key, descriptorDigest(descriptor), fromHex(descriptor.signature));
  return good ? [] : [invalid('/signature', 'The signature is not of the key in the peerId.')];
}

function shapeIssues(descriptor: NodeDescriptor): Issue[] {
  const issues: Issue[] = [];
  const { peerId, orgId, tlsKeyHash, consensusKey, endpoints, multiaddrs, signature } = descriptor;
  if (peerId === '' || peerId.length > ID_LENGTH_MAX)
    issues.push(invalid('/peerId', 'The peerId has no usable length.'));
  if (orgId.length > ID_LENGTH_MAX) issues.push(invalid('/orgId', 'The organisation id is too long.'));
  if (!isHex(tlsKeyHash, 32)) issues.push(invalid('/tlsKeyHash', 'The hash of the TLS key has 64 hex digits.'));
  if (!isHex(consensusKey, 32)) issues.push(invalid('/consensusKey', 'The consensus key has 64 hex digits.'));
  if (!isHex(signature, 64)) issues.push(invalid('/signature', 'The signature has 128 hex digits.'));
  if (endpoints.length > ENDPOINTS_MAX || !endpoints.every(isEndpoint))
    issues.push(invalid('/endpoints', `At most ${ENDPOINTS_MAX} endpoints, each host:port.`));
  if (multiaddrs.length > ENDPOINTS_MAX || !multiaddrs.every(isMultiaddr))
    issues.push(invalid('/multiaddrs', `At most ${ENDPOINTS_MAX} multiaddrs, each /protocol/value.`));
  return issues;
}

function timeIssues({ seq, notAfterMs }: NodeDescriptor, nowMs: number): Issue[] {
  const issues: Issue[] = [];
  if (!Number.isSafeInteger(seq) || seq < 0 || seq > nowMs + DESCRIPTOR_SEQ_AHEAD_MS)
    issues.push(invalid('/seq', 'The seq is not a time, or one in the future.'));
  if (!Number.isSafeInteger(notAfterMs) || notAfterMs <= nowMs)
    issues.push(invalid('/notAfterMs', 'The descriptor has expired.'));
  else if (notAfterMs > nowMs + DESCRIPTOR_LIFE_MAX_MS)
    issues.push(invalid('/notAfterMs', 'The descriptor claims to hold longer than 8 days.'));
  return issues;
}

/** `host:port` or `[IPv6]:port`, printable characters that no address or log line can misread. */
function isEndpoint(text: string): boolean {
  if (text.length > ENDPOINT_LENGTH_MAX) return false;
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(text);
  if (match === null) return false;
  const port = Number(match[1]);
  return port > 0 && port <= 65_535;
}

function isMultiaddr(text: string): boolean {
  return text.length <= MULTIADDR_LENGTH_MAX && /^(?:\/[A-Za-z0-9._:%-]+)+$/.test(text);
}

function invalid(path: string, message: string): Issue {
  return issue('PEER_DESCRIPTOR_INVALID', path, message);
}
