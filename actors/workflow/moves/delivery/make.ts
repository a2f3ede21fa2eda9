// Gives holders of roles what they are owed of an instance: opens it for a wallet of this node that was given it, and
// seals it to the holder. It sends nothing that the wallet was not given, and keeps nothing that it opened.

import { issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import { DELIVERY_RUNS_MAX } from '../../../../core/base/limits/ledger/disputes.js';
import { DELIVERIES_FAILED_MAX, DELIVERIES_MADE_MAX } from '../../../../core/base/limits/node/inbox.js';
import type { Random } from '../../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { openingTime } from '../../../../core/base/time/opening-time.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { expectGroup } from '../../../../core/envelope/cells/expecting.js';
import { type DeliveredRun, encryptDelivery } from '../../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../../core/envelope/delivery/delivery-form.js';
import { encryptProvable } from '../../../../core/envelope/delivery/provable.js';
import type { Opener } from '../../../../core/envelope/open.js';
import type { WalletKey } from '../../../../core/envelope/sealed-group.js';
import {
  classesGiven,
  classesRead,
  deliveriesIn,
  type Giving,
  layoutOfRun,
  type OwedRun,
  type PartTold,
  readSince,
  rolesTakenBefore,
} from '../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import { RunOpener } from '../../../../core/instance/runs/delivered.js';
import { classesDue } from '../../../../core/instance/runs/kept-evidence.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { canShow, isOfSender } from '../../../../core/moves/challenge/challenges.js';
import { isSameOwner } from '../../../../core/register/people/party.js';
import type { Ledger } from '../../../ledger-port.js';
import type { Acting } from '../../encryption/acting.js';
import { keyNameOf, recipientKeys } from '../../encryption/recipient-keys.js';
import type { SigningPorts } from '../../encryption/signing.js';
import { type SubmittingPorts, submitMove } from '../../encryption/submitting.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { byHolder, challengesIn, listOwed } from '../../instance/owed-runs.js';
import { evidenceAt } from '../../kept/ports.js';
import type { RecordPorts } from '../../reading/reading-record.js';
import { plainMove } from '../parts/plain-move.js';
import type { DeliveriesSent, DeliveryAsk, RefusedDelivery } from './ask.js';
import { falselyOpened } from './false-openings.js';
import { type SignedDeliveries, type SignedDelivery, sendAll } from './send.js';

export interface DeliveringPorts
  extends Omit<SigningPorts, 'keystore' | 'chain'>,
    Pick<RecordPorts, 'knownTexts' | 'kept'> {
  readonly keystore: SigningPorts['keystore'] & RecordPorts['keystore'];
  readonly chain: SigningPorts['chain'] & RecordPorts['chain'];
  readonly ledger: Pick<Ledger, 'state'>;
  readonly random: Pick<Random, 'bytes'>;
}

/** Gives holders what they are owed and the wallet was given. Issues of `deliveriesFrom`. */
export async function makeDelivery(
  ports: DeliveringPorts & SubmittingPorts,
  record: InstanceRecord,
  ask: DeliveryAsk,
): Promise<Result<DeliveriesSent>> {
  return sendAll(await deliveriesFrom(ports, record, ask), (tx) => submitMove(ports, tx, ask));
}

/**
 * Signed deliveries of what the wallet can give of it, to holders of one role or of all, as many as are made at once:
 * the answers to challenges first. Where it can give nothing, issues of its key and of the receiver's;
 * CIPHERTEXT_INVALID where it was itself not given what it has to see.
 */
export async function deliveriesFrom(
  ports: DeliveringPorts,
  record: InstanceRecord,
  { by, automatic, role }: Pick<DeliveryAsk, 'automatic' | 'by' | 'role'>,
): Promise<Result<SignedDeliveries>> {
  const { definition, row } = record;
  if (!definition) return { made: [], failed: [], left: 0 };
  const view = ports.chain.view(record.at.reg);
  const giving: Giving = { definition, instance: row, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) };
  const asked = challengesIn(view, record).filter(({ txId, row: { answeredBy } }) => {
    const run = view.transaction(txId);
    return answeredBy === undefined && run !== undefined && isOfSender(view, run, by.address);
  });
  const askedFor = new Set(asked.map(nameOf));
  const isAsked = (owedRun: OwedRun): boolean => askedFor.has(nameOf(owedRun));
  const opensBy = openersIn(ports, record, { giving, by });
  const canGive = giver(ports, record, { giving, opensBy });
  const isHere = (owedRun: OwedRun & PartTold): boolean =>
    (role === undefined || owedRun.role === role) && owedRun.wallet !== by.address && canGive(owedRun);
  const isOwn = ({ txId, role: of }: OwedRun): boolean => {
    const run = view.transaction(txId);
    return run !== undefined && readSince(giving, run, of) !== undefined && isOfSender(view, run, by.address);
  };
  // Before a quorum takes it for open nothing leaves this node, also where its clock is ahead.
  const tip = ports.ledger.state(record.at.registerId);
  if (isFailure(tip)) return tip;
  const atMs = openingTime(ports.clock, tip.timestampMs);
  const due = {
    owed: listOwed(view, record, atMs).filter(
      (owedRun) => !isAsked(owedRun) && (!automatic || isOwn(owedRun)) && isHere(owedRun),
    ),
    asked: asked.filter(isHere),
  };
  const withheld = automatic ? await falselyOpened(ports, record, { giving, by, ...due }) : [];
  if (isFailure(withheld)) return withheld;
  const kept = new Set(withheld.flatMap(({ runs, ...to }) => runs.map((txId) => nameOf({ txId, ...to }))));
  const isFree = (owedRun: OwedRun): boolean => !kept.has(nameOf(owedRun));
  // A run that the wallet was given falsely cannot be given on, and keeps no challenge from its answer.
  const answers = due.asked.filter(isFree).map(({ role, wallet, gate, txId }): Part => {
    const to = { role, wallet, ...(gate !== undefined && { gate }) };
    return { to, txIds: [txId], isProvable: canShow(wallet) };
  });
  const parts = [...answers, ...partsOf(due.owed.filter(isFree))];
  const made: SignedDelivery[] = [];
  const failed: RefusedDelivery[] = [];
  let next = 0;
  const isFull = () => made.length >= DELIVERIES_MADE_MAX || failed.length >= DELIVERIES_FAILED_MAX;
  for (; next < parts.length && !isFull(); next++) {
    const { txIds, ...part } = parts[next] as Part;
    const done = await deliveriesOf({ ports, record, definition, giving, by, opensBy, ...part }, txIds);
    made.push(...done.made);
    failed.push(...done.failed);
  }
  failed.push(...withheld);
  if (made.length === 0 && failed.length > 0) return fail(failed.flatMap(({ issues }) => issues));
  return { made, failed, left: parts.slice(next).reduce((sum, { txIds }) => sum + txIds.length, 0) };
}

