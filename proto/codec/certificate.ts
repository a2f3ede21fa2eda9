// Certificates between wire and core. Whether the signatures are a quorum, or valid at all, is never decided here.
import { fromHex } from '../../core/base/bytes.js';
import { VALIDATORS_MAX } from '../../core/base/limits/ledger/consensus.js';
import type { Certificate } from '../../core/model/register.js';
import { CertificateKind, type Certificate as WireCertificate } from '../gen/ledger/v1/ledger.js';
import type { FieldReader } from './field-reader.js';

const KINDS = {
  PREPARE: CertificateKind.PREPARE,
  COMMIT: CertificateKind.COMMIT,
  GENESIS: CertificateKind.GENESIS,
} as const;
const KIND_OF = {
  [CertificateKind.PREPARE]: 'PREPARE',
  [CertificateKind.COMMIT]: 'COMMIT',
  [CertificateKind.GENESIS]: 'GENESIS',
} as const;

export function certificateToWire(certificate: Certificate): WireCertificate {
  const { kind, height, round, docketHash, rosterHash, signatures } = certificate;
  return {
    kind: KINDS[kind],
    height: BigInt(height),
    round,
    docketHash: fromHex(docketHash) as Buffer,
    rosterHash: fromHex(rosterHash) as Buffer,
    signatures: signatures.map(({ voterIndex, signature }) => ({
      voterIndex,
      signature: fromHex(signature) as Buffer,
    })),
  };
}

/**
 * Undefined, and a problem, for an absent one. Signatures ascend strictly by seat, so that one certificate has one
 * form.
 */
export function readCertificate(
  reader: FieldReader,
  wire: WireCertificate | undefined,
  at: string,
): Certificate | undefined {
  if (wire === undefined) return reader.missing(at, '');
  const kind = reader.member(KIND_OF, wire.kind, { at, name: 'kind' });
  if (kind === undefined) return undefined;
  let last = -1;
  const signatures = wire.signatures.map(({ voterIndex, signature }) => {
    if (voterIndex <= last || voterIndex >= VALIDATORS_MAX)
      reader.fail(at, 'signatures', 'The seats do not ascend, or one is beyond the largest roster.');
    last = voterIndex;
    return { voterIndex, signature: reader.signature(signature, at, 'signatures') };
  });
  return {
    kind,
    height: reader.safe(wire.height, at, 'height'),
    round: reader.round(wire.round, at, 'round'),
    docketHash: reader.hash(wire.docketHash, at, 'docketHash'),
    rosterHash: reader.hash(wire.rosterHash, at, 'rosterHash'),
    signatures,
  };
}

/** For a certificate that may be left out: null then. */
export function readOptionalCertificate(
  reader: FieldReader,
  wire: WireCertificate | undefined,
  at: string,
): Certificate | null {
  return wire === undefined ? null : (readCertificate(reader, wire, at) ?? null);
}
