// Deliveries of runs to who holds a role later, on a register in memory: what is owed, who sends it, and what its
// receiver reads. A patched sender seals what it likes.
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { expectGroup } from '../../../core/envelope/cells/expecting.js';
import type { OpenedCells } from '../../../core/envelope/cells/open.js';
import { type DeliveredRun, encryptDelivery } from '../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../core/envelope/delivery/delivery-form.js';
import { encryptProvable } from '../../../core/envelope/delivery/provable.js';
import {
  classesRead,
  deliveriesIn,
  isSealedRun,
  layoutOfRun,
  listOwedNow,
  rolesTakenBefore,
} from '../../../core/instance/deliveries/owed.js';
import { instanceIdOf, rowsIn } from '../../../core/instance/rows.js';
import { type OpenedRun, RunOpener } from '../../../core/instance/runs/delivered.js';
import type { KnownTexts } from '../../../core/instance/runs/known-texts.js';
import { kindOf } from '../../../core/kinds/index.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { type ReadRun, RunFold } from '../../../core/reading/cells/run-fold.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { AT, actDraft, REGISTER_ID, signed, type Wallet } from './ledger.js';
import { provenBy, RECEIVING, recordOf } from './people.js';
import { SealedLedger } from './sealed-ledger.js';

const INSTANCE = 'inst-1';

export interface Handing {
  readonly role: string;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly after: Transaction;
}

export interface Delivering {
  readonly by: Wallet;
  readonly to: Wallet;
  readonly role: string;
  readonly runs: readonly Transaction[];
  /** The change that a patched sender makes to a run; what it read unless stated. */
  readonly lie?: (opened: OpenedCells, run: Transaction) => OpenedCells;
  /** For another wallet than it says. */
  readonly key?: Wallet;
  /** Sealed so that its receiver can show what it holds. */
  readonly provable?: boolean;
  readonly payload?: (payload: JsonObject) => JsonObject;
  readonly header?: JsonObject;
}

export class DeliveryLedger {
  readonly take: SealedLedger['take'];
  readonly run: SealedLedger['run'];
  readonly move: SealedLedger['move'];
  readonly judge: SealedLedger['judge'];
  readonly objection: SealedLedger['objection'];
  readonly answer: SealedLedger['answer'];
  readonly ledger: SealedLedger['ledger'];
  readonly definition: SealedLedger['definition'];
  readonly pin: string;
  /** What the node of every reader knows of sealed texts. */
  knownTexts: KnownTexts | undefined;
  private readonly sealed: SealedLedger;
  private readonly parties: readonly Wallet[];
  private serial = 0;

  /** `records` are sealed before the definition. */
  constructor(definition: JsonObject, wallets: readonly Wallet[], records: readonly Transaction[] = []) {
    const sealed = new SealedLedger(definition, wallets, records);
    this.sealed = sealed;
    this.parties = wallets;
    this.take = (sent) => sealed.take(sent);
    this.run = (sent) => sealed.run(sent);
    this.move = (type, moved) => sealed.move(type, moved);
    this.judge = (tx, docketMs) => sealed.judge(tx, docketMs);
    this.objection = (claim) => sealed.objection(claim);
    this.answer = (answered) => sealed.answer(answered);
    this.ledger = sealed.ledger;
    this.definition = sealed.definition;
    this.pin = sealed.pin;
  }

  get instance(): SealedLedger['instance'] {
    return this.sealed.instance;
  }

  /** Seals a record of each. */
  enrol(records: Readonly<Record<string, Wallet>>): void {
    for (const [id, by] of Object.entries(records)) this.ledger.seal(this.record(id, by, 1));
  }

  /** The version of a record; `by` is its wallet, `signer` who signs it. */
  record(
    id: string,
    by: Wallet,
    version: number,
    {
      signer = by,
      previous,
      ...more
    }: { signer?: Wallet; previous?: string } & Partial<Pick<ParticipantRecord, 'delegations' | 'status'>> = {},
  ) {
    const place = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    const follows = previous === undefined ? {} : { previousTransactionId: previous };
    const record = recordOf(id, [by], { version, ...more });
    const payload = (signer === by ? record : provenBy(record, by)) as unknown as Json;
    return signed({ ...place, ...follows, senderWallet: signer.address, createdAt: AT, payload }, [signer]);
  }

  handOver({ role, from, to, after }: Handing): Transaction {
    const payload = { type: 'handover', v: 1, role, from: from.address, to: to.address };
    const action = Number(after.header.actionId);
    const draft = { action, by: from, previous: after.txId, payload, with: [to] };
    const tx = this.move('Handover', draft);
    this.ledger.seal(tx);
    return tx;
  }

  /** Sealed moves of the instance, with their time. */
  get moves() {
    return this.ledger.dockets.flatMap(({ docket }) =>
      docket.transactions
        .filter((tx) => kindOf(tx.header).kind === 'action' && instanceIdOf(tx) === INSTANCE)
        .map((transaction) => ({ transaction, timestampMs: docket.header.timestampMs })),
    );
  }

