// Claims: one party reserves a role that is not held (Claim), so that what it reads is sealed and delivered to it
// before it acts, and gives it back (Release). A role with candidates is claimed by one of them, any other role by a
// party that may take it by acting. Pure: all of it follows from records, rows and the time of the docket.
import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json, type JsonObject } from '../../base/json.js';
import { INSTANCE_CLAIMS_MAX, OPEN_ROLE_CLAIMS_MAX, ROLE_CLAIMS_MAX } from '../../base/limits/ledger/people.js';
import type { Definition, Participant } from '../../blueprint/definition/types.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import { type Candidacy, claimForMsOf } from '../../blueprint/plan/role-candidates.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction, TransactionHeader } from '../../model/transaction.js';
import { isReplaced, participantAt } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { cannotReceiveIn } from './able.js';
import { candidatesOfRole } from './candidates.js';
import { takingProblem } from './four-eyes.js';
import { actingRecord, type ClaimRow, type HoldersRow, hasLeft, type Reserved } from './holders.js';

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
  const { claims = {} } = rowOf(view, instanceId);
  const claim = Object.hasOwn(claims, role) ? (claims[role] as ClaimRow) : undefined;
  if (!claim) return undefined;
  const { record, untilMs, wallet = '' } = claim;
  if (record === undefined) return { wallet, untilMs };
  const row = participantAt(view, record);
  return row?.status === 'Active' ? { record, wallet: row.primary, untilMs } : undefined;
}

/** False where no role of the instance is reserved, which costs one read. */
export function hasClaims(view: View, instanceId: string | undefined): boolean {
  return instanceId !== undefined && rowOf(view, instanceId).claims !== undefined;
}

function rowOf(view: View, instanceId: string): HoldersRow {
  return (view.state(STATE_KEY.held(instanceId)) as unknown as HoldersRow | undefined) ?? { roles: {} };
}

/**
 * The action as the role does it that a Claim or Release is about: the one that sends it, or one of those that vote on
 * it or stand in, or that confirm or read it and do nothing, which it names. Undefined for another name.
 */
