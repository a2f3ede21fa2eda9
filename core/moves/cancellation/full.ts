// The parties that may end a full instance: those that did not fill it, whatever the definition says of
// cancellations. Nothing can go on there, so `cancellation.until` and consents protect nothing any more, and a
// silent party would keep it open without end. A party whose role has no moves left gains nothing by having filled it.
// Pure; it reads sealed state only.
import { type Issue, issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { isFullAt } from '../../blueprint/instance/full.js';
import { spentRoles } from '../../blueprint/instance/late-moves.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { type HeldNow, holderNow } from '../../instance/people/holders.js';
import type { StateView } from '../../model/register.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { isSameOwner } from '../../register/people/party.js';

/** A cancellation that says of itself that the instance is full. */
export function endsFull({ metadata }: Pick<TransactionHeader, 'metadata'>): boolean {
  return metadata?.type === 'Cancellation' && metadata.full === true;
}

export interface EndingFull {
  readonly definition: Definition;
  readonly instance: Instance;
  readonly held: HeldNow;
  readonly wallet: string;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
}

/**
 * VAL_BP_020: something can go on in the instance, or the wallet holds no role; or it is of a party whose role has no
 * moves left while another party is there whose roles have.
 */
export function fullProblem(view: Pick<StateView, 'state' | 'transaction'>, of: EndingFull): Issue | undefined {
  const { definition, instance, held, wallet, atMs } = of;
  const refusal = (path: string, why: string): Issue => issue('VAL_BP_020', path, why);
  const plan = planOf(definition);
  if (!isFullAt(instance, plan, atMs))
    return refusal('/header/instanceId', 'The instance is not full: somebody can go on.');
  const parties = definition.participants.flatMap((role) => {
    const holder = holderNow(held, role, instance.participants);
    return holder ? [{ role: role.id, holder }] : [];
  });
  if (!parties.some(({ holder }) => holder === wallet))
    return refusal('/header/senderWallet', 'The wallet holds no role of the instance.');
  const spent = spentRoles(instance, plan);
  const fillers = parties.flatMap(({ role, holder }) => (spent.some(([name]) => name === role) ? [holder] : []));
  // Given to a friend since, its role belongs to the same party.
  for (const [, last] of spent) if (last !== undefined) fillers.push(last);
  const isFiller = (name: string): boolean => fillers.some((filler) => isSameOwner(view, filler, name));
  if (!isFiller(wallet) || parties.every(({ holder }) => isFiller(holder))) return undefined;
  return refusal('/header/senderWallet', 'This party has used up its moves: another party ends the instance.');
}
