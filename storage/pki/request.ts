// The request of a node to the CA of its organisation: for its TLS key, with its peer id and the node key's signature
// over that TLS key. Without the signature anybody who is near the CA could have a certificate in the name of another
// node.
import { fromHex, isHex, toHex } from '../../core/base/bytes.js';
import { hash, sha256 } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { parseJsonText } from '../../core/base/json.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { pemOf, pemParts } from '../../core/crypto/keys/pem.js';
import { ed25519 } from '../../core/crypto/signing/ed25519.js';
import { publicKeyOf } from '../../core/mesh/peer-id.js';
import { isHost } from './names.js';
import type { NodeKey, TlsKey } from './node-keys.js';
import { keyOfRequest, makeSigningRequest } from './x509.js';

const FORMAT = 'quorate-node-request';
const REQUEST_BYTES_MAX = 16 * 1024;
/** Names under which one node is dialled. */
const HOSTS_MAX = 16;

export interface NodeRequest {
  readonly format: typeof FORMAT;
  readonly version: 1;
  readonly peerId: string;
  /** DNS names and IPv4 addresses, lower case. */
  readonly hosts: readonly string[];
  /** PKCS#10 in PEM, signed by the TLS key. */
  readonly csr: string;
  /** Ed25519 of the node key over hash('node-request', SHA-256 of the SPKI, peer id, hosts), 128 hex digits. */
  readonly signature: string;
}

/** A request whose proofs were checked: the TLS key (SPKI, DER) is held by the node that the peer id names. */
export interface ProvenRequest {
  readonly peerId: string;
  readonly hosts: readonly string[];
  readonly spki: Uint8Array;
}

/** Makes the request for the keys of a node. NODE_REQUEST_INVALID for a host that is not a name. */
export async function makeRequest(
  keys: { readonly nodeKey: NodeKey; readonly tlsKey: TlsKey },
  hosts: readonly string[],
): Promise<Result<NodeRequest>> {
  const { nodeKey, tlsKey } = keys;
  const wrong = hostProblem(hosts);
  if (wrong !== undefined) return fail(wrong);
  const csr = await makeSigningRequest({ privateKey: tlsKey.key, spki: tlsKey.spki }, nodeKey.peerId);
  const signature = toHex(ed25519.sign(nodeKey.seed, digestOf(tlsKey.spki, nodeKey.peerId, hosts)));
  return {
    format: FORMAT,
    version: 1,
    peerId: nodeKey.peerId,
    hosts,
    csr: pemOf('CERTIFICATE REQUEST', csr),
    signature,
  };
}

/** Reads and proves the text of a request. NODE_REQUEST_INVALID with what is wrong with it. */
export async function proveRequest(text: string): Promise<Result<ProvenRequest>> {
  if (text.length > REQUEST_BYTES_MAX) return fail(requestIssue('it is too large'));
  const parsed = parseJsonText(text);
  if (isFailure(parsed) || !isRequest(parsed)) return fail(requestIssue('it does not have the form of one'));
  const request = parsed;
  const publicKey = publicKeyOf(request.peerId);
  if (isFailure(publicKey) || ed25519.problem(publicKey) !== undefined)
    return fail(requestIssue('its peer id is missing'));
  const wrong = hostProblem(request.hosts);
  if (wrong !== undefined) return fail(wrong);
  const [der] = pemParts(request.csr, 'CERTIFICATE REQUEST');
  const spki = der === undefined ? undefined : await keyOfRequest(der);
  if (spki === undefined) return fail(requestIssue('its TLS key is not one on P-256 that signed it'));
  const digest = digestOf(spki, request.peerId, request.hosts);
  if (!ed25519.verifySync(publicKey, digest, fromHex(request.signature)))
    return fail(
      requestIssue('the node that it names did not sign it. Let the node make it again: quorate node request'),
    );
  return { peerId: request.peerId, hosts: request.hosts, spki };
}

function digestOf(spki: Uint8Array, peerId: string, hosts: readonly string[]): Uint8Array {
  return hash('node-request', sha256(spki), peerId, hosts.join(','));
}

function isRequest(value: unknown): value is NodeRequest {
  const request = value as Partial<NodeRequest> | null;
  return (
    typeof request === 'object' &&
    request !== null &&
    request.format === FORMAT &&
    request.version === 1 &&
    typeof request.peerId === 'string' &&
    typeof request.csr === 'string' &&
    isHex(request.signature, 64) &&
    Array.isArray(request.hosts) &&
    request.hosts.every((host) => typeof host === 'string')
  );
}

function hostProblem(hosts: readonly string[]): Issue | undefined {
  if (hosts.length > HOSTS_MAX) return requestIssue(`it names more than ${HOSTS_MAX} hosts`);
  const wrong = hosts.find((host) => !isHost(host));
  return wrong === undefined ? undefined : requestIssue(`${JSON.stringify(wrong)} is not a host name or IPv4 address`);
}

function requestIssue(reason: string): Issue {
  return issue('NODE_REQUEST_INVALID', '', `The request is not good: ${reason}.`);
}
