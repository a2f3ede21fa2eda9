// The parties of a dispute: the holder of the role that the definition names, or all but the one at fault together.
// Pure; it reads sealed state only, so that validators and the sender's node judge alike.

import type { Definition, Participant } from '../blueprint/definition/types.js';
import { outcomeOf } from '../blueprint/disputes/disputes.js';
import { planOf } from '../blueprint/plan/plan.js';
import type { Dispute, DisputeOutcome } from '../blueprint/state/dispute.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { RunRow } from '../blueprint/state/run-row.js';
import { confirmingRole } from '../instance/people/amounts.js';
import {
  askedHolder,
  type HoldersRow,
  holderNow,
  holdersNow,
  ownRecordOf,
  primaryNow,
} from '../instance/people/holders.js';
import type { StateView } from '../model/register.js';
import { isReplaced } from '../register/people/participants.js';
import { isSameOwner, isSameParty, partyOf } from '../register/people/party.js';
import { STATE_KEY } from '../register/state-keys.js';
import { planFor } from '../transaction/stated-vote.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/** A dispute as it stands, and the state that says who the parties are. */
export interface DisputePlace {
  readonly definition: Definition;
  readonly instanceId: string;
  readonly instance: Instance;
}

/** A role that has a word in a dispute. */
export interface Asked {
  readonly role: string;
  readonly wallet: string;
}

/**
 * Roles that have to agree to an outcome and have not. A party agrees once for all of its roles. A vacant role, or one
 * that no wallet took, has no word; neither have roles of the party at fault. `role` agrees now.
 */
export function missingConsents(
  view: View,
  of: DisputePlace,
  { outcome, role, wallet }: { readonly outcome: DisputeOutcome } & Partial<Asked>,
): readonly string[] {
  const { dispute } = of.instance;
  if (!dispute) return [];
  const asked = rolesAsked(view, of, dispute);
  const agree = asked.filter(
    (item) => (item.role === role && item.wallet === wallet) || outcomeOf(dispute, item) === outcome,
  );
  const missing = asked.filter((item) => !agree.some((other) => isSameOwner(view, item.wallet, other.wallet)));
  // A wallet that the record of the party at fault lists is that party, and does not agree in the place of another.
  const accused = partyOf(view, accusedWallet(of.instance, dispute));
  const isOther = agree.some((item) => !isSameParty(partyOf(view, item.wallet), accused, false));
  return missing.length > 0 || isOther ? missing.map((item) => item.role) : asked.map((item) => item.role);
}

/** Roles that are held by other parties than the one at fault. */
export function rolesAsked(view: View, of: DisputePlace, dispute: Dispute): readonly Asked[] {
  const accused = accusedWallet(of.instance, dispute);
  return of.definition.participants.flatMap((role) => {
    const { wallet } = holderOf(view, of, role);
    const isOfAccused = isSameOwner(view, wallet, accused) || wasOfAccused(view, of, role);
    return wallet === '' || isOfAccused ? [] : [{ role: role.id, wallet }];
  });
}

/** The role that the definition names, where its holder can decide: it is there, and is not at fault. */
export function resolverIn(view: View, of: DisputePlace, dispute: Dispute): Asked | undefined {
  if (dispute.unproven) return judgeIn(view, of, dispute);
  const resolver = resolverOf(view, of);
  if (!resolver || isSameOwner(view, resolver.held.wallet, accusedWallet(of.instance, dispute))) return undefined;
  const isBiased =
    wasOfAccused(view, of, resolver.role) || isOfPrincipal(view, of, { ...resolver, objection: dispute.objection });
  return isBiased ? undefined : { role: resolver.role.id, wallet: resolver.held.wallet };
}

/** True where a deputy sent the run for who resolves: that would judge itself, and keeps its word among the others. */
function isOfPrincipal(
  view: View,
  of: DisputePlace,
  { objection, role, held }: Resolver & Pick<Dispute, 'objection'>,
): boolean {
  const fault = of.instance.faults?.find(({ objectionTxId }) => objectionTxId === objection);
  const run = fault?.txId ?? '';
  const places = [run, objection];
  return principalsOf(view, of, { run, role: fault && confirmingRole(fault) }).some(
    (party) => isSameOwner(view, held.wallet, party) || wasHeldBy(view, of, { role, party, places }),
  );
}

/**
 * For whom a deputy sent a run, or confirmed it for a role: the holder of the role where it was sealed, and now; none
 * where the holder sent it.
 */
function principalsOf(
  view: View,
  of: DisputePlace,
  { run, role: confirmed }: { readonly run: string; readonly role?: string | undefined },
): readonly string[] {
  const row = view.state(STATE_KEY.run(run)) as unknown as RunRow | undefined;
  if (confirmed !== undefined) {
    const role = of.definition.participants.find(({ id }) => id === confirmed);
    const now = role ? holderOf(view, of, role).wallet : '';
    const { answers = {} } = row ?? {};
    const then = Object.hasOwn(answers, confirmed) ? (answers[confirmed]?.for as string) : '';
    return [then, now].filter((wallet) => wallet !== '');
  }
  const header = view.transaction(run)?.header;
  const role = row?.by !== undefined && header ? planFor(planOf(of.definition), header)?.sender : undefined;
  if (!role) return [];
  const holders = [holderAt(view, of, { role, place: run }) ?? '', holderOf(view, of, role).wallet];
  return holders.filter((wallet) => wallet !== '' && wallet !== row?.by);
}

