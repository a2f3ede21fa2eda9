// The credentials that a run may have issued now, and the wallets that issue them. Its validators ask, and the node
// whose wallet owes them. Pure.
import type { Definition, Participant } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { type IssuanceRule, issuanceRulesOf } from '../../credentials/issuance/rule.js';
import { deputiesOf, standingIn } from '../../instance/people/deputies.js';
import { holderNow, holdersNow } from '../../instance/people/holders.js';
import { instanceIdOf, rowsIn } from '../../instance/rows.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { credentialOf, liveIssuance } from '../../register/issued/rows.js';
import { isReplaced } from '../../register/people/participants.js';
import { isSameOwner } from '../../register/people/party.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { isInForce } from './effects.js';

/** A sealed run of the definition. */
export interface IssuingRun {
  readonly definition: Definition;
  readonly run: Transaction;
}

const NONE: readonly IssuanceRule[] = [];

/** The credentials of a run of a party that counts, without those that are revoked for good; none of another run. */
export function openRules(view: Pick<StateView, 'state'>, { definition, run }: IssuingRun): readonly IssuanceRule[] {
  const action = planOf(definition).actions.get(run.header.actionId)?.action;
  if (!action?.credentialIssuanceConfig || moveTypeOf(run.header) !== 'Action') return NONE;
  const row = rowsIn(view)(run.txId);
  if (!row || !isInForce(row)) return NONE;
  return issuanceRulesOf(action).filter(({ id }) => credentialOf(view, run.txId, id)?.barred !== 'revoked');
}

/** The credentials that may be issued now: no Issuance of them is in force. */
export function issuableRules(view: Pick<StateView, 'state'>, of: IssuingRun): readonly IssuanceRule[] {
  return openRules(view, of).filter(({ id }) => liveIssuance(view, of.run.txId, id) === undefined);
}

/**
 * The credentials that its party owes: none was issued since the run counts, or the one in force is `replaces`, in the
 * place of which another one is to come.
 */
export function owedRules(
  view: Pick<StateView, 'state'>,
  of: IssuingRun,
  replaces?: string | undefined,
): readonly IssuanceRule[] {
  const run = of.run.txId;
  return openRules(view, of).filter(({ id }) => {
    if (credentialOf(view, run, id)?.txId === undefined) return true;
    return replaces !== undefined && liveIssuance(view, run, id) === replaces;
  });
}

export interface IssuingParty extends IssuingRun {
  readonly instance: Instance;
  readonly wallet: string;
  /** Time of the docket. */
  readonly atMs: number;
}

/**
 * True for the wallet of the party of the run: the one that sent it, whatever its key is now, the holder of its role,
 * or a deputy of that for the action.
 */
export function mayIssue(view: StateView, of: IssuingParty): boolean {
  const { definition, instance, run, wallet, atMs } = of;
  if (isReplaced(view, wallet)) return false;
  if (isSameOwner(view, wallet, run.header.senderWallet)) return true;
  const planned = actionOf(definition, run, rowsIn(view)(run.txId));
  if (!planned) return false;
  if (isHolder(view, of, planned.sender)) return true;
  const { blueprintId } = instance;
  const place = { definition, blueprintId, instanceId: instanceIdOf(run), atMs };
  return standingIn(view, place, { planned, wallet }).length > 0;
}

/** True for a wallet that changes the status beside that: of a role that the definition names, or a deputy of it. */
export function mayRevoke(view: StateView, of: IssuingParty, { revokedBy }: Pick<IssuanceRule, 'revokedBy'>): boolean {
  const { definition, instance, run, wallet, atMs } = of;
  if (isReplaced(view, wallet)) return false;
  const place = { definition, blueprintId: instance.blueprintId, instanceId: instanceIdOf(run), atMs };
  return definition.participants
    .filter(({ id }) => revokedBy.includes(id))
    .some(
      (role) => isHolder(view, of, role) || deputiesOf(view, place, role).some((deputy) => deputy.wallet === wallet),
    );
}

function isHolder(view: StateView, { run, instance, wallet }: IssuingParty, role: Participant): boolean {
  return holderNow(holdersNow(view, instanceIdOf(run)), role, instance.participants) === wallet;
}

/** The action as the role that did the run does it. */
function actionOf(definition: Definition, { header }: Transaction, row: RunRow | undefined): PlannedAction | undefined {
  const planned = planOf(definition).actions.get(header.actionId);
  return (row?.as === undefined ? undefined : planned?.standIns.get(row.as)) ?? planned;
}