/** A name of a gate has no slash. */
function nameOf({ txId, role, wallet, gate }: OwedRun & PartTold): string {
  return `${txId} ${wallet}${gate === undefined ? '' : `/${gate}`} ${role}`;
}

/** The wallet by whose key this node opens a run. */
type OpensBy = (run: Transaction) => Pick<Acting, 'wallet' | 'address'>;

/**
 * The wallet that gives, or a former one of its owner that was given the run, where that is here in the same hands: its
 * owner changed its key, or governance replaced it, and answers for what was sent before.
 */
function openersIn(
  { chain, wallets }: Pick<DeliveringPorts, 'chain' | 'wallets'>,
  { at }: InstanceRecord,
  { giving, by }: { readonly giving: Giving; readonly by: Acting },
): OpensBy {
  const view = chain.view(at.reg);
  const roles = giving.definition.participants.map(({ id }) => id);
  const { owner } = by.wallet;
  return (run) => {
    if (classesGiven(giving, run, { wallet: by.address, roles }).size > 0) return by;
    const former = (run.header.recipients ?? []).find((name) => isSameOwner(view, name, by.address));
    const wallet = former === undefined ? undefined : wallets.find(former);
    const isOwn = wallet?.owner.kind === owner.kind && wallet.owner.id === owner.id;
    return wallet && former !== undefined && isOwn ? { wallet, address: former } : by;
  };
}

/**
 * Whether a wallet was given what a role reads of a run, or this node keeps the evidence of a gate. A run that many
 * holders are owed is looked at once.
 */
function giver(
  { kept }: Pick<DeliveringPorts, 'kept'>,
  { transactions, at }: InstanceRecord,
  { giving, opensBy }: { readonly giving: Giving; readonly opensBy: OpensBy },
): (owedRun: Pick<OwedRun & PartTold, 'txId' | 'role' | 'gate'>) => boolean {
  const runs = new Map(transactions.map(({ transaction }) => [transaction.txId, transaction]));
  const roles = giving.definition.participants.map(({ id }) => id);
  const given = new Map<string, ReadonlySet<number>>();
  return ({ txId, role, gate }) => {
    if (gate !== undefined) return kept?.find(at.registerId, txId, [gate]) !== undefined;
    const run = runs.get(txId) as Transaction;
    const known = given.get(txId) ?? classesGiven(giving, run, { wallet: opensBy(run).address, roles });
    given.set(txId, known);
    return classesRead(giving.definition, run, role).every((at) => known.has(at));
  };
}

/** The runs of one delivery. */
interface Part {
  readonly to: PartTold;
  readonly txIds: readonly string[];
  /** So that the holder can show what it is given. */
  readonly isProvable?: boolean;
}

/** By holder, each in its order. */
function partsOf(owed: readonly OwedRun[]): readonly Part[] {
  return byHolder(owed).flatMap(({ role, wallet, runs }) =>
    Array.from({ length: Math.ceil(runs.length / DELIVERY_RUNS_MAX) }, (_, i) => ({
      to: { role, wallet },
      txIds: runs.slice(i * DELIVERY_RUNS_MAX, (i + 1) * DELIVERY_RUNS_MAX),
    })),
  );
}

