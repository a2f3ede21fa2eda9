// Claims of roles that are not held, as the row of holders has them: who reserved one, who may take one, and until
// when. A role with candidates is taken by one of them, any other role by a party that acts in it. Pure.
import type { Participant } from '../../blueprint/definition/types.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Candidacy } from '../../blueprint/plan/role-candidates.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { StateView } from '../../model/register.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { participantAt } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { candidatesOfRole } from './candidates.js';
import { type ClaimRow, type HoldersRow, hasLeft, type Reserved } from './holders.js';

type View = Pick<StateView, 'state'>;

/** A role that one party reserved. The newest claim is kept when it lapses: who made it still reads for the role. */
export interface Claim {
  /** Absent for a wallet without a record. */
  readonly record?: string;
  readonly wallet: string;
  /** In a docket after this time the others may take the role again. */
  readonly untilMs: number;
}

/** The newest claim of a role, lapsed or not; of a record with its primary wallet now. */
export function claimOf(view: View, instanceId: string, role: string): Claim | undefined {
  const { claims = {} } = holdersRow(view, instanceId);
  const claim = Object.hasOwn(claims, role) ? (claims[role] as ClaimRow) : undefined;
  if (!claim) return undefined;
  const { record, untilMs, wallet = '' } = claim;
  if (record === undefined) return { wallet, untilMs };
  const row = participantAt(view, record);
  return row?.status === 'Active' ? { record, wallet: row.primary, untilMs } : undefined;
}

/** False where no role of the instance is reserved, which costs one read. */
export function hasClaims(view: View, instanceId: string | undefined): boolean {
  return instanceId !== undefined && holdersRow(view, instanceId).claims !== undefined;
}

/** The row of holders of an instance, with the claims of its roles. */
export function holdersRow(view: View, instanceId: string): HoldersRow {
  return (view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined) ?? { roles: {} };
}

/**
 * The action as the role does it that a Claim or Release is about: the one that sends it; or, as its metadata names it,
 * one that votes on it, stands in, confirms it, or reads it and does nothing. Undefined for another name.
 */
export function claimedAction(
  { actions }: Pick<Plan, 'actions'>,
  { actionId, metadata }: Pick<TransactionHeader, 'actionId' | 'metadata'>,
): PlannedAction | undefined {
  const planned = actions.get(actionId);
  const role = metadata?.role;
  if (role === undefined || role === planned?.sender.id) return planned;
  if (typeof role !== 'string') return undefined;
  return planned?.approval?.voters.get(role)?.planned ?? planned?.standIns.get(role) ?? planned?.quiet.get(role);
}

/** The role that a Claim takes for good; undefined where it reserves a role, which is taken by acting in it. */
export function roleTaken(
  { actions }: Pick<Plan, 'actions'>,
  { actionId, metadata }: Pick<TransactionHeader, 'actionId' | 'metadata'>,
): string | undefined {
  const role = metadata?.role;
  return typeof role === 'string' && actions.get(actionId)?.quiet.has(role) ? role : undefined;
}

export interface Taking {
  readonly role: Participant;
  /** Undefined for a role that anybody may take. */
  readonly candidacy: Candidacy | undefined;
  /** Undefined where the action opens it. */
  readonly instanceId: string | undefined;
  readonly wallet: string;
  /** Time of the docket. */
  readonly atMs: number;
}

/** Why a wallet may not take a vacant role. */
export function takingRefusal(view: View, { role, candidacy, instanceId, wallet, atMs }: Taking): string | undefined {
  const id = JSON.stringify(role.id);
  if (candidacy && !isCandidate(view, candidacy, wallet))
    return `The role ${id} is taken by one of its candidates: this is the primary wallet of none with an Active record of its own and a key that receives.`;
  const claim = instanceId === undefined ? undefined : claimOf(view, instanceId, role.id);
  if (!claim || atMs > claim.untilMs || claim.wallet === wallet) return undefined;
  return `The role ${id} is reserved by ${claim.record ?? claim.wallet} until ${new Date(claim.untilMs).toISOString()}.`;
}

/**
 * True for a candidate that takes a role by acting in it now, whose participant left. Another one may have reserved it.
 */
export function takesLeft(view: View, of: Omit<Taking, 'candidacy'> & Partial<Pick<Taking, 'candidacy'>>): boolean {
  const { candidacy, instanceId, role } = of;
  if (!candidacy || !hasLeft(view, instanceId, role.id)) return false;
  return takingRefusal(view, { ...of, candidacy }) === undefined;
}

function isCandidate(view: View, candidacy: Candidacy, wallet: string): boolean {
  return candidatesOfRole(view, candidacy).some((item) => item.wallet === wallet);
}

/** Claims that a role had so far. */
export function claimsOf({ reserved = {} }: HoldersRow, role: string): number {
  const ofRole = Object.hasOwn(reserved, role) ? (reserved[role] as Readonly<Record<string, Reserved>>) : {};
  return Object.values(ofRole).reduce((sum, { count }) => sum + count, 0);
}

/** Claims that a role had so far in an instance; 0 once it is held. */
export function claimsWhileOpen(
  view: Pick<StateView, 'state'>,
  { instanceId, instance }: { readonly instanceId: string; readonly instance: Pick<Instance, 'participants'> },
  role: string,
): number {
  const row = holdersRow(view, instanceId);
  return isHeld(row, instance, role) ? 0 : claimsOf(row, role);
}

/** True for a role that somebody took, by its record or by its wallet. */
export function isHeld({ roles }: HoldersRow, { participants }: Pick<Instance, 'participants'>, role: string): boolean {
  return Object.hasOwn(roles, role) || Object.hasOwn(participants, role);
}
