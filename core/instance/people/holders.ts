// Holders of roles in an instance, as the sealed state has them now. A role is held by a participant
// record, so that a new key of the participant acts without any change of the instance; by a wallet alone where it has
// no record of its own. Pure.
import type { JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Accused } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { type NamedRole, ownOf, roleHolder } from '../../blueprint/state/role-holder.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { FixedHolders, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { addressAt, isReplaced, participantAt } from '../../register/people/participants.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { confirmingRole } from './amounts.js';

type View = Pick<StateView, 'state' | 'people'>;

/** Value of the state key `held/{instanceId}`: what is not here is held by the wallet that the instance names. */
export interface HoldersRow {
  /** Claims of roles with candidates so far. */
  readonly claimed?: number;
  /** The newest claim of each role that is not held (claims.ts). */
  readonly claims?: Readonly<Record<string, ClaimRow>>;
  /**
   * By role, what each candidate reserved, by its record: it stays when that is given back, or the role is taken. Of a
   * role without candidates by `record/` or `wallet/` and who claimed it.
   */
  readonly reserved?: Readonly<Record<string, Readonly<Record<string, Reserved>>>>;
  /** Hand-overs of each role so far: those that its holder signed, and those by which others gave it away. */
  readonly handed?: Readonly<Record<string, { readonly others?: number; readonly own?: number }>>;
  /** Id of the record of the participant that opened the instance. */
  readonly opener?: string;
  /** Hand-overs that wait for their time, by role. */
  readonly pending?: Readonly<Record<string, PendingHandover>>;
  /** Ids of records by role. */
  readonly roles: Readonly<Record<string, string>>;
}

/** By a record, or by a wallet that has none. Members in canonical order. */
export interface ClaimRow {
  readonly record?: string;
  readonly untilMs: number;
  readonly wallet?: string;
}

/** Claims of a role by one party. Members in canonical order. */
export interface Reserved {
  readonly count: number;
  /** The end of the newest one, as it was when it was made. */
  readonly untilMs: number;
}

/** Others gave the role away; its holder may refuse. */
export interface PendingHandover {
  /** The record that holds the role, or the wallet of a holder without one. */
  readonly of: string;
  /** Id of the record that gets it. */
  readonly to: string;
  /** After this time of a docket the new holder takes it. */
  readonly untilMs: number;
}

/**
 * Wallets that hold now; an empty text where the role is vacant. Roles that are held by the first wallet are not named.
 */
export interface HeldNow {
  readonly opener?: string;
  readonly roles: Readonly<Record<string, string>>;
}

/** Every role as the instance names it. */
export const AS_NAMED: HeldNow = { roles: {} };

/** The holders by their records in an instance that runs. */
export function holdersNow(view: View, instanceId: string): HeldNow {
  const row = view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined;
  return row ? walletsNow(view, row) : AS_NAMED;
}

/** Records that hold roles, by role; of an instance that is not opened yet those of fixed wallets. */
export function recordsHeld(
  view: View,
  { definition, instanceId }: { readonly definition: Definition; readonly instanceId: string | undefined },
): Readonly<Record<string, string>> {
  if (instanceId === undefined) return recordsOfFixed(view, definition);
  return (view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined)?.roles ?? {};
}

/** The record of the participant that opened an instance. */
export function openerRecord(view: View, instanceId: string): string | undefined {
  return (view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined)?.opener;
}

/** Hand-overs that wait, with the wallet that would hold the role now. */
export function waitingHandovers(
  view: View,
  instanceId: string,
): readonly { readonly role: string; readonly to: string; readonly untilMs: number }[] {
  const row = view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined;
  return Object.entries(row?.pending ?? {}).map(([role, { to, untilMs }]) => ({
    role,
    to: primaryNow(view, to),
    untilMs,
  }));
}

/** The same before an instance is opened: a rotated wallet opens it with its new key. */
export function holdersBeforeStart(view: View, definition: Definition): HeldNow {
  return holdersAtStart(view, definition).held;
}

function walletsNow(view: View, { opener, roles }: HoldersRow): HeldNow {
  const now = Object.entries(roles).map(([role, record]) => [role, primaryNow(view, record)]);
  return { roles: Object.fromEntries(now), ...(opener !== undefined && { opener: primaryNow(view, opener) }) };
}

/** The primary wallet of an Active record; an empty text for another one. */
export function primaryNow(view: View, participantId: string): string {
  const row = participantAt(view, participantId);
  return row?.status === 'Active' ? row.primary : '';
}