interface Work {
  readonly ports: DeliveringPorts;
  readonly record: InstanceRecord;
  readonly definition: Definition;
  readonly giving: Giving;
  readonly by: Acting;
  readonly opensBy: OpensBy;
  readonly to: PartTold;
  /** So that the holder can show what it is given. */
  readonly isProvable?: boolean;
}

/** A delivery, or two halves where it would be larger than a transaction. */
async function deliveriesOf(work: Work, runs: readonly string[]): Promise<Omit<SignedDeliveries, 'left'>> {
  const item = await deliveryOf(work, runs);
  if (!isFailure(item)) return { made: [item], failed: [] };
  if (runs.length === 1 || !item.issues.some(({ code }) => code === 'VAL_SIZE_001'))
    return { made: [], failed: [{ ...work.to, runs, issues: item.issues }] };
  const half = Math.ceil(runs.length / 2);
  const first = await deliveriesOf(work, runs.slice(0, half));
  const second = await deliveriesOf(work, runs.slice(half));
  return { made: [...first.made, ...second.made], failed: [...first.failed, ...second.failed] };
}

async function deliveryOf(work: Work, txIds: readonly string[]): Promise<Result<SignedDelivery>> {
  const { ports, record, by, to, isProvable } = work;
  const { at, id } = record;
  const keys = await recipientKeys(ports, { reg: at.reg, addresses: [to.wallet], isRequired: true });
  if (isFailure(keys)) return keys;
  const runs = await openRuns(work, txIds);
  if (isFailure(runs)) return runs;
  const sealing = {
    context: deliveryContext(at.registerId, id),
    role: to.role,
    gate: to.gate,
    runs,
    to: keys.get(to.wallet) as WalletKey,
    entropy: ports.random.bytes(32),
  };
  const payload = isProvable ? encryptProvable({ ...sealing, sender: by.address }) : encryptDelivery(sealing);
  if (isFailure(payload)) return payload;
  const [first] = runsIn(record, txIds) as readonly [Transaction];
  const tx = await plainMove(ports, record, {
    by,
    actionId: first.header.actionId,
    previousTransactionId: first.txId,
    recipients: [to.wallet],
    metadata: { type: 'Delivery' },
    payload: payload as unknown as Json,
  });
  return isFailure(tx) ? tx : { ...to, runs: txIds, tx };
}

function runsIn({ transactions }: InstanceRecord, txIds: readonly string[]): readonly Transaction[] {
  const all = new Map(transactions.map(({ transaction }) => [transaction.txId, transaction]));
  return txIds.map((txId) => all.get(txId) as Transaction);
}

/** The parts of the runs that the wallet has, each key used once. */
async function openRuns(work: Work, txIds: readonly string[]): Promise<Result<readonly DeliveredRun[]>> {
  const { ports, record, definition, giving, opensBy, to } = work;
  const transactionOf = (txId: string) => ports.chain.transaction(record.at.reg, txId)?.transaction;
  const { knownTexts } = ports;
  const keptOf = evidenceAt(ports.kept, record.at);
  const runs = new RunOpener({ definition, deliveredTo: giving.deliveredTo, transactionOf, knownTexts, keptOf });
  const all = runsIn(record, txIds).map((run) => ({ run, by: opensBy(run) }));
  const rows = new Map<string, DeliveredRun>();
  for (const { wallet, address } of new Map(all.map(({ by }) => [by.address, by])).values()) {
    const opened = await ports.keystore.useToOpen(keyNameOf(wallet, address), (keys) => {
      const opener: Opener = { walletAddress: address, keys, carrying: transactionOf };
      for (const { run, by } of all) {
        if (by.address !== address) continue;
        const item = openedRun(runs, run, { giving, opener, part: to });
        if (isFailure(item)) return item;
        rows.set(run.txId, item);
      }
      return rows;
    });
    if (isFailure(opened)) return opened;
  }
  return txIds.map((txId) => rows.get(txId) as DeliveredRun);
}

function openedRun(
  runs: RunOpener,
  run: Transaction,
  { giving, opener, part }: { readonly giving: Giving; readonly opener: Opener; readonly part: PartTold },
): Result<DeliveredRun> {
  const { definition, instance } = giving;
  const row = giving.rowOf(run.txId);
  const taken = row ? rolesTakenBefore(instance, row) : {};
  const expected = expectGroup(definition, run, { wallet: opener.walletAddress, taken, row });
  const layout = layoutOfRun(definition, run);
  const { given } = runs.open({ run, expected, layout }, opener);
  const classes = classesDue(definition, run, part);
  const isThere =
    given !== 'nothing' && 'classes' in given && classes.every((at) => given.classes.some((item) => item.class === at));
  if (isThere) return { txId: run.txId, classes, opened: given };
  return fail(
    issue('CIPHERTEXT_INVALID', '/senderWallet', `The wallet was not given what it has to see of ${run.txId}.`),
  );
}
