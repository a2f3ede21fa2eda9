// Claims: one party reserves a role that is not held (Claim), and gives it back (Release). So what the role reads is
// encrypted and delivered to it before it acts. Pure: all of it follows from records, rows and the time of the docket.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { INSTANCE_CLAIMS_MAX, OPEN_ROLE_CLAIMS_MAX, ROLE_CLAIMS_MAX } from '../../base/limits/ledger/people.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { type Candidacy, claimForMsOf } from '../../blueprint/plan/role-candidates.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import { cannotReceiveIn } from '../../instance/people/able.js';
import { candidatesOfRole } from '../../instance/people/candidates.js';
import { claimOf, claimsOf, holdersRow, isHeld, takingRefusal } from '../../instance/people/claims.js';
import { takingProblem } from '../../instance/people/four-eyes.js';
import { actingRecord, type ClaimRow, type HoldersRow, hasLeft, type Reserved } from '../../instance/people/holders.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isReplaced } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { moveTypeOf } from '../../transaction/move-type.js';

type View = Pick<StateView, 'state'>;

interface Claiming {
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
  const row = holdersRow(view, instanceId);
  if (!isOpenRole) {
    const message = `The definition gives the role ${JSON.stringify(role.id)} a wallet: no other claims it.`;
    return { ...bad(message), stands: true };
  }
  // Another candidate takes a role whose participant left. A role without candidates passes by a hand-over then.
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
  const own = reservationsOf(row, role.id, nameOf(view, { candidacy, wallet }));
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
function reservationsOf({ reserved = {} }: HoldersRow, role: string, name: string | undefined): Reserved | undefined {
  const ofRole = Object.hasOwn(reserved, role) ? (reserved[role] as Readonly<Record<string, Reserved>>) : {};
  return name !== undefined && Object.hasOwn(ofRole, name) ? ofRole[name] : undefined;
}

/**
 * By what the claims of a party are counted: a candidate by its record, others by record or wallet. Ids of records are
 * free, so the kind is told: else a record that is named like a wallet would use up the claims of that.
 */
function nameOf(
  view: View,
  { candidacy, wallet }: { readonly candidacy: Candidacy | undefined; readonly wallet: string },
): string | undefined {
  if (candidacy) return candidatesOfRole(view, candidacy).find((item) => item.wallet === wallet)?.record;
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
  const row = holdersRow(view, instanceId);
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
    ...(name !== undefined && { reserved: withReservation(row, { role: role.id, name, untilMs }) }),
    ...(Object.keys(claims).length > 0 && { claims }),
  };
  return [{ key: STATE_KEY.holding(instanceId), value: after as unknown as JsonObject }];
}

/** With one claim more of a party. */
function withReservation(
  row: HoldersRow,
  { role, name, untilMs }: { readonly role: string; readonly name: string; readonly untilMs: number },
): NonNullable<HoldersRow['reserved']> {
  const { reserved = {} } = row;
  const before = Object.hasOwn(reserved, role) ? reserved[role] : {};
  const count = (reservationsOf(row, role, name)?.count ?? 0) + 1;
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
  return [{ key: STATE_KEY.holding(instanceId), value: after as unknown as JsonObject }];
}
