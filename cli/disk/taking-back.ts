// The part of "quorate restore" that takes registers back to a lower docket: what the call asks for, what it costs, and
// sealing the dockets that stay again by the rules, with every certificate verified. Loaded when a call needs it. It
// writes into the store that is being restored only.

import { countNoun } from '../../core/base/counted.js';
import { isFailure } from '../../core/base/result.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { RestoreChange } from '../../storage/backup/backup.js';
import { verifyBackup } from '../../storage/backup/backup-file.js';
import { planTakeBack, type TakeBack, type TakeBackHeights, takingBack } from '../../storage/backup/take-back.js';
import { readCertificate } from '../../storage/chain/chain-read.js';
import { ChainStore } from '../../storage/chain/chain-store.js';
import { StoreError } from '../../storage/engine/fault.js';
import { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import { loserOps, resealOps } from '../../storage/repair/repair-ops.js';
import { soundDocket } from '../../storage/repair/survey.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { confirm } from '../command/confirm.js';
import { withFile } from '../command/failure.js';
import { type ShownProgress, table, underway } from '../command/output.js';
import { certificateIssues, foldDocket } from './chain-rules.js';
import { storeErrors } from './data-folder.js';

/** Dockets handed to the journal before their writes are waited for. */
const IN_FLIGHT_MAX = 32;

/** A register that is taken back, as it is shown. */
export interface TakenBack {
  readonly registerId: string;
  readonly name: string;
  readonly headHeight: number;
  readonly toHeight: number;
  readonly docketsDropped: number;
  readonly transactionsDropped: number | null;
  readonly waitsFor: number | null;
  readonly forksHistory: boolean;
}

/** `REGISTER=N` of each `--to-height`. */
export function wantedHeights({ input }: Pick<Context, 'input'>): TakeBackHeights {
  const wanted = new Map<string, number>();
  for (const text of input.list('to-height')) {
    const [, id = '', digits = ''] = /^([^=]+)=(0|[1-9]\d*)$/.exec(text) ?? [];
    const height = Number(digits);
    if (id === '' || !Number.isSafeInteger(height) || wanted.has(id))
      throw new CommandError(
        `--to-height ${text}: ${wanted.has(id) ? 'the register is named twice' : 'expected REGISTER=N, N a docket number of 0 or more'}`,
        {
          exit: EXIT.usage,
          hint: 'State it once for each register, for example --to-height 0d3c…=41. Nothing was written.',
        },
      );
    wanted.set(id, height);
  }
  return wanted;
}

/** Reads the whole file. Nothing is written before it resolves. */
export async function plannedTakeBack(
  { out }: Context,
  file: string,
  wanted: TakeBackHeights,
): Promise<readonly TakeBack[]> {
  return storeErrors(() =>
    withFile(file, async () => {
      await underway(out, 'Verifying the backup', () => verifyBackup(file));
      const plan = await underway(out, 'Reading the dockets', (bar) =>
        planTakeBack(file, wanted, (entries) => bar.update(entries)),
      );
      if (!isFailure(plan)) return plan;
      throw new CommandError(plan.issue.message.replace(/\.$/, ''), {
        code: plan.issue.code,
        hint: 'Nothing was written. State a docket that the backup holds whole, or leave --to-height out for this register.',
      });
    }),
  );
}

/** The loss, told before it happens; a fork of a register's own history is asked for. */
export async function confirmLoss(context: Context, plan: readonly TakeBack[]): Promise<void> {
  const { out } = context;
  out.note(takenText(plan.map(summaryOfTakeBack)));
  const forks = plan.filter(({ isFork }) => isFork);
  if (forks.length === 0) return;
  for (const { record, toHeight, headHeight } of forks)
    out.warn(
      `${record.name} (${record.id}) is decided by this node alone: sealing on after docket ${toHeight} makes a second history of dockets ${toHeight + 1} to ${headHeight}, which it signed before. ` +
        'Evidence and copies of the old ones stay valid proof of a fork against this node: followers that have them stop, and this register stops when it is shown one.',
    );
  await confirm(
    context,
    `Fork the history of ${countNoun(forks.length, 'register')}, and give up ${countNoun(
      forks.reduce((sum, fork) => sum + fork.headHeight - fork.toHeight, 0),
      'sealed docket',
    )}?`,
  );
}

/** For the restore. */
export function sealingAgain({ terminal }: Context, plan: readonly TakeBack[], bar: ShownProgress): RestoreChange {
  return takingBack(plan, async (kv) => {
    let broken: Error | undefined;
    const journal = new Journal(kv, {
      onFatal: (error) => {
        broken = error;
      },
    });
    for (const taken of plan) {
      const height = await sealAgain({ kv, journal, taken, bar, signal: terminal.signal });
      if (broken) throw broken;
      if (height < taken.toHeight) throw unfinishedError(taken, height, terminal.signal.aborted);
    }
    await journal.close();
    if (broken) throw broken;
  });
}

export function summaryOfTakeBack({
  record,
  toHeight,
  headHeight,
  awaitedHeight,
  transactions,
  isFork,
}: TakeBack): TakenBack {
  return {
    ...{ registerId: record.id, name: record.name, headHeight, toHeight },
    docketsDropped: headHeight - toHeight,
    transactionsDropped: transactions ?? null,
    waitsFor: !isFork && awaitedHeight > toHeight ? awaitedHeight : null,
    forksHistory: isFork,
  };
}

export function takenText(taken: readonly TakenBack[]): string {
  return table(
    ['REGISTER', 'NAME', 'HEAD', 'TO', 'DOCKETS DROPPED', 'TRANSACTIONS DROPPED', 'THEN'],
    taken.map((item) => [
      ...[item.registerId, item.name, item.headHeight, item.toHeight, item.docketsDropped, item.transactionsDropped],
      item.forksHistory
        ? 'forks its history'
        : item.waitsFor === null
          ? 'goes on'
          : `waits for docket ${item.waitsFor}`,
    ]),
  );
}

/** The next thing for the operator of a register that was taken back. */
export function afterText({ name, registerId, toHeight, waitsFor, forksHistory }: TakenBack): string {
  if (forksHistory)
    return `${name} (${registerId}) goes on after docket ${toHeight} once you accept the loss: that forks its history. Tell everybody who has evidence or a copy of it.`;
  if (waitsFor === null) return `${name} (${registerId}) was sealed again up to docket ${toHeight}, its head.`;
  return `${name} (${registerId}) stays closed (RECOVERY) until other members gave it dockets ${toHeight + 1} to ${waitsFor}: its seat votes on nothing before.`;
}

interface Sealing {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly taken: TakeBack;
  readonly bar: ShownProgress;
  readonly signal: AbortSignal;
}

/** Resolves with the height that was reached: lower where a docket does not follow, or Ctrl-C was pressed. */
async function sealAgain({ kv, journal, taken, bar, signal }: Sealing): Promise<number> {
  const { reg } = taken.record;
  const chain = new ChainStore(kv, journal);
  for (let height = 0; height <= taken.toHeight && !signal.aborted; height++) {
    const sealed = await storedDocket(kv, reg, height);
    const before = chain.loadState(reg);
    if (!sealed || certificateIssues(sealed, before).length > 0) break;
    const folded = foldDocket(before, sealed.docket, chain.view(reg));
    if (isFailure(folded) || folded.state.stateHash !== sealed.docket.header.stateHash) break;
    const seal = resealOps(chain, { reg, sealed, after: folded.state, changes: folded.changes });
    const written = journal.commit([...(await loserOps(kv, reg, sealed.docket)), ...seal]);
    if (height % IN_FLIGHT_MAX < IN_FLIGHT_MAX - 1) continue;
    await written;
    bar.update(height, taken.toHeight);
  }
  await journal.whenDrained();
  return chain.loadState(reg)?.height ?? -1;
}

async function storedDocket(kv: Kv, reg: number, height: number): Promise<SealedDocket | undefined> {
  const certificate = sound(() => readCertificate(kv, reg, height));
  const docket = certificate && (await soundDocket(kv, { reg, height, hash: certificate.docketHash }));
  return docket && { docket, certificate };
}

function unfinishedError({ record }: TakeBack, height: number, isAborted: boolean): StoreError {
  const then = 'No node starts on this folder: restore again into an empty one';
  if (isAborted) return new StoreError('STORE_DAMAGED', `The restore was interrupted. ${then}.`);
  return new StoreError(
    'STORE_DAMAGED',
    `Docket ${height + 1} of ${record.id} does not follow by the rules of this program. ${then}, to docket ${height} or below.`,
  );
}
