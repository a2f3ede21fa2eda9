// Candidates of open roles as the sealed state has them, and the moves by which one of them reserves a role (Claim) and
// gives it back (Release). Pure: all of it follows from records, rows and the time of the docket.
import { type Issue, issue } from '../base/issue.js';
import { hasOnly, type Json, type JsonObject } from '../base/json.js';
import { INSTANCE_CLAIMS_MAX, ROLE_CLAIMS_MAX } from '../base/people-limits.js';
import type { Instance } from '../blueprint/instance.js';
import type { PlannedAction } from '../blueprint/plan.js';
import type { Candidacy } from '../blueprint/role-candidates.js';
import type { Definition, Participant } from '../blueprint/types.js';
import { comparedName } from '../register/organisation-name.js';
import { recordsOf } from '../register/organisations.js';
import { participantAt } from '../register/participants.js';
import { STATE_KEY } from '../register/state-keys.js';
import type { StateChange, StateView } from '../register/types.js';
import { lacksKey } from './able.js';
import { moveTypeOf } from './action-metadata.js';
import { takingProblem } from './four-eyes.js';
import { type HoldersRow, hasLeft, type Reserved } from './holders.js';
import type { Transaction } from './types.js';

type View = Pick<StateView, 'state'>;

/** One candidate, by the record and its primary wallet. */
export interface Candidate {
  readonly record: string;
  readonly wallet: string;
}

/** A role that one candidate reserved. The newest claim is kept when it lapses: who made it still reads for the role. */
export interface Claim extends Candidate {
  /** In a docket after this time the others may take the role again. */
  readonly untilMs: number;
}

/**
 * Those with an Active record that its owner signed and a wallet that can receive, in the order of the definition or of
 * the organisation. The data that the role reads is sealed to all of them.
 */
export function candidatesOfRole(view: View, { records, organisation = '' }: Candidacy): readonly Candidate[] {
  const name = comparedName(organisation);
  return (records ?? recordsOf(view, name)).flatMap((record) => {
    const row = participantAt(view, record);
    if (row?.status !== 'Active' || row.own !== true || lacksKey(view, row.primary)) return [];
    return records || row.attested === name ? [{ record, wallet: row.primary }] : [];
  });
}

/** The newest claim of a role, lapsed or not; with the primary wallet of its record now. */
export function claimOf(view: View, instanceId: string, role: string): Claim | undefined {
  const { claims = {} } = rowOf(view, instanceId);
  const claim = Object.hasOwn(claims, role) ? claims[role] : undefined;
  const row = claim && participantAt(view, claim.record);
  return claim && row?.status === 'Active' ? { ...claim, wallet: row.primary } : undefined;
}

function rowOf(view: View, instanceId: string): HoldersRow {
  return (view.state(STATE_KEY.held(instanceId)) as unknown as HoldersRow | undefined) ?? { roles: {} };
}

export interface Taking {
  readonly role: Participant;
  readonly candidacy: Candidacy;
  /** Undefined where the action opens it. */
  readonly instanceId: string | undefined;
  readonly wallet: string;
  /** Time of the docket. */
  readonly atMs: number;
}

