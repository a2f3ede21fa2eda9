// A trust list as this node keeps it: what was read of it, and which one may follow it. Pure: time is an argument.
import { type Issue, issue } from '../../base/issue.js';

/** A list to be read. */
export interface TrustListTask {
  readonly bytes: Uint8Array;
  /** Certificates that may sign it, DER as base64. */
  readonly operators: readonly string[];
  readonly nowMs: number;
}

/** A list whose signature is good, as a reader finds it. */
export interface ReadTrustList {
  /** TSLType. */
  readonly type: string;
  readonly sequenceNumber: number;
  readonly territory: string;
  /** Name of its operator, for people. */
  readonly operator: string;
  readonly issuedAtMs: number;
  /** Absent for a list that is closed. */
  readonly nextUpdateMs?: number;
  /** SHA-256 of the certificate that signed it. */
  readonly signedBy: string;
  /** Certificates of services that vouch, DER as base64, each once. */
  readonly roots: readonly string[];
  /** Certificates of such services that are not of a form that paths are judged by. */
  readonly rootsLeftOut: number;
  /** Other lists in XML that it points to, no list of lists among them. */
  readonly pointers: readonly TrustListPointer[];
}

export interface TrustListPointer {
  readonly url: string;
  readonly territory: string;
  /** Certificates of its operators, DER as base64. */
  readonly operators: readonly string[];
}

/** A list as it was taken: its pointers are followed at once, and not kept. */
export interface TrustListSnapshot extends Omit<ReadTrustList, 'pointers'> {
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  readonly createdAtMs: number;
}

/** A list that another one points to: taken, or refused with a code. */
export interface FollowedPointer {
  readonly trustListId: string;
  readonly code?: string;
}

/** A list of an organisation. */
export interface KeptTrustList {
  readonly organisationId: string;
  readonly trustListId: string;
  /** Where it is fetched again; absent for one that was uploaded. */
  readonly url?: string;
  readonly followPointers: boolean;
  /** Certificates that may sign it, DER as base64; absent: those of the settings. */
  readonly operators?: readonly string[];
  /** How the lists that it points to came out, the last time that they were followed. */
  readonly followed?: readonly FollowedPointer[];
  /** The last time that it was looked at and found good. */
  readonly checkedAtMs: number;
  readonly snapshot: TrustListSnapshot;
  /** The one before. */
  readonly former?: TrustListSnapshot;
}

/** The id of the list of a territory that another list points to. */
export function pointedId(trustListId: string, territory: string): string {
  return `${trustListId}/${territory}`;
}

/** Whether a list is there because another one points to it; it is refreshed and removed with that. */
export function isPointedTo(trustListId: string): boolean {
  return trustListId.includes('/');
}

/** Whether a list is the one of the id, or one of a territory to which that points. */
export function isPartOf(trustListId: string, id: string): boolean {
  return trustListId === id || trustListId.startsWith(pointedId(id, ''));
}

export type Freshness = 'fresh' | 'stale';

/** A closed list is stale: its operator vouches for it no longer. */
export function freshnessOf({ nextUpdateMs }: Pick<TrustListSnapshot, 'nextUpdateMs'>, nowMs: number): Freshness {
  return nextUpdateMs !== undefined && nowMs < nextUpdateMs ? 'fresh' : 'stale';
}

/**
 * TRUSTLIST_SEQUENCE_REGRESSION where `next` may not follow. A lower sequence number would bring withdrawn roots back;
 * two lists of one number cannot both be right; the list of another territory is another list.
 */
export function followProblem(kept: TrustListSnapshot, next: TrustListSnapshot): Issue | undefined {
  const [was, is] = [kept.sequenceNumber, next.sequenceNumber];
  if (kept.type !== next.type || kept.territory !== next.territory)
    return fallBack(`This node has a list of ${kept.territory}; the list is of ${next.territory}, or of another type.`);
  if (is < was) return fallBack(`This node has sequence number ${was}; the list has ${is}.`);
  if (is === was && next.sha256 !== kept.sha256)
    return fallBack(`This node has other bytes under the sequence number ${was} of the list.`);
  return undefined;
}

const fallBack = (message: string) => issue('TRUSTLIST_SEQUENCE_REGRESSION', '', message);

/**
 * The list with `next`, which may follow. The same bytes again are the same snapshot, as they are read now: services
 * begin to vouch at a time that a list states ahead.
 */
export function withSnapshot(list: KeptTrustList, next: TrustListSnapshot, nowMs: number): KeptTrustList {
  const { sha256, createdAtMs } = list.snapshot;
  if (sha256 === next.sha256) return { ...list, checkedAtMs: nowMs, snapshot: { ...next, createdAtMs } };
  return { ...list, checkedAtMs: nowMs, snapshot: next, former: list.snapshot };
}
