// Deputies: who acts for the holder of a role by a delegation in its record, where a move is sealed. A deputy stands in
// for a record that holds a role, never for another deputy, and takes no role itself. Pure.

import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { AmountBound } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { counts, type Delegation } from '../../register/people/delegations.js';
import { participantAt } from '../../register/people/participants.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { planFor, statedVote } from '../../transaction/stated-vote.js';
import { compareDecimals, decimalOf } from '../../values/decimal.js';
import { instanceIdOf, isStart } from '../rows.js';
import { isNamed, isStated, isWithin } from './amounts.js';
import { recordsHeld } from './holders.js';

type View = Pick<StateView, 'state'>;

/** A participant that stands in for the holder of a role. */
export interface Deputy {
  readonly wallet: string;
  readonly delegation: Delegation;
  /** Id of the record that holds the role, and its primary wallet. */
  readonly holder: string;
  readonly standsFor: string;
}

export interface DeputyPlace {
  readonly definition: Definition;
  readonly blueprintId: string;
  /** Undefined where the move opens it. */
  readonly instanceId: string | undefined;
  /** Time of the docket. */
  readonly atMs: number;
  /** The ones that count later too. */
  readonly isOrLater?: true;
  /** `recordsHeld`, where the caller has them. */
  readonly records?: Readonly<Record<string, string>>;
}

/**
 * Roles whose delegations count now for the one action of the role, or for some of all; in the order of the record. A
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
  }: DeputyPlace,
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

/** The actions of a role: as its sender, as one that votes on it, or in the place of its sender after a timer. */
function actionsOf(definition: Definition, role: string): readonly number[] {
  return [...planOf(definition).actions.values()].flatMap(({ action, sender, approval, standIns }) => {
    const isIts = approval ? approval.voters.has(role) : sender.id === role || standIns.has(role);
    return isIts ? [action.id] : [];
  });
}

/** The delegations by which a wallet does an action for its holder; empty where it does not stand in for that. */
export function standingIn(
  view: View,
  place: DeputyPlace,
  { planned, wallet }: { readonly planned: PlannedAction; readonly wallet: string },
): readonly Deputy[] {
  const deputies = deputiesOf(view, place, { id: planned.sender.id, does: planned.action.id });
  return deputies.filter((deputy) => deputy.wallet === wallet);
}

/**
 * The delegations by which a wallet confirms runs of others for the holder of a role: those by which it reads for it.
 * `run` is what is confirmed: its sender confirms it for no other party.
 */
export function confirmingFor(
  view: View,
  place: DeputyPlace,
  { role, wallet, run }: { readonly role: string; readonly wallet: string; readonly run: Transaction | undefined },
): readonly Deputy[] {
  if (run?.header.senderWallet === wallet) return [];
  return deputiesOf(view, place, { id: role }).filter((deputy) => deputy.wallet === wallet);
}

/** Deputies do actions, and reject them; where several roles decide one they cast a vote that says whose it is. */
export function isDelegable(header: Pick<Transaction['header'], 'metadata'>): boolean {
  const type = moveTypeOf(header);
  return type === 'Action' || type === 'Rejection' || statedVote(header)?.for !== undefined;
}

/** A move that commits the holder to an amount: to vote against something, or not to say, commits it to nothing. */
export function isCommitting(header: Pick<Transaction['header'], 'metadata'>): boolean {
  return moveTypeOf(header) === 'Action' || statedVote(header)?.vote === 'yes';
}

/**
 * VAL_FLOW_009: no delegation of the deputy reaches so far, as far as that is known to all: by readable data, or where
 * the action has no member that a bound names. Of sealed data the bounds stay with the run, for who reads it.
 */
export function amountProblem(
  deputies: readonly Deputy[],
  { header, payload }: Transaction,
  of: Acted,
): Issue | undefined {
  return isCommitting(header) ? knownProblem(deputies, { header, payload }, of) : undefined;
}

interface Acted {
  /** No deputy acts without one. */
  readonly definition: Definition | undefined;
  readonly action: Action;
}

function knownProblem(
  deputies: readonly Deputy[],
  { header, payload }: Pick<Transaction, 'header' | 'payload'>,
  { definition, action }: Acted,
): Issue | undefined {
  if (deputies.length === 0) return undefined;
  if (!isEncrypted(header)) return reachProblem(deputies, payload);
  const bounds = boundsOf(deputies);
  return bounds.length > 0 && bounds.every((max) => !isStated(action, max) || !isNamed(definition ?? {}, max))
    ? beyond(bounds)
    : undefined;
}

/**
 * The bounds of which the amount has to keep one; none where some delegation has no bound. The widest of each member
 * and currency, with their members in canonical order.
 */
export function boundsOf(deputies: readonly Deputy[]): readonly AmountBound[] {
  const widest = new Map<string, AmountBound>();
  for (const { delegation } of deputies) {
    const { max } = delegation;
    if (!max) return [];
    const { currency, upTo, var: name } = max;
    // Behind the last space is the currency alone, or nothing.
    const key = `${name} ${currency ?? ''}`;
    const known = widest.get(key);
    const bound: AmountBound = { ...(currency !== undefined && { currency }), upTo, var: name };
    if (!known || isMore(upTo, known.upTo)) widest.set(key, bound);
  }
  return [...widest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bound]) => bound);
}

function isMore(name: string, other: string): boolean {
  const [a, b] = [decimalOf(name), decimalOf(other)];
  return a !== undefined && b !== undefined && compareDecimals(a, b) > 0;
}

/** The same of a run that a deputy confirms. To decline commits the holder to nothing. */
export function confirmedAmountProblem(
  deputies: readonly Deputy[],
  { run, isAccepted, ...of }: Acted & { readonly run: Transaction | undefined; readonly isAccepted: boolean },
): Issue | undefined {
  return isAccepted && run ? knownProblem(deputies, run, of) : undefined;
}

/** The same of data that is at hand. Data that does not state the member is beyond every bound. */
export function reachProblem(deputies: readonly Deputy[], data: Json): Issue | undefined {
  const bounds = boundsOf(deputies);
  return bounds.length === 0 || bounds.some((max) => isWithin(max, data) === true) ? undefined : beyond(bounds);
}

function beyond([first]: readonly AmountBound[]): Issue {
  const most = first?.currency === undefined ? first?.upTo : `${first.upTo} ${first.currency}`;
  const message = `The deputy acts up to ${most} of ${first?.var}; this is more, of another currency, or does not say.`;
  return issue('VAL_FLOW_009', '/header/senderWallet', message);
}

/** The wallet of the holder for whom the sender acts by a delegation. */
export function standsForIn(
  tx: Transaction,
  of: { readonly view: View; readonly definition: Definition; readonly atMs: number },
): string | undefined {
  const { view, definition, atMs } = of;
  const { blueprintId, senderWallet: wallet } = tx.header;
  const planned = planFor(planOf(definition), tx.header);
  const instanceId = isStart(tx.header) ? undefined : instanceIdOf(tx);
  if (!planned || !isDelegable(tx.header)) return undefined;
  return standingIn(view, { definition, blueprintId, instanceId, atMs }, { planned, wallet })[0]?.standsFor;
}