/**
 * The wallet that is asked where others give a role away: its holder, or the primary wallet of the record that holds it
 * where an Owner or Admin alone ended that. Empty where there is none, or governance replaced its key.
 */
export function askedHolder(
  view: View,
  row: HoldersRow | undefined,
  { role, holder }: { readonly role: string; readonly holder: string },
): string {
  if (holder !== '') return isReplaced(view, holder) ? '' : holder;
  const id = ownOf(row?.roles, role);
  const record = id === undefined ? undefined : participantAt(view, id);
  return record?.contested === true ? record.primary : '';
}

/**
 * True for a role whose participant left: its record is not Active any more, by its own word or that of governance. A
 * role with candidates is taken by another of them. A role that an Owner or Admin alone ended stays with its
 * participant.
 */
export function hasLeft(view: View, instanceId: string | undefined, role: string): boolean {
  const row =
    instanceId === undefined
      ? undefined
      : (view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined);
  const record = ownOf(row?.roles, role);
  return record !== undefined && primaryNow(view, record) === '' && askedHolder(view, row, { role, holder: '' }) === '';
}

/**
 * The holder of a role now (`roleHolder`): undefined for an open one that was not taken, empty for one that is vacant.
 */
export function holderNow(
  { roles }: HeldNow,
  role: NamedRole,
  taken: Readonly<Record<string, string>> | undefined,
): string | undefined {
  return roleHolder(role, { held: roles, taken });
}

/**
 * The role that did a run which is objected to. With it the wallet that sent the run, where the instance does not name
 * that as the sender of the action: its row says another one, or it is a vote, or another role stood in. Of what a
 * deputy confirmed the role for which it did. `taken` are the open roles that are held.
 */
export function accusationIn(
  { header, payload }: Pick<Transaction, 'header' | 'payload'>,
  plan: Plan,
  { rowOf, taken = {} }: { readonly rowOf: RowOf; readonly taken?: Instance['participants'] | undefined },
): Accused | undefined {
  if (moveTypeOf(header) !== 'Objection') return undefined;
  const { answers = {}, as = '', held, by, vote } = rowOf(header.previousTransactionId ?? '') ?? {};
  const confirmed = isEncrypted(header) ? undefined : confirmingRole(payload as JsonObject);
  if (confirmed !== undefined && Object.hasOwn(answers, confirmed))
    return { role: confirmed, wallet: answers[confirmed]?.by as string };
  const planned = plan.actions.get(header.actionId);
  const other = vote ? planned?.approval?.voters.get(vote.role)?.planned : planned?.standIns.get(as);
  const sender = (other ?? planned)?.sender;
  if (!sender) return undefined;
  const { id: role } = sender;
  const named = held && Object.hasOwn(held, role) ? held[role] : other && holderNow(AS_NAMED, sender, taken);
  const wallet = by ?? named;
  return { role, ...(wallet !== undefined && { wallet }) };
}

/** The record that a wallet answers for: its primary key signed it, or was named by the one before. */
export function ownRecordOf(view: View, wallet: string): string | undefined {
  const row = addressAt(view, wallet);
  return row?.own === true ? row.participantId : undefined;
}

/** Of a definition, by the wallets that it names: the records that hold its roles when an instance opens. */
export function recordsOfFixed(view: View, definition: Definition): Readonly<Record<string, string>> {
  return holdersAtStart(view, definition).records;
}

/**
 * The holders before an instance is opened, with their records. Every opening of a docket asks several times, and
 * nearly none changes it.
 */
export function holdersAtStart(view: View, definition: Definition): FixedHolders {
  const known = view.people?.get(definition);
  if (known) return known;
  const records = fixedRecords(view, definition);
  const value = { records, held: walletsNow(view, { roles: records }) };
  view.people?.set(definition, value);
  return value;
}

function fixedRecords(view: View, { participants }: Definition): Readonly<Record<string, string>> {
  // A register without participants is asked one question.
  if (view.state(STATE_KEY.participants) === undefined) return {};
  const rows: (readonly [string, string])[] = [];
  for (const { id, walletAddress } of participants) {
    const record = walletAddress ? ownRecordOf(view, walletAddress) : undefined;
    if (record !== undefined) rows.push([id, record]);
  }
  // A role may be named as a member that every object has, which no assignment sets.
  return Object.fromEntries(rows);
}

/** Of a wallet that acts: an earlier key takes no role in the name of its participant. */
export function actingRecord(view: View, wallet: string): string | undefined {
  const record = ownRecordOf(view, wallet);
  return record !== undefined && primaryNow(view, record) === wallet ? record : undefined;
}
