// The identity of a node as a folder: its keys, its certificate and the organisations that it trusts. A node starts
// with all of it in order or not at all, but for the dates of its certificate. Every refusal says what to do. Private
// keys leave this file only towards TLS and libp2p, which need them.
import { join } from 'node:path';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import { pemOf, pemParts } from '../../core/crypto/keys/pem.js';
import { ed25519 } from '../../core/crypto/signing/ed25519.js';
import { makePrivateFolder, readIfThere, writeOver } from './durable-file.js';
import { type NodeKey, readNodeKey, readTlsKey, type TlsKey } from './node-keys.js';
import { loadTrusted, type TrustedAuthority, trust } from './trusted.js';
import { readCertificate, verifyPeer } from './verify.js';

export const CERTIFICATE_FILE = 'tls.crt';
export const TRUSTED_FOLDER = 'trusted';

export interface NodeIdentity {
  readonly peerId: string;
  readonly orgId: string;
  readonly installation: string;
  /** 'guest' with a certificate of its own making: only nodes that admit anybody link with it. */
  readonly standing: 'member' | 'guest';
  /** Ed25519 public key of the node, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Ed25519 signature (64 bytes) of the node key over the bytes as they are. */
  sign(bytes: Uint8Array): Uint8Array;
  /** For libp2p's privateKeyFromProtobuf, 68 bytes. Secret. */
  readonly libp2pKey: Uint8Array;
  readonly tls: {
    /** PKCS#8, secret. */
    readonly keyPem: string;
    /** The node's certificate first. */
    readonly certificatePem: string;
    /** All trusted CA certificates, one after the other; empty when none is. */
    readonly trustedPem: Buffer;
    /** SHA-256 of the TLS public key (SPKI, DER), 64 hex digits. */
    readonly keyHash: string;
    readonly notBeforeMs: number;
    readonly notAfterMs: number;
  };
  readonly trusted: readonly TrustedAuthority[];
}

/**
 * The identity in a folder (`<dataDir>/mesh` unless the settings say otherwise), checked at `nowMs`. Issues:
 * NODE_IDENTITY_MISSING (no key or no certificate yet); NODE_IDENTITY_INVALID (damaged or readable files, a key or peer
 * id that the certificate is not for, a bad file in trusted/); those of verifyPeer for its own certificate. The
 * messages say what to do.
 */
export function loadIdentity(dir: string, nowMs: number): Result<NodeIdentity> {
  const nodeKey = readNodeKey(dir);
  const tlsKey = readTlsKey(dir);
  const trusted = loadTrusted(join(dir, TRUSTED_FOLDER));
  if (isFailure(nodeKey) || isFailure(tlsKey) || isFailure(trusted)) return allOf([nodeKey, tlsKey, trusted]);
  const certificatePem = readIfThere(join(dir, CERTIFICATE_FILE))?.toString('latin1');
  if (certificatePem === undefined)
    return fail(
      issue(
        'NODE_IDENTITY_MISSING',
        '',
        `There is no certificate in ${dir}. Run "quorate node enrol --ca FOLDER" where the CA is at hand, else "quorate node request".`,
      ),
    );
  const checked = checkCertificate(certificatePem, { nodeKey, tlsKey, trusted, nowMs });
  if (isFailure(checked)) return checked;
  return {
    peerId: nodeKey.peerId,
    publicKey: nodeKey.publicKey,
    libp2pKey: nodeKey.libp2pKey,
    sign: (bytes) => ed25519.sign(nodeKey.seed, bytes),
    ...{ orgId: checked.orgId, installation: checked.installation, standing: checked.standing },
    tls: {
      keyPem: tlsKey.pem,
      certificatePem,
      trustedPem: Buffer.from(trusted.map(({ pem }) => pem).join('')),
      keyHash: checked.keyHash,
      notBeforeMs: checked.notBeforeMs,
      notAfterMs: checked.notAfterMs,
    },
    trusted,
  };
}

