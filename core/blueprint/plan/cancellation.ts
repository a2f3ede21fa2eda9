// How an instance of language 2 is cancelled where its definition says it (`cancellation`): who asks for it, until when,
// and how many agree. Each ask and each consent is a transaction of its own, so that nobody collects signatures. Pure.
import { CANCELLATION_CONSENT_MS } from '../../base/dispute-limits.js';
import type { Definition } from '../definition/types.js';
import type { FlowInstance } from '../instance/fold.js';

/** Stands for the participant that opened the instance, beside the roles of the definition. */
export const OPENER = 'opener';

/** The terms as they hold: what is not stated is filled in. */
export interface CancellationTerms {
  readonly by: readonly string[];
  /** Not after one of these actions is complete. */
  readonly until: readonly number[];
  readonly consent?: { readonly need: number; readonly of: readonly string[] };
  /** Those of `until` that are decided by votes. */
  readonly voted: readonly number[];
}

/** What an instance keeps while others have to agree. Members stand in canonical order. */
export interface Cancelling {
  /** Time of the docket in which it was asked for last. */
  readonly askedMs?: number;
  /** By role: the wallet that agreed for it, and the time of that docket. */
  readonly consents: Readonly<Record<string, Consent>>;
  /** Transactions so far, each of which stays with the instance. */
  readonly count: number;
}

export interface Consent {
  readonly atMs: number;
  readonly wallet: string;
}

/** Undefined where the definition says nothing: the opener cancels then. */
export function cancellationOf({
  cancellation,
  actions,
}: Pick<Definition, 'cancellation' | 'actions'>): CancellationTerms | undefined {
  if (!cancellation) return undefined;
  const { by, until = [], consent } = cancellation;
  const voted = actions.flatMap(({ id, approval }) => (approval && until.includes(id) ? [id] : []));
  return { by: by ?? [OPENER], until, voted, ...(consent && { consent }) };
}

/** An ask or a consent of longer ago counts no more: what it was given for has changed. */
export function stillCounts(givenMs: number | undefined, atMs: number): boolean {
  return givenMs !== undefined && atMs - givenMs <= CANCELLATION_CONSENT_MS;
}

/** The consents that count at a time, by role. */
export function consentsAt(cancelling: Cancelling | undefined, atMs: number): readonly (readonly [string, Consent])[] {
  return Object.entries(cancelling?.consents ?? {}).filter(([, consent]) => stillCounts(consent.atMs, atMs));
}

/**
 * The action that ended the time in which the instance can be cancelled. The control flow forgets what a loop has left
 * behind, and who was paid in its first turn has been paid in the second: so a run in force counts too. The votes on
 * an action are runs before it is decided, and say nothing.
 */
export function tooLate(
  { until, voted }: Pick<CancellationTerms, 'until' | 'voted'>,
  { flow, runs }: Pick<FlowInstance, 'flow' | 'runs'>,
): number | undefined {
  const live = Object.values(flow);
  return until.find(
    (id) =>
      live.some(({ action, kind }) => action === id && kind === undefined) ||
      (!voted.includes(id) && (runs[id]?.count ?? 0) > 0),
  );
}

/** A sealed cancellation: the roles that it speaks for were checked. */
export interface CancellationMove {
  readonly roles: readonly string[];
  readonly wallet: string;
  readonly atMs: number;
}

/** What a cancellation leaves of an instance that goes on; undefined where it ends it. */
export function afterCancellation(
  terms: CancellationTerms,
  before: Cancelling | undefined,
  { roles, wallet, atMs }: CancellationMove,
): Cancelling | undefined {
  const { by, consent } = terms;
  if (!consent) return undefined;
  const asks = roles.some((role) => by.includes(role));
  const asked = stillCounts(before?.askedMs, atMs) ? before?.askedMs : undefined;
  const askedMs = asked ?? (asks ? atMs : undefined);
  const given = roles.filter((role) => consent.of.includes(role)).map((role) => [role, { atMs, wallet }] as const);
  const consents = [...new Map([...consentsAt(before, atMs), ...given])];
  if (askedMs !== undefined && consents.length >= consent.need) return undefined;
  return {
    ...(askedMs !== undefined && { askedMs }),
    consents: Object.fromEntries(consents.sort(([a], [b]) => (a < b ? -1 : 1))),
    count: (before?.count ?? 0) + 1,
  };
}
