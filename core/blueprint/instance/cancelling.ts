// How an instance is cancelled: until when, and how many agree. Each ask and
// each consent is a transaction of its own, so that no party has to collect signatures. Pure.
import { CANCELLATION_CONSENT_MS } from '../../base/limits/ledger/disputes.js';
import { type CancellationTerms, defaultTerms, OPENER } from '../plan/cancellation.js';
import type { Plan } from '../plan/planned.js';
import type { Fault } from '../state/dispute.js';
import type { Cancelling, Instance } from '../state/instance.js';
import { type Move, roleOf } from '../state/move.js';
import { MOVE_FACTS } from '../state/move-types.js';

type Acting = Pick<Instance, 'acted' | 'dispute' | 'faults' | 'opener'>;

/**
 * The terms by which an instance is cancelled now. Where the definition states none: by the opener alone until another
 * party has acted. After that by all who have, together, but for a party whose false run an open dispute is about.
 */
export function termsOf({ cancellation }: Pick<Plan, 'cancellation'>, instance: Acting): CancellationTerms {
  if (cancellation) return cancellation;
  const { acted = [], opener } = instance;
  const fault = faultOf(instance);
  const parties = [...(fault?.wallet === opener ? [] : [OPENER]), ...acted.filter((role) => role !== fault?.role)];
  return defaultTerms(parties.length > 0 ? parties : [OPENER]);
}

/** The run that is proven false, of the dispute that is open. */
function faultOf({ dispute, faults = [] }: Acting): Fault | undefined {
  if (!dispute || dispute.unproven) return undefined;
  return faults.find(({ objectionTxId }) => objectionTxId === dispute.objection);
}

/** The instance with the role in which a party acts that did not open it, where the terms ask for those. */
export function withActed(before: Instance, move: Move, { cancellation }: Pick<Plan, 'cancellation'>): Instance {
  const { acted = [], opener } = before;
  const role = roleOf(move);
  if (cancellation || !MOVE_FACTS[move.type].acts || move.senderWallet === opener || acted.includes(role))
    return before;
  return { ...before, acted: [...acted, role].sort() };
}

/**
 * The words about a cancellation that count at a time. A consent of longer ago does not, because its object has
 * changed. That of a role in `lapsed` does not either, because its present holder said nothing.
 */
export function wordsAt(
  cancelling: Cancelling | undefined,
  { atMs, lapsed }: { readonly atMs: number; readonly lapsed: readonly string[] },
): Omit<Cancelling, 'count'> {
  const { asked, consents = {} } = cancelling ?? {};
  const counts = (role: string, givenMs: number): boolean =>
    atMs - givenMs <= CANCELLATION_CONSENT_MS && !lapsed.includes(role);
  return {
    ...(asked && counts(asked.role, asked.atMs) && { asked }),
    consents: Object.fromEntries(Object.entries(consents).filter(([role, consent]) => counts(role, consent.atMs))),
  };
}

/**
 * The action that ended the time in which the instance can be cancelled. The control flow forgets what a loop has left
 * behind, and who was paid in its first turn has been paid in the second: so a run in force counts too. The votes on
 * an action are runs before it is decided, and say nothing.
 */
export function tooLate(
  { until, voted }: Pick<CancellationTerms, 'until' | 'voted'>,
  { flow, runs }: Pick<Instance, 'flow' | 'runs'>,
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
  readonly lapsed: readonly string[];
}

/** The state of an instance that goes on after a cancellation; undefined where that ends it. */
export function afterCancellation(
  terms: CancellationTerms,
  before: Cancelling | undefined,
  { roles, wallet, atMs, lapsed }: CancellationMove,
): Cancelling | undefined {
  const { by, consent } = terms;
  if (!consent) return undefined;
  const words = wordsAt(before, { atMs, lapsed });
  const asking = roles.find((role) => by.includes(role));
  const asked = words.asked ?? (asking === undefined ? undefined : { atMs, role: asking, wallet });
  const given = roles.filter((role) => consent.of.includes(role)).map((role) => [role, { atMs, wallet }] as const);
  const consents = [...new Map([...Object.entries(words.consents), ...given])];
  // By default the roles that are asked change.
  const counted = consents.filter(([role]) => consent.of.includes(role));
  if (asked && counted.length >= consent.need) return undefined;
  return {
    ...(asked && { asked }),
    consents: Object.fromEntries(consents.sort(([a], [b]) => (a < b ? -1 : 1))),
    count: (before?.count ?? 0) + 1,
  };
}