export interface CheckedCertificate {
  readonly orgId: string;
  readonly installation: string;
  readonly standing: 'member' | 'guest';
  readonly keyHash: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/**
 * `loadIdentity` for a node that starts: a certificate whose only fault is that it is not valid now is taken as it was
 * at the nearest time of its life. No peer links with it, and the node does without peers what it can.
 */
export function loadIdentityOfAnyTime(dir: string, nowMs: number): Result<NodeIdentity> {
  const identity = loadIdentity(dir, nowMs);
  if (!isFailure(identity) || identity.issues.some(({ code }) => code !== 'PEER_CERTIFICATE_EXPIRED')) return identity;
  const [der] = pemParts(readIfThere(join(dir, CERTIFICATE_FILE))?.toString('latin1') ?? '', 'CERTIFICATE');
  const read = der && readCertificate(der);
  if (!read || isFailure(read)) return identity;
  const { notBeforeMs, notAfterMs } = lifeOf(read.certificate);
  return loadIdentity(dir, Math.min(Math.max(nowMs, notBeforeMs), notAfterMs));
}

function lifeOf({ validFrom, validTo }: { readonly validFrom: string; readonly validTo: string }) {
  return { notBeforeMs: Date.parse(validFrom), notAfterMs: Date.parse(validTo) };
}

/** Whether a certificate (PEM, the node's first) is good for the keys at hand; the issues are those of loadIdentity. */
export function checkCertificate(
  pem: string,
  given: {
    readonly nodeKey: Pick<NodeKey, 'peerId'>;
    readonly tlsKey: Pick<TlsKey, 'spki'>;
    readonly trusted: readonly TrustedAuthority[];
    readonly nowMs: number;
  },
): Result<CheckedCertificate> {
  const [der] = pemParts(pem, 'CERTIFICATE');
  if (der === undefined) return fail(invalid('The file of the certificate holds none. Enrol the node again.'));
  const read = readCertificate(der);
  if (isFailure(read)) return read.mapIssues(withAdvice);
  const { installation, peerId, orgId } = read.names;
  if (peerId !== given.nodeKey.peerId)
    return fail(
      invalid(
        `The certificate is for the node ${peerId}, but the node key makes this node ${given.nodeKey.peerId}. Put the right node.key back, or enrol again.`,
      ),
    );
  const peer = verifyPeer(der, { trusted: given.trusted, installation, nowMs: given.nowMs });
  if (isFailure(peer)) return peer.mapIssues(withAdvice);
  if (peer.keyHash !== sha256Hex(given.tlsKey.spki))
    return fail(invalid('The certificate is for another TLS key. Put the right tls.key back, or enrol again.'));
  const { standing, keyHash } = peer;
  return { orgId, installation, standing, keyHash, ...lifeOf(read.certificate) };
}

/**
 * Makes a certificate the node's, in place of the one before, and trusts its CA. Nothing is changed when it is not good
 * for the keys in the folder (the issues of loadIdentity). `authority` undefined: the certificate of a guest.
 */
export function installCertificate(
  dir: string,
  given: { readonly pem: string; readonly authority: TrustedAuthority | undefined; readonly nowMs: number },
): Result<CheckedCertificate> {
  const { authority, nowMs } = given;
  const nodeKey = readNodeKey(dir);
  const tlsKey = readTlsKey(dir);
  const known = loadTrusted(join(dir, TRUSTED_FOLDER));
  if (isFailure(nodeKey) || isFailure(tlsKey) || isFailure(known)) return allOf([nodeKey, tlsKey, known]);
  // The CA as it is known here comes first: it has the revocations.
  const own = known.find(({ fingerprint }) => fingerprint === authority?.fingerprint);
  const trusted = [...(own ? [own] : authority ? [authority] : [])];
  const checked = checkCertificate(given.pem, { nodeKey, tlsKey, trusted, nowMs });
  if (isFailure(checked)) return checked;
  if (authority && checked.standing !== 'member') return fail(invalid('The CA did not issue this certificate.'));
  const [der] = pemParts(given.pem, 'CERTIFICATE') as [Buffer];
  if (authority) trust(join(dir, TRUSTED_FOLDER), authority);
  else makePrivateFolder(join(dir, TRUSTED_FOLDER));
  writeOver(join(dir, CERTIFICATE_FILE), pemOf('CERTIFICATE', der) + (authority?.pem ?? ''));
  return checked;
}

/** The remedy for a certificate of one's own that a peer would refuse. */
function withAdvice(problem: Issue): Issue {
  const next: Partial<Record<Issue['code'], string>> = {
    PEER_CERTIFICATE_EXPIRED: 'Check the clock, then enrol again: the node key stays.',
    PEER_CERTIFICATE_UNTRUSTED: 'Add the certificate of its CA with "quorate node trust".',
  };
  return { ...problem, message: `${problem.message} ${next[problem.code] ?? 'Enrol the node again.'}` };
}

function invalid(message: string): Issue {
  return issue('NODE_IDENTITY_INVALID', '', message);
}

/** All that is wrong with the files of a folder at once. */
function allOf(read: readonly Result<unknown>[]): Failure {
  return fail(read.filter(isFailure).flatMap(({ issues }) => issues));
}