/** Why a wallet may not take a role that no one holds. */
export function takingRefusal(view: View, { role, candidacy, instanceId, wallet, atMs }: Taking): string | undefined {
  const id = JSON.stringify(role.id);
  if (!candidatesOfRole(view, candidacy).some((one) => one.wallet === wallet))
    return `The role ${id} is taken by one of its candidates: this is the primary wallet of none with an Active record of its own and a key that receives.`;
  const claim = instanceId === undefined ? undefined : claimOf(view, instanceId, role.id);
  if (!claim || atMs > claim.untilMs || claim.wallet === wallet) return undefined;
  return `The role ${id} is reserved by ${claim.record} until ${new Date(claim.untilMs).toISOString()}.`;
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
  const { sender: role, candidacy } = planned;
  const { senderWallet: wallet } = tx.header;
  const bad = (message: string): Issue => issue('VAL_FLOW_006', '/header/senderWallet', message);
  const row = rowOf(view, instanceId);
  if (!candidacy) return bad(`The role ${JSON.stringify(role.id)} has no candidates, so it is taken by acting in it.`);
  const isHeld = Object.hasOwn(row.roles, role.id) || Object.hasOwn(instance.participants, role.id);
  if (isHeld && !hasLeft(view, instanceId, role.id)) return bad(`The role ${JSON.stringify(role.id)} is held already.`);
  const claim = claimOf(view, instanceId, role.id);
  if (moveTypeOf(tx.header) === 'Release')
    return claim?.wallet === wallet && atMs <= claim.untilMs
      ? undefined
      : bad('This wallet has not reserved the role, or its claim lapsed.');
  const refused = takingRefusal(view, { role, candidacy, instanceId, wallet, atMs });
  if (refused !== undefined) return bad(refused);
  const own = reservedBy(view, row, { role: role.id, candidacy, wallet });
  if (own && atMs <= own.untilMs + candidacy.claimForMs)
    return bad('The others have as long as this claim was: it is reserved again after that, and can be taken at once.');
  if ((own?.count ?? 0) >= ROLE_CLAIMS_MAX)
    return bad(`A candidate claims a role at most ${ROLE_CLAIMS_MAX} times: it is taken by acting in it.`);
  if ((row.claimed ?? 0) >= INSTANCE_CLAIMS_MAX)
    return bad(`An instance has at most ${INSTANCE_CLAIMS_MAX} claims: the role is taken by acting in it.`);
  return takingProblem(view, { definition, instanceId, instance, wallet, role: role.id });
}

/** What the candidate of a wallet reserved of a role, and may have given back since. */
function reservedBy(
  view: View,
  { reserved = {} }: HoldersRow,
  of: { readonly role: string; readonly candidacy: Candidacy; readonly wallet: string },
): Reserved | undefined {
  const mine = candidatesOfRole(view, of.candidacy).find(({ wallet }) => wallet === of.wallet);
  const ofRole = Object.hasOwn(reserved, of.role) ? (reserved[of.role] as Readonly<Record<string, Reserved>>) : {};
  return mine && Object.hasOwn(ofRole, mine.record) ? ofRole[mine.record] : undefined;
}

/** The row of holders after a Claim or Release that was judged. */
export function claimChanges(
  view: View,
  { tx, planned, instanceId, atMs }: Pick<Claiming, 'tx' | 'planned' | 'instanceId' | 'atMs'>,
): readonly StateChange[] {
  const { sender: role, candidacy } = planned;
  const row = rowOf(view, instanceId);
  const { [role.id]: _, ...others } = row.claims ?? {};
  const { claims: _1, ...rest } = row;
  const found = candidacy && candidatesOfRole(view, candidacy).find(({ wallet }) => wallet === tx.header.senderWallet);
  const isClaim = moveTypeOf(tx.header) === 'Claim' && found && candidacy;
  const untilMs = atMs + (candidacy?.claimForMs ?? 0);
  const claims = isClaim ? { ...others, [role.id]: { record: found.record, untilMs } } : others;
  const after: HoldersRow = {
    ...rest,
    ...(isClaim && {
      claimed: (row.claimed ?? 0) + 1,
      reserved: reservedAfter(row, { role: role.id, record: found.record, untilMs }),
    }),
    ...(Object.keys(claims).length > 0 && { claims }),
  };
  return [{ key: STATE_KEY.held(instanceId), value: after as unknown as JsonObject }];
}

/** With one claim more of a candidate. At most INSTANCE_CLAIMS_MAX records in all roles. */
function reservedAfter(
  { reserved = {} }: HoldersRow,
  { role, record, untilMs }: { readonly role: string; readonly record: string; readonly untilMs: number },
): NonNullable<HoldersRow['reserved']> {
  const before = Object.hasOwn(reserved, role) ? (reserved[role] as Readonly<Record<string, Reserved>>) : {};
  const count = (Object.hasOwn(before, record) ? (before[record] as Reserved).count : 0) + 1;
  return { ...reserved, [role]: { ...before, [record]: { count, untilMs } } };
}
