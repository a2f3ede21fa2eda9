// Deputies: who acts for the holder of a role by a delegation in its record, where a move is sealed. A deputy stands in
// for a record that holds a role, never for another deputy, and takes no role itself. Pure.
import { type Issue, issue } from '../base/issue.js';
import { isObject, type Json } from '../base/json.js';
import { type PlannedAction, planOf } from '../blueprint/plan.js';
import type { Definition } from '../blueprint/types.js';
import { counts, type DelegatedAmount, type Delegation } from '../register/delegations.js';
import { participantAt } from '../register/participants.js';
import type { StateView } from '../register/types.js';
import { compared, type Decimal, decimalOf, decimalOfNumber } from '../values/decimal.js';
import { moneyOf } from '../values/money.js';
import { isEncrypted, moveTypeOf } from './action-metadata.js';
import { recordsHeld } from './holders.js';
import type { Transaction } from './types.js';

type View = Pick<StateView, 'state'>;

/** A participant that stands in for the holder of a role. */
export interface Deputy {
  readonly wallet: string;
  readonly delegation: Delegation;
  /** Id of the record that holds the role, and its primary wallet. */
  readonly holder: string;
  readonly standsFor: string;
}

export interface Place {
  readonly definition: Definition;
  readonly blueprintId: string;
  /** Undefined where the move opens it. */
  readonly instanceId: string | undefined;
  /** Time of the docket. */
  readonly atMs: number;
  /** Those that count later too. */
  readonly isOrLater?: true;
  /** `recordsHeld`, where the caller has them. */
  readonly records?: Readonly<Record<string, string>>;
}

/**
 * Those whose delegations count now for the one action of the role, or for some of all; in the order of the record. A
 * record that was revoked has none; one that is vacant otherwise has them still.
 */
export function deputiesOf(
  view: View,
  {
    definition,
    blueprintId,
    instanceId,
    atMs,
    isOrLater,
    records = recordsHeld(view, { definition, instanceId }),
  }: Place,
  { id: role, does }: { readonly id: string; readonly does?: number },
): readonly Deputy[] {
  const holder = Object.hasOwn(records, role) ? (records[role] as string) : undefined;
  const row = holder === undefined ? undefined : participantAt(view, holder);
  if (holder === undefined || row?.own !== true || row.status === 'Revoked') return [];
  if (!row.delegations) return [];
  const actions = does === undefined ? actionsOf(definition, role) : [does];
  return row.delegations.flatMap((delegation) => {
    const deputy = participantAt(view, delegation.to);
    const isThere = deputy?.status === 'Active' && deputy.own === true;
    if (!isThere || !counts(delegation, { blueprintId, actions, atMs, ...(isOrLater && { isOrLater }) })) return [];
    return [{ wallet: deputy.primary, delegation, holder, standsFor: row.primary }];
  });
}

function actionsOf(definition: Definition, role: string): readonly number[] {
  return definition.actions.flatMap(({ id, sender }) => (sender === role ? [id] : []));
}

/** The delegations by which a wallet does an action for its holder; empty where it does not stand in for that. */
export function standingIn(
  view: View,
  place: Place,
  { planned, wallet }: { readonly planned: PlannedAction; readonly wallet: string },
): readonly Deputy[] {
  if (planOf(place.definition).language !== 2) return [];
  const deputies = deputiesOf(view, place, { id: planned.sender.id, does: planned.action.id });
  return deputies.filter((one) => one.wallet === wallet);
}

/**
 * The delegations by which a wallet confirms runs of others for the holder of a role: those by which it reads for it.
 * `run` is what is confirmed: its sender confirms it for no other party.
 */
export function confirmingFor(
  view: View,
  place: Place,
  { role, wallet, run }: { readonly role: string; readonly wallet: string; readonly run: Transaction | undefined },
): readonly Deputy[] {
  if (planOf(place.definition).language !== 2 || run?.header.senderWallet === wallet) return [];
  return deputiesOf(view, place, { id: role }).filter((one) => one.wallet === wallet);
}

/** Deputies do actions, and reject them. */
export function isDelegable(header: Pick<Transaction['header'], 'metadata'>): boolean {
  const type = moveTypeOf(header);
  return type === 'Action' || type === 'Rejection';
}

/** Whether an amount is within the bound of a delegation; undefined where the data does not say. */
export function isWithin({ var: name, upTo }: DelegatedAmount, data: Json): boolean | undefined {
  const [, ...path] = name.split('.');
  let value: Json | undefined = data;
  for (const part of path) value = isObject(value) && Object.hasOwn(value, part) ? (value[part] as Json) : undefined;
  const amount = value === undefined ? undefined : amountOf(value);
  const most = decimalOf(upTo);
  return amount && most && compared(amount, most) <= 0;
}

function amountOf(value: Json): Decimal | undefined {
  if (typeof value === 'number') return decimalOfNumber(value);
  if (typeof value === 'string') return decimalOf(value);
  return moneyOf(value)?.amount;
}

/** VAL_FLOW_009: no delegation of the deputy reaches so far, as far as the data is readable by all. */
export function amountProblem(deputies: readonly Deputy[], { header, payload }: Transaction): Issue | undefined {
  if (deputies.length === 0 || isEncrypted(header) || moveTypeOf(header) !== 'Action') return undefined;
  return reachProblem(deputies, payload);
}

/** The same of a run that a deputy confirms. To decline commits the holder to nothing. */
export function confirmedAmountProblem(
  deputies: readonly Deputy[],
  run: Pick<Transaction, 'header' | 'payload'> | undefined,
  isAccepted: boolean,
): Issue | undefined {
  return isAccepted && run && !isEncrypted(run.header) ? reachProblem(deputies, run.payload) : undefined;
}

/** The same of data that is at hand. What does not state the member is beyond every bound. */
export function reachProblem(deputies: readonly Deputy[], data: Json): Issue | undefined {
  if (deputies.length === 0) return undefined;
  const bounds = deputies.map(({ delegation: { max } }) => max);
  if (bounds.some((max) => max === undefined || isWithin(max, data) === true)) return undefined;
  const [first] = bounds as readonly DelegatedAmount[];
  const message = `The deputy acts up to ${first?.upTo} of ${first?.var}; this is more, or does not say.`;
  return issue('VAL_FLOW_009', '/header/senderWallet', message);
}