/**
 * The resolver to whom a private objection can be sealed: neither the accused party, nor that for which it acted, nor
 * the one that objects holds the role, or held it at the run.
 */
export function resolverFor(
  view: View,
  of: DisputePlace,
  { run, parties }: { readonly run: string; readonly parties: readonly string[] },
): Asked | undefined {
  const resolver = resolverOf(view, of);
  if (!resolver) return undefined;
  const { role, held } = resolver;
  const isOf = (party: string): boolean =>
    isSameOwner(view, held.wallet, party) || wasHeldBy(view, of, { role, party, places: [run] });
  const all = [...parties, ...principalsOf(view, of, { run })];
  return all.some(isOf) ? undefined : { role: role.id, wallet: held.wallet };
}

interface Resolver {
  readonly role: Participant;
  readonly held: Held;
}

function resolverRole({ definition }: Pick<DisputePlace, 'definition'>): Participant | undefined {
  return definition.participants.find(({ id }) => id === definition.disputes?.resolver);
}

function resolverOf(view: View, of: DisputePlace): Resolver | undefined {
  const role = resolverRole(of);
  const held = role && holderOf(view, of, role);
  return role && held?.isActing ? { role, held } : undefined;
}

/** The wallet to which a private objection was sealed as the resolver: its key alone opens it. */
export function resolverWallet(
  view: View,
  of: Pick<DisputePlace, 'definition' | 'instance'>,
  { objection }: Pick<Dispute, 'objection'>,
): string | undefined {
  const role = resolverRole(of);
  return role && holderAt(view, of, { role, place: objection });
}

/**
 * The judge of a private objection: the party to which it was sealed, with its newest key. A later holder of the role
 * reads nothing of it. A wallet that governance replaced, or whose participant left, judges nothing any more.
 */
export function judgeIn(view: View, of: DisputePlace, dispute: Dispute): Asked | undefined {
  const role = resolverRole(of);
  const sealedTo = resolverWallet(view, of, dispute);
  if (!role || !sealedTo || isReplaced(view, sealedTo)) return undefined;
  const record = ownRecordOf(view, sealedTo);
  const wallet = record === undefined ? sealedTo : primaryNow(view, record);
  if (wallet === '' || isReplaced(view, wallet)) return undefined;
  if (isSameOwner(view, wallet, accusedWallet(of.instance, dispute))) return undefined;
  return { role: role.id, wallet };
}

/** The wallet that sent the run of the dispute. */
export function accusedWallet({ faults = [] }: Instance, { objection, unproven }: Dispute): string {
  if (unproven) return unproven.accused;
  return faults.find(({ objectionTxId }) => objectionTxId === objection)?.wallet ?? '';
}

/**
 * True for a role that the party at fault held where its run, or the objection, was sealed: given away since, its new
 * holder would speak for that party.
 */
export function wasOfAccused(view: View, of: DisputePlace, role: Participant): boolean {
  const { dispute, faults = [] } = of.instance;
  if (!dispute) return false;
  const { objection } = dispute;
  const before = view.transaction(objection)?.header.previousTransactionId;
  const places = [objection, before, faults.find(({ objectionTxId }) => objectionTxId === objection)?.txId];
  return wasHeldBy(view, of, { role, party: accusedWallet(of.instance, dispute), places });
}

function wasHeldBy(
  view: View,
  of: DisputePlace,
  {
    role,
    party,
    places,
  }: Pick<RolePlace, 'role'> & { readonly party: string; readonly places: readonly (string | undefined)[] },
): boolean {
  return places.some((place = '') => {
    const holder = holderAt(view, of, { role, place });
    return holder ? isSameOwner(view, holder, party) : false;
  });
}

interface RolePlace {
  readonly role: Participant;
  /** A sealed move. */
  readonly place: string;
}

/** The wallet that held a role where a move was sealed; undefined for none, and for what has no row. */
function holderAt(
  view: View,
  { instance }: Pick<DisputePlace, 'instance'>,
  { role, place }: RolePlace,
): string | undefined {
  const row = view.state(STATE_KEY.run(place)) as unknown as RunRow | undefined;
  return row && holderNow({ roles: row.held ?? {} }, role, instance.participants);
}

interface Held {
  /** Empty where there is none. */
  readonly wallet: string;
  /** False for one whose record an Owner or Admin alone ended: it is asked, and does not act. */
  readonly isActing: boolean;
}

/** The holder of a role who is asked now. */
export function holderOf(view: View, { instance, instanceId }: DisputePlace, role: Participant): Held {
  const row = view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined;
  const holder = holderNow(holdersNow(view, instanceId), role, instance.participants) ?? '';
  const wallet = askedHolder(view, row, { role: role.id, holder });
  return { wallet, isActing: holder !== '' && !isReplaced(view, holder) };
}
