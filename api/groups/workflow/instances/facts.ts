// The facts of an instance in the words of the answers: by action and run, who stated each member and
// what this reader found of it. Shapes only.
import type { Static } from 'typebox';
import { parsePointer, pointerText, readPointer } from '../../../../core/blueprint/definition/pointer.js';
import { isOfGate } from '../../../../core/credentials/gate/fault-place.js';
import { GATE_MEMBER } from '../../../../core/credentials/gate/rule.js';
import type { SealedRun } from '../../../../core/instance/deliveries/sealed-runs.js';
import type { RuleVerdict } from '../../../../core/instance/runs/check-run.js';
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

function runView(run: ReadRun, all: readonly SealedRun[]) {
  const { txId, action, sender, data, members, undelivered, isInForce, waits, verdicts, absentGates = [] } = run;
  const sealed = all.filter((item) => item.txId === txId).map(sealedBody);
  const judged = verdicts.filter(({ rule }) => isOfGate(rule)).map((verdict) => gateFact(verdict, run));
  const gates = [...judged, ...absentGates.map((gate) => ({ gate, verdict: 'absent' as const }))];
  return {
    source: { actionId: String(action), transactionHash: txId, senderWallet: sender },
    isInForce,
    ...(waits && { waits }),
    isDelivered: undelivered === undefined,
    ...(sealed.length > 0 && { sealed }),
    ...(gates.length > 0 && { gates }),
    members: [...members].flatMap(([member, verdict]) => {
      if (member.startsWith(EVIDENCE)) return [];
      const value = readPointer(data, parsePointer(member) ?? []);
      return { member, verdict, ...(value !== undefined && { value: value as unknown }) };
    }),
  };
}

/** Evidence is shown by its verdict and its claims, and by the opening of a part that a reader asks for. */
const EVIDENCE = `${pointerText([GATE_MEMBER])}/`;

function gateFact({ rule, verdict }: RuleVerdict, { claims: all = {} }: ReadRun) {
  const [, gate = '', ...ground] = parsePointer(rule) ?? [];
  const claims = Object.hasOwn(all, gate) ? all[gate] : undefined;
  return {
    ...{ gate, verdict },
    ...(ground.length > 0 && { ground: ground.join('/') }),
    ...(claims && { claims: claims as Readonly<Record<string, unknown>> }),
  };
}
