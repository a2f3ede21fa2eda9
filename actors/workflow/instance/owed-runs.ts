// Runs that holders of roles in an instance read and were not given, and challenges of those who miss one. It reads
// the state, and opens nothing.
import { OWED_TOLD_MAX, SEALED_TOLD_MAX } from '../../../core/base/limits/node/inbox.js';
import {
  deliveriesIn,
  findSealNow,
  type Holder,
  isSealedRun,
  listOwedNow,
  type OwedRun,
  type PartTold,
  wasMissed,
} from '../../../core/instance/deliveries/owed.js';
import { type SealedRun, sealedRunsIn } from '../../../core/instance/deliveries/sealed-runs.js';
import { holderNow } from '../../../core/instance/people/holders.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { type ChallengeRow, challengeOf } from '../../../core/moves/challenge/challenges.js';
import type { Challenge } from '../../../core/moves/challenge/form.js';
import type { InstanceRecord } from './instance-record.js';
import type { Owed } from './instance-types.js';

/** Everything that holders are owed of an instance now, and their deputies at the time, in ledger order. */
export function listOwed(
  view: StateView,
  {
    definition,
    row,
    id,
    held,
    transactions,
  }: Pick<InstanceRecord, 'definition' | 'row' | 'id' | 'held' | 'transactions'>,
  atMs: number,
): readonly OwedRun[] {
  if (!definition) return [];
  const standing = { blueprintId: row.blueprintId, atMs };
  const of = { definition, instance: row, instanceId: id, held, rowOf: rowsIn(view), atMs, standing };
  return listOwedNow(
    view,
    of,
    transactions.map(({ transaction }) => transaction),
  );
}

/** Runs that are still sealed for roles now, in ledger order: the oldest, as many as are told. */
export function listSealed(
  view: StateView,
  { definition, row, transactions }: Pick<InstanceRecord, 'definition' | 'row' | 'transactions'>,
  atMs: number,
): readonly SealedRun[] {
  if (!definition) return [];
  const all = transactions.map(({ transaction }) => transaction);
  return sealedRunsIn({ definition, instance: row, rowOf: rowsIn(view) }, all, atMs).slice(0, SEALED_TOLD_MAX);
}

/** Owed runs by role and wallet, those of each in their order. */
export function byHolder(owed: readonly OwedRun[]): readonly Owed[] {
  const holders = new Map<string, { readonly role: string; readonly wallet: string; readonly runs: string[] }>();
  for (const { role, wallet, txId } of owed) {
    const name = `${wallet} ${role}`;
    const known = holders.get(name);
    if (known) known.runs.push(txId);
    else holders.set(name, { role, wallet, runs: [txId] });
  }
  return [...holders.values()];
}

/** The part of it that is told: the oldest runs of each holder, which are delivered first, and how many more. */
export function toldOwed(owed: readonly OwedRun[]): readonly Owed[] {
  const holders = byHolder(owed);
  const share = Math.floor(OWED_TOLD_MAX.all / holders.length);
  const count = Math.max(1, Math.min(OWED_TOLD_MAX.each, share));
  return holders.map(({ runs, ...holder }) => {
    const more = runs.length - count;
    return { ...holder, runs: runs.slice(0, count), ...(more > 0 && { more }) };
  });
}

/** A run that a holder said was not delivered to it; with a gate, its kept evidence. */
export interface Challenged extends OwedRun, PartTold {
  readonly row: ChallengeRow;
}

/** Challenges of an instance, in ledger order. */
export function challengesIn(
  view: StateView,
  { transactions }: Pick<InstanceRecord, 'transactions'>,
): readonly Challenged[] {
  return transactions.flatMap(({ transaction: { header, payload } }): readonly Challenged[] => {
    if (header.metadata?.type !== 'Challenge') return [];
    const { role, gate } = payload as unknown as Challenge;
    const of = { role, wallet: header.senderWallet, ...(gate !== undefined && { gate }) };
    const txId = header.previousTransactionId ?? '';
    const row = challengeOf(view, txId, of);
    return row ? [{ ...of, txId, row }] : [];
  });
}

/**
 * TxIds of what a wallet is owed that acts in a role; of an open role that it does not hold all that it would be owed
 * after a claim.
 */
export function owedTxIds(
  view: StateView,
  record: InstanceRecord,
  by: Holder & { readonly atMs: number },
): ReadonlySet<string> {
  const { definition, row, id: instanceId, held, transactions } = record;
  // A wallet may be made the deputy of another role: what that is owed holds up nothing of its own.
  const isOwn = ({ role, wallet }: OwedRun): boolean => wallet === by.wallet && role === by.role;
  const owed = listOwed(view, record, by.atMs).flatMap((owedRun) => (isOwn(owedRun) ? [owedRun.txId] : []));
  const participant = definition?.participants.find(({ id }) => id === by.role);
  if (!definition || !participant) return new Set(owed);
  if (holderNow(held, participant, row.participants) !== undefined) return new Set(owed);
  const of = { definition, instance: row, instanceId, held, rowOf: rowsIn(view) };
  const isMissed = (run: Transaction): boolean =>
    isSealedRun(run) &&
    wasMissed(of, run, by) &&
    !deliveriesIn(view)(run.txId, by.wallet, by.role) &&
    findSealNow(of, run, by) === undefined;
  const missed = transactions.flatMap(({ transaction: run }) => (isMissed(run) ? [run.txId] : []));
  return new Set([...owed, ...missed]);
}
