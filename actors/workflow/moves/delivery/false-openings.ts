// Runs that a node does not give by itself, though the ledger says that they are open: the wallet that sent them finds
// the run false which opened them, or stated when. A delivery cannot be taken back, so that its user decides. It reads,
// and writes nothing.
import { issue } from '../../../../core/base/issue.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { openersOf } from '../../../../core/blueprint/instance/sealed-runs.js';
import { type Giving, layoutOfRun, type OwedRun } from '../../../../core/instance/deliveries/owed.js';
import type { Acting } from '../../encryption/acting.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { byHolder } from '../../instance/owed-runs.js';
import { type RecordPorts, readRecord } from '../../reading/reading-record.js';
import type { RefusedDelivery } from './ask.js';

interface Opened {
  readonly giving: Giving;
  readonly by: Acting;
  /** Runs whose holders challenged them: an action that opened one may be false in itself, and did open it. */
  readonly asked: readonly OwedRun[];
  readonly owed: readonly OwedRun[];
}

/** The ones of them, by holder, as refused. Issues of the key: what is not judged is not given. */
export async function falselyOpened(
  ports: RecordPorts,
  record: InstanceRecord,
  { giving, by, asked, owed }: Opened,
): Promise<Result<readonly RefusedDelivery[]>> {
  const runs = new Map(record.transactions.map(({ transaction }) => [transaction.txId, transaction]));
  const openersIn = ({ txId, role }: OwedRun, isAsked: boolean): readonly string[] => {
    const run = runs.get(txId);
    const seal = run && layoutOfRun(giving.definition, run)?.seals.get(role);
    return seal && !(isAsked && seal.by === 'action') ? openersOf({ seal, txId }, giving) : [];
  };
  const all = [
    ...owed.map((owedRun) => [owedRun, false] as const),
    ...asked.map((owedRun) => [owedRun, true] as const),
  ];
  const opened = all
    .map(([owedRun, isAsked]) => ({ one: owedRun, openers: openersIn(owedRun, isAsked) }))
    .filter(({ openers }) => openers.length > 0);
  if (opened.length === 0) return [];
  const seen = await readRecord(ports, record, by);
  if (isFailure(seen)) return seen;
  const suspect = new Set(seen.suspect.flatMap(({ txId, undone }) => (undone === true ? [] : [txId])));
  const falsely = opened.filter(({ openers }) => openers.every((txId) => suspect.has(txId)));
  const opener = falsely[0]?.openers[0] ?? '';
  const message = `Transaction ${opener}, by which this run is open, is suspect to this wallet, so that its node does not deliver by itself: object to it, or deliver (quorate instance deliver).`;
  return byHolder(falsely.map(({ one: owedRun }) => owedRun)).map((to) => ({
    ...to,
    issues: [issue('FACT_VIOLATED', '/instanceId', message)],
  }));
}
