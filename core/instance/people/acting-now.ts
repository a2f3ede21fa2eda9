// The participants that may do an action that waits, and why: its holder, a candidate, or a deputy. For lists and
// views; the rules of the ledger ask for themselves. Pure.

import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { openBallots } from '../../blueprint/state/ballots.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { StateView } from '../../model/register.js';
import { candidatesOfRole } from './candidates.js';
import { claimOf, takingRefusal } from './claims.js';
import { type Deputy, type DeputyPlace, deputiesOf } from './deputies.js';
import { type HeldNow, hasLeft, holderNow, holdersNow } from './holders.js';

type View = Pick<StateView, 'state'>;

/** A wallet that may do an action, as holder, for its claim, as one of the candidates, or in place of the holder. */
export interface Actor {
  readonly wallet: string;
  readonly why: 'holder' | 'claim' | 'candidate' | 'deputy';
  /** Of a candidate its record, and of a claim if it has one; of a deputy that of the holder. */
  readonly participantId?: string;
  /** When the claim, or the delegation, ends. */
  readonly untilMs?: number;
  /** Of a deputy: up to which amount. */
  readonly max?: { readonly var: string; readonly upTo: string; readonly currency?: string };
}

/**
 * Several roles decide an action with `approval` by their votes: who casts that of which one is asked for each
 * (vote.ts).
 */
type Waiting = Pick<PlannedAction, 'action' | 'sender' | 'candidacy' | 'approval'>;

/** Undefined where anybody may, by taking an open role. `atMs` of the place is now. */
export function actorsNow(
  view: View,
  place: DeputyPlace & { readonly instanceId: string; readonly instance: Pick<Instance, 'participants'> },
  { action, sender, candidacy, approval }: Waiting,
): readonly Actor[] | undefined {
  const { instanceId, instance, atMs } = place;
  if (approval) return undefined;
  const held = holdersNow(view, instanceId);
  const holder = holderNow(held, sender, instance.participants);
  const deputies = holder !== undefined ? deputiesOf(view, place, { id: sender.id, does: action.id }) : [];
  const actors: Actor[] = [
    ...(holder === undefined || holder === '' ? [] : [{ wallet: holder, why: 'holder' as const }]),
    ...deputies.map(deputyActor),
  ];
  const isFree = holder === undefined || hasLeft(view, instanceId, sender.id);
  if (!isFree || (!candidacy && holder !== undefined)) return actors;
  const claim = claimOf(view, instanceId, sender.id);
  if (claim && atMs <= claim.untilMs) {
    const { wallet, record, untilMs } = claim;
    return [...actors, { wallet, why: 'claim', ...(record !== undefined && { participantId: record }), untilMs }];
  }
  if (!candidacy) return undefined;
  const candidates = candidatesOfRole(view, candidacy).map(({ wallet, record }) => ({
    ...{ wallet, why: 'candidate' as const, participantId: record },
  }));
  return [...actors, ...candidates];
}

/** A deputy as one who may act. */
export function deputyActor({ wallet, delegation, holder: participantId }: Deputy): Actor {
  const { until, max } = delegation;
  return { wallet, why: 'deputy', participantId, untilMs: Date.parse(until), ...(max && { max }) };
}

/**
 * Wallets that an action is listed for beside its holder: all candidates, reserved or not, the last that claimed it,
 * and deputies whose delegation has not ended, those of later among them. Whether one may act is asked when the list is
 * read.
 */
export function actorsBeside(
  view: View,
  place: DeputyPlace & { readonly instance: Pick<Instance, 'participants'> & Pick<Instance, 'ballots'> },
  { action, sender, candidacy, approval }: Waiting,
): readonly string[] {
  const { instanceId, instance } = place;
  if (approval) {
    const cast = openBallots('ballots' in instance ? instance.ballots : undefined, action.id)?.votes ?? {};
    const open = [...approval.voters.keys()].filter((role) => !Object.hasOwn(cast, role));
    const all = open.flatMap((id) => [
      ...laterDeputies(view, place, { id, does: action.id }),
      ...takersOf(view, place, approval.voters.get(id)?.planned),
    ]);
    return [...new Set(all)];
  }
  const held: HeldNow = instanceId === undefined ? { roles: {} } : holdersNow(view, instanceId);
  const holder = holderNow(held, sender, instance.participants);
  const isOffered = candidacy && (holder === undefined || hasLeft(view, instanceId, sender.id));
  const candidates = isOffered ? candidatesOfRole(view, candidacy).map(({ wallet }) => wallet) : [];
  const isClaimable = holder === undefined && !candidacy && instanceId !== undefined;
  const claim = isClaimable ? claimOf(view, instanceId, sender.id) : undefined;
  const deputies = laterDeputies(view, place, { id: sender.id, does: action.id });
  return [...new Set([...candidates, ...(claim ? [claim.wallet] : []), ...deputies])];
}

/** Of a role that votes and that is free: all candidates, reserved or not, and who claimed it last. */
function takersOf(
  view: View,
  { instanceId, instance }: DeputyPlace & { readonly instance: Pick<Instance, 'participants'> },
  voter: PlannedAction | undefined,
): readonly string[] {
  if (!voter || instanceId === undefined || !isFreeNow(view, { instanceId, instance }, voter)) return [];
  const { candidacy, sender } = voter;
  if (candidacy) return candidatesOfRole(view, candidacy).map(({ wallet }) => wallet);
  const claim = claimOf(view, instanceId, sender.id);
  return claim ? [claim.wallet] : [];
}

/** True for a role that is taken by acting in it: no wallet holds it, or who held it left. */
export function isFreeNow(
  view: View,
  { instanceId, instance }: { readonly instanceId: string; readonly instance: Pick<Instance, 'participants'> },
  { candidacy, sender }: PlannedAction,
): boolean {
  const holder = holderNow(holdersNow(view, instanceId), sender, instance.participants);
  return holder === undefined || (candidacy !== undefined && hasLeft(view, instanceId, sender.id));
}

/**
 * The roles that a wallet may take now by its vote on an action, as one of their candidates or as who claimed them; in
 * the order of the definition. A role that anybody may take is not a task of one wallet.
 */
export function rolesTakenByVote(
  view: View,
  place: DeputyPlace & {
    readonly instanceId: string;
    readonly instance: Pick<Instance, 'participants' | 'ballots'>;
  },
  { action, approval, wallet }: Pick<PlannedAction, 'action' | 'approval'> & { readonly wallet: string },
): readonly string[] {
  const { instanceId, instance, atMs } = place;
  const cast = openBallots(instance.ballots, action.id)?.votes ?? {};
  return [...(approval?.voters ?? [])].flatMap(([role, { planned }]) => {
    const isTheirs = !Object.hasOwn(cast, role) && takersOf(view, place, planned).includes(wallet);
    const { candidacy, sender } = planned;
    if (!isTheirs || takingRefusal(view, { role: sender, candidacy, instanceId, wallet, atMs }) !== undefined)
      return [];
    const claim = claimOf(view, instanceId, role);
    return candidacy || (claim && atMs <= claim.untilMs) ? [role] : [];
  });
}

function laterDeputies(
  view: View,
  place: Omit<DeputyPlace, 'isOrLater'>,
  does: Parameters<typeof deputiesOf>[2],
): readonly string[] {
  return deputiesOf(view, { isOrLater: true, ...place }, does).map(({ wallet }) => wallet);
}