  /** `role txId` of what is owed. */
  get owed(): readonly string[] {
    return this.owedAt(undefined);
  }

  /** With what the deputies of holders are owed in a docket of this time. */
  owedAt(atMs: number | undefined): readonly string[] {
    const { definition, instance, ledger } = this;
    const standing = atMs === undefined ? {} : { standing: { blueprintId: instance.blueprintId, atMs } };
    const of = {
      definition,
      instance,
      instanceId: INSTANCE,
      rowOf: rowsIn(ledger.view),
      atMs: atMs ?? ledger.state.timestampMs,
      ...standing,
    };
    const runs = this.moves.map(({ transaction }) => transaction);
    return listOwedNow(ledger.view, of, runs).map(({ role, txId, wallet }) => `${role} ${txId} ${wallet}`);
  }

  /** The runs that a wallet reads. */
  read(wallet: Wallet): readonly ReadRun[] {
    const reading = { ...this.reading(), wallet: wallet.address, moves: this.moves };
    const fold = new RunFold(reading);
    const opener = new RunOpener(reading);
    for (const [place, { transaction }] of this.moves.entries())
      fold.take(place, this.opening(opener, wallet, { run: transaction, expected: fold.expectedGroup(place) }));
    return fold.runs;
  }

  delivery({ by, to, role, runs, lie, key = to, provable, payload: patch, header = {} }: Delivering): Transaction {
    const delivered = runs.map((run): DeliveredRun => {
      const classes = classesRead(this.definition, run, role);
      const opened = this.openedBy(by, run, classes);
      return { txId: run.txId, classes, opened: lie ? lie(opened, run) : opened };
    });
    const { algorithm, publicKey } = key;
    const receives = algorithm === 'ML-DSA-65' ? { encapsulationKey: RECEIVING.publicKey } : {};
    const sealing = {
      context: deliveryContext(REGISTER_ID, INSTANCE),
      role,
      runs: delivered,
      to: { walletAddress: key.address, algorithm, publicKey, ...receives },
      entropy: sha256(`delivery ${this.serial++}`),
    };
    const made = provable ? encryptProvable({ ...sealing, sender: by.address }) : encryptDelivery(sealing);
    if (isFailure(made)) throw new Error(JSON.stringify(made));
    const stated = JSON.parse(JSON.stringify(made)) as JsonObject;
    const payload = patch ? patch(stated) : stated;
    const [{ walletAddress = '' } = {}] = (payload.wallets ?? []) as readonly { walletAddress?: string }[];
    const [first] = runs as readonly [Transaction];
    const draft = {
      ...{ actionId: first.header.actionId, instanceId: INSTANCE, publicationTxId: this.pin },
      ...{ previousTransactionId: first.txId, recipients: [walletAddress], payload, metadata: { type: 'Delivery' } },
      ...header,
    };
    return signed(actDraft(draft as never, by), [by]);
  }

  /** Seals the delivery, which the pipeline has to take. */
  deliver(of: Delivering): Transaction {
    const tx = this.delivery(of);
    this.ledger.seal(tx);
    return tx;
  }

  /** The cells that a wallet has of a run; those of the run's sender for a wallet that has fewer. */
  openedBy(by: Wallet, run: Transaction, classes: readonly number[] = []): OpenedCells {
    const sender = this.parties.find(({ address }) => address === run.header.senderWallet) as Wallet;
    for (const wallet of [by, sender]) {
      const { given } = this.opening(new RunOpener(this.reading()), wallet, {
        run,
        expected: this.expected(wallet, run),
      });
      if (given === 'nothing' || 'undelivered' in given) continue;
      if (classes.every((at) => given.classes.some((one) => one.class === at))) return given;
    }
    throw new Error('the run is sealed');
  }

  private expected(wallet: Wallet, run: Transaction) {
    const row = rowsIn(this.ledger.view)(run.txId);
    const taken = row ? rolesTakenBefore(this.instance, row) : {};
    return expectGroup(this.definition, run, { wallet: wallet.address, taken, row });
  }

  private reading() {
    const { definition, ledger } = this;
    const { view } = ledger;
    const { knownTexts } = this;
    const of = { definition, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view), knownTexts };
    return { ...of, transactionOf: view.transaction };
  }

  private opening(
    opener: RunOpener,
    wallet: Wallet,
    { run, expected }: { readonly run: Transaction; readonly expected: ReturnType<typeof expectGroup> },
  ): OpenedRun {
    const layout = layoutOfRun(this.definition, run);
    if (!isSealedRun(run) || !layout) return { given: 'nothing' };
    const keys = { ...wallet, encapsulation: RECEIVING };
    return opener.open({ run, expected, layout }, { walletAddress: wallet.address, keys, carrying: () => undefined });
  }
}
