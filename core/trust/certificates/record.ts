// A certificate of an organisation wallet as a node keeps it: which one is in force for a use, and which follows which.
// Pure: time is an argument.
import { CERTIFICATE_DUE_DAYS } from '../../base/limits/node/federation.js';
import type { BoundKey } from './bound-key.js';
import type { CertificatePurpose } from './import.js';

/**
 * Where a path ends: at the authority of the node, a trust list, a setting, or a root that an administrator confirmed.
 */
export interface CertificateAnchor {
  readonly kind: 'authority' | 'list' | 'setting' | 'confirmed';
  /** SHA-256 of its DER. */
  readonly sha256: string;
  /** Of a list, also one of the platform organisation. */
  readonly trustListId?: string;
}

export interface CertificateRecord {
  readonly id: string;
  readonly organisationId: string;
  /** Address of the wallet. */
  readonly wallet: string;
  /** Issued by the authority of this node, or by another one. */
  readonly provenance: 'Internal' | 'Imported';
  readonly boundKeySource: BoundKey['source'];
  readonly uses: readonly CertificatePurpose[];
  /** Its uses without those for which another one took its place. */
  readonly inForce: readonly CertificatePurpose[];
  /** DER as base64, the leaf first, without the anchor. */
  readonly chain: readonly string[];
  readonly anchor: CertificateAnchor;
  /** When all of the chain is valid. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly createdAtMs: number;
  readonly supersededAtMs?: number;
  /** When administrators were told that it ends. */
  readonly toldAtMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether it is one of this node that is in force and ends soon: it is issued again. */
export function isDue(record: CertificateRecord, nowMs: number): boolean {
  return record.provenance === 'Internal' && endsSoon(record, nowMs);
}

/** Whether it is one of another authority that is in force and ends soon, and its organisation was not told. */
export function isToldOf(record: CertificateRecord, nowMs: number): boolean {
  return record.provenance === 'Imported' && record.toldAtMs === undefined && endsSoon(record, nowMs);
}

/** Within 30 days, or the last third of a shorter life. */
function endsSoon({ inForce, notBeforeMs, notAfterMs }: CertificateRecord, nowMs: number): boolean {
  const earlyMs = Math.min(CERTIFICATE_DUE_DAYS * DAY_MS, (notAfterMs - notBeforeMs) / 3);
  return inForce.length > 0 && nowMs > notAfterMs - earlyMs;
}

/** Days that it is valid, to issue it again for as long. */
export function daysOf({ notBeforeMs, notAfterMs }: CertificateRecord): number {
  return Math.max(1, Math.round((notAfterMs - notBeforeMs) / DAY_MS));
}

export type CertificateStatus = 'Active' | 'Superseded' | 'Expired';

/** The status at a time; expired is one that was not superseded. */
export function certificateStatus(
  { inForce, notAfterMs }: Pick<CertificateRecord, 'inForce' | 'notAfterMs'>,
  nowMs: number,
): CertificateStatus {
  if (inForce.length === 0) return 'Superseded';
  return nowMs > notAfterMs ? 'Expired' : 'Active';
}

/**
 * Without the uses, which another one has from now on; Superseded when none is left. The same where it had none of
 * them.
 */
export function supersede(
  record: CertificateRecord,
  uses: readonly CertificatePurpose[],
  nowMs: number,
): CertificateRecord {
  const inForce = record.inForce.filter((use) => !uses.includes(use));
  if (inForce.length === record.inForce.length) return record;
  return { ...record, inForce, ...(inForce.length === 0 && { supersededAtMs: nowMs }) };
}

/** The records of a wallet that `added` takes uses from, as they are after it: of its provenance alone. */
export function supersedeOthers(
  added: CertificateRecord,
  others: readonly CertificateRecord[],
): readonly CertificateRecord[] {
  return others
    .filter(({ provenance }) => provenance === added.provenance)
    .map((record) => [record, supersede(record, added.uses, added.createdAtMs)] as const)
    .flatMap(([before, after]) => (after === before ? [] : [after]));
}

/** The trust that a credential names (specification 2.1). */
export type TrustAnchorKind = 'register' | 'x509-tenant' | 'x509-lotl';

export interface AskedCertificate {
  readonly use: CertificatePurpose;
  /** Absent: as x509-tenant. */
  readonly trustAnchor?: TrustAnchorKind;
  readonly atMs: number;
}

/** How much each record is wanted; 0 where it is not. That of another authority leads to an anchor that others know. */
const WANTED: Readonly<Record<TrustAnchorKind, (record: CertificateRecord) => number>> = {
  register: ({ provenance }) => (provenance === 'Internal' ? 1 : 0),
  'x509-tenant': ({ provenance }) => (provenance === 'Imported' ? 2 : 1),
  'x509-lotl': ({ anchor }) => (anchor.kind === 'list' ? 1 : 0),
};

/** The record in force for the use at that time, the newest of those that are wanted most; undefined without one. */
export function recordInForce(
  records: readonly CertificateRecord[],
  { use, trustAnchor = 'x509-tenant', atMs }: AskedCertificate,
): CertificateRecord | undefined {
  const wanted = WANTED[trustAnchor];
  return records
    .filter(
      ({ inForce, notBeforeMs, notAfterMs }) => inForce.includes(use) && notBeforeMs <= atMs && atMs <= notAfterMs,
    )
    .filter((record) => wanted(record) > 0)
    .sort((a, b) => wanted(b) - wanted(a) || b.createdAtMs - a.createdAtMs)[0];
}