export function claimedIn(
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
export function takenBy(
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

/** Why a wallet may not take a role that no one holds. */
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
  return candidatesOfRole(view, candidacy).some((one) => one.wallet === wallet);
}

/** VAL_SCHEMA_004 for a payload that is not that of a Claim or Release, which state nothing else. */
export function claimFormProblem(payload: Json, type: 'Claim' | 'Release'): Issue | undefined {
  const name = type.toLowerCase();
  if (hasOnly(payload, ['type', 'v']) && payload.type === name && payload.v === 1) return undefined;
  return issue('VAL_SCHEMA_004', '/payload', `A ${type} has the members type, which is ${name}, and v, which is 1.`);
}

export interface Claiming {
  readonly tx: Transaction;
  readonly definition: Definition;
  /** `claimedIn` the plan. */
  readonly planned: PlannedAction;
  readonly instanceId: string;
  readonly instance: Pick<Instance, 'participants'>;
  readonly atMs: number;
}

/**
 * VAL_FLOW_006: a Claim by who may not take the role now, or so soon after the term of its own one, or one too many; a
 * Release of what this wallet has not reserved. VAL_FLOW_005 of four eyes.
 */
export function claimProblem(view: Pick<StateView, 'state' | 'transaction'>, claiming: Claiming): Issue | undefined {
  const { tx, definition, planned, instanceId, instance, atMs } = claiming;
  const { sender: role, candidacy, isOpenRole } = planned;
  const { senderWallet: wallet } = tx.header;
  const bad = (message: string): Issue => issue('VAL_FLOW_006', '/header/senderWallet', message);
  const row = rowOf(view, instanceId);
  if (!isOpenRole) {
    const message = `The definition gives the role ${JSON.stringify(role.id)} a wallet: no other claims it.`;
    return { ...bad(message), stands: true };
  }
  // Another candidate takes a role whose participant left. One without candidates passes by a hand-over then.
  if (isHeld(row, instance, role.id) && !(candidacy && hasLeft(view, instanceId, role.id)))
    return bad(`The role ${JSON.stringify(role.id)} is held already.`);
  const claim = claimOf(view, instanceId, role.id);
  if (moveTypeOf(tx.header) === 'Release')
    return claim?.wallet === wallet && atMs <= claim.untilMs
      ? undefined
      : bad('This wallet has not reserved the role, or its claim lapsed.');
  if (isReplaced(view, wallet) || cannotReceiveIn(view)(wallet))
    return bad(
      'Nothing can be sealed to this wallet: it was revoked, or its key only signs and no record gives another.',
    );
  const refused = takingRefusal(view, { role, candidacy, instanceId, wallet, atMs });
  if (refused !== undefined) return bad(refused);
  const own = reservedOf(row, role.id, nameOf(view, { candidacy, wallet }));
  if (own && atMs <= own.untilMs + claimForMsOf(role))
    return bad('The others have as long as this claim was: it is reserved again after that, and can be taken at once.');
  if ((own?.count ?? 0) >= ROLE_CLAIMS_MAX)
    return bad(`A party claims a role at most ${ROLE_CLAIMS_MAX} times: it is taken by acting in it.`);
  if (candidacy && (row.claimed ?? 0) >= INSTANCE_CLAIMS_MAX)
    return bad(`An instance has at most ${INSTANCE_CLAIMS_MAX} claims: the role is taken by acting in it.`);
  if (!candidacy && claimsOf(row, role.id) >= OPEN_ROLE_CLAIMS_MAX)
    return bad(
      `The role had its ${OPEN_ROLE_CLAIMS_MAX} claims: it is taken by acting in it, or given by a hand-over.`,
    );
  return takingProblem(view, { definition, instanceId, instance, wallet, role: role.id });
}

/** The reservations of a role by one party, which may have given it back since. */
function reservedOf({ reserved = {} }: HoldersRow, role: string, name: string | undefined): Reserved | undefined {
  const ofRole = Object.hasOwn(reserved, role) ? (reserved[role] as Readonly<Record<string, Reserved>>) : {};
  return name !== undefined && Object.hasOwn(ofRole, name) ? ofRole[name] : undefined;
}

function claimsOf({ reserved = {} }: HoldersRow, role: string): number {
  const ofRole = Object.hasOwn(reserved, role) ? (reserved[role] as Readonly<Record<string, Reserved>>) : {};
  return Object.values(ofRole).reduce((sum, { count }) => sum + count, 0);
}

/** Claims that a role had so far in an instance; 0 once it is held. */
export function claimsWhileOpen(
  view: Pick<StateView, 'state'>,
  { instanceId, instance }: Pick<Claiming, 'instanceId' | 'instance'>,
  role: string,
): number {
  const row = rowOf(view, instanceId);
  return isHeld(row, instance, role) ? 0 : claimsOf(row, role);
}

function isHeld({ roles }: HoldersRow, { participants }: Claiming['instance'], role: string): boolean {
  return Object.hasOwn(roles, role) || Object.hasOwn(participants, role);
}

/**
 * By what the claims of a party are counted: a candidate by its record, others by record or wallet. Ids of records are
 * free, so the kind is told: else a record that is named like a wallet would use up the claims of that.
 */
function nameOf(
  view: View,
  { candidacy, wallet }: { readonly candidacy: Candidacy | undefined; readonly wallet: string },
): string | undefined {
  if (candidacy) return candidatesOfRole(view, candidacy).find((one) => one.wallet === wallet)?.record;
  const record = actingRecord(view, wallet);
  return record === undefined ? `wallet/${wallet}` : `record/${record}`;
}

interface Takes {
  /** `takenBy` names the role. */
  readonly takes: boolean;
}

/** The row of holders after a Claim or Release that was judged. */
export function claimChanges(
  view: View,
  { tx, planned, instanceId, atMs, takes }: Pick<Claiming, 'tx' | 'planned' | 'instanceId' | 'atMs'> & Takes,
): readonly StateChange[] {
  const { sender: role, candidacy } = planned;
  const { senderWallet: wallet } = tx.header;
  const row = rowOf(view, instanceId);
  if (takes) return takenChanges(view, { row, role: role.id, instanceId, wallet });
  const { [role.id]: _, ...others } = row.claims ?? {};
  const { claims: _1, ...rest } = row;
  const name = moveTypeOf(tx.header) === 'Claim' ? nameOf(view, { candidacy, wallet }) : undefined;
  const untilMs = atMs + claimForMsOf(role);
  const record = candidacy ? name : actingRecord(view, wallet);
  const claim: ClaimRow = record === undefined ? { untilMs, wallet } : { record, untilMs };
  const claims = name === undefined ? others : { ...others, [role.id]: claim };
  const after: HoldersRow = {
    ...rest,
    ...(name !== undefined && candidacy && { claimed: (row.claimed ?? 0) + 1 }),
    ...(name !== undefined && { reserved: reservedAfter(row, { role: role.id, name, untilMs }) }),
    ...(Object.keys(claims).length > 0 && { claims }),
  };
  return [{ key: STATE_KEY.held(instanceId), value: after as unknown as JsonObject }];
}

/** With one claim more of a party. */
function reservedAfter(
  row: HoldersRow,
  { role, name, untilMs }: { readonly role: string; readonly name: string; readonly untilMs: number },
): NonNullable<HoldersRow['reserved']> {
  const { reserved = {} } = row;
  const before = Object.hasOwn(reserved, role) ? reserved[role] : {};
  const count = (reservedOf(row, role, name)?.count ?? 0) + 1;
  return { ...reserved, [role]: { ...before, [name]: { count, untilMs } } };
}

/** A role that does nothing is held from its claim on; by the record of the wallet where that has one. */
function takenChanges(
  view: View,
  of: { readonly row: HoldersRow; readonly role: string; readonly instanceId: string; readonly wallet: string },
): readonly StateChange[] {
  const { row, role, instanceId, wallet } = of;
  const record = actingRecord(view, wallet);
  if (record === undefined) return [];
  const after: HoldersRow = { ...row, roles: inOrder({ ...row.roles, [role]: record }) };
  return [{ key: STATE_KEY.held(instanceId), value: after as unknown as JsonObject }];
}
