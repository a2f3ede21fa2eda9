// The facts of an instance in the words of the answers: by action and run, who stated each member and
// what this reader found of it. Shapes only.
import type { Static } from 'typebox';
import { parsePointer, readPointer } from '../../../../core/blueprint/definition/pointer.js';
import type { SealedRun } from '../../../../core/instance/deliveries/sealed-runs.js';
import type { ReadRun } from '../../../../core/reading/cells/run-fold.js';
import type { InstanceFacts } from '../../../schemas/workflow/facts.js';
import { sealedBody } from '../../../views/instances.js';

/** Runs in which the wallet has no part have no members. */
export function factsView(runs: readonly ReadRun[], sealed: readonly SealedRun[] = []): Static<typeof InstanceFacts> {
  const byAction = new Map<number, ReadRun[]>();
  for (const run of runs) {
    const list = byAction.get(run.action);
    if (list) list.push(run);
    else byAction.set(run.action, [run]);
  }
  return [...byAction]
    .sort(([a], [b]) => a - b)
    .map(([actionId, of]) => ({ actionId: String(actionId), runs: of.map((run) => runView(run, sealed)) }));
}

function runView(
  { txId, action, sender, data, members, undelivered, isInForce, waits }: ReadRun,
  all: readonly SealedRun[],
) {
  const sealed = all.filter((item) => item.txId === txId).map(sealedBody);
  return {
    source: { actionId: String(action), transactionHash: txId, senderWallet: sender },
    isInForce,
    ...(waits && { waits }),
    isDelivered: undelivered === undefined,
    ...(sealed.length > 0 && { sealed }),
    members: [...members].map(([member, verdict]) => {
      const value = readPointer(data, parsePointer(member) ?? []);
      return { member, verdict, ...(value !== undefined && { value: value as unknown }) };
    }),
  };
}
