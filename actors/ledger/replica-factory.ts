// Makes the replica of one register from the parts of this node's ledger, and shares the memory of pools between the
// registers. It decides nothing.
import { assert } from '../../core/base/assert.js';
import { Shares } from '../../core/base/queues/shares.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { Expiries } from '../docket/expiries.js';
import type { MisbehaviourTracker } from '../misbehaviour/tracker.js';
import type { RegisterRecords } from '../register-records.js';
import { ReplicaDriver } from '../register-replica/driver.js';
import { FORGOTTEN } from '../register-replica/seat.js';
import { RulesStop } from './health/rules-stop.js';
import type { LedgerOptions, LedgerPorts } from './ports.js';
import type { Receipts } from './receipts.js';
import type { Registry } from './registry.js';
import type { Seats } from './seats.js';
import type { TipWait } from './tip-wait.js';

export interface ReplicaFactoryParts {
  readonly seats: Seats;
  readonly receipts: Receipts;
  readonly watch: MisbehaviourTracker;
  readonly tips: Pick<TipWait, 'isBehind'>;
  readonly records: RegisterRecords;
  readonly registry: Pick<Registry, 'close'>;
}

export class ReplicaFactory {
  private readonly ports: LedgerPorts;
  private readonly options: LedgerOptions;
  private readonly parts: ReplicaFactoryParts;
  private pooledBytes = 0;
  private readonly shares = new Shares();
  private readonly expiries: Expiries;
  /** Height up to which each register that was opened has told its seals. */
  private readonly told = new Map<string, number>();
  readonly rules: RulesStop;

  constructor(ports: LedgerPorts, options: LedgerOptions, parts: ReplicaFactoryParts) {
    this.ports = ports;
    this.options = options;
    this.parts = parts;
    this.expiries = new Expiries(ports.clock);
    const { records, registry } = parts;
    this.rules = new RulesStop({
      ...ports,
      records,
      latest: options.rulesLatest,
      close: (registerId) => registry.close(registerId),
    });
  }

  /** Throws when the register cannot be opened from what is on disk. */
  open(record: RegisterRecord, fail: (error: unknown) => void): ReplicaDriver {
    const { ports, options } = this;
    const { seats, receipts, watch, tips } = this.parts;
    const driver = new ReplicaDriver(
      {
        record,
        fence: (validatorId) => seats.fenceOf(record.id, validatorId),
        timers: options.timers,
        backlogBytesMax: options.backlogBytesMax,
        docketTransactionsMax: () => options.docketTransactionsMax(),
        poolLimits: options.poolLimits(),
        rulesLatest: options.rulesLatest,
        place: (txId) => receipts.place(record.reg, txId),
      },
      {
        ...ports,
        fail,
        expiries: this.expiries,
        transport: ports.transport(record.id),
        onAccepted: (registerId, tx, relayed) => ports.onAccepted?.(registerId, tx, relayed),
        isBehind: (registerId) => tips.isBehind(registerId),
        isLeft: (registerId) => ports.isLeft?.(registerId) === true,
        hearsMost: (registerId) => ports.hearsMost?.(registerId) !== false,
        rulesAfter: (registerId, rules) => void this.rules.onSealed(registerId, rules).catch((error) => fail(error)),
        evidence: watch.evidenceOf(record.id),
        onMisbehaved: (registerId, event) => watch.onMisbehaviour(registerId, event),
        // A write that fails has failed the journal, which ends the node.
        onForgotten: (registerId) => void seats.raise(registerId, FORGOTTEN).catch((error) => fail(error)),
        budget: (bytes, from) => this.budget(bytes, from),
        announceSealed: this.tell,
        announceRefused: (registerId, txId, { code }) =>
          ports.announcements.announce({ type: 'transaction-refused', registerId, txId, code }),
        announceAbandoned: (registerId, txId, { code }) =>
          ports.announcements.announce({ type: 'transaction-abandoned', registerId, txId, code }),
      },
    );
    this.tellRest(record, driver.state().height);
    return driver;
  }

  /** Tells of the dockets that a driver which failed had made durable and not told any more. */
  private tellRest({ id, reg }: RegisterRecord, height: number): void {
    const { chain } = this.ports;
    const count = this.told.get(id) ?? height;
    for (let next = count + 1; next <= height; next++) {
      const docket = chain.loadBody(reg, next, chain.docketAt(reg, next)?.hash ?? '');
      assert(docket, 'the body of a sealed docket is stored');
      this.tell(id, { docket });
    }
    this.told.set(id, height);
  }

  private readonly tell = (registerId: string, { docket }: Pick<SealedDocket, 'docket'>): void => {
    const { hash, header, transactions } = docket;
    const { height, timestampMs } = header;
    this.told.set(registerId, height);
    this.ports.announcements.announce({
      type: 'docket-sealed',
      registerId,
      height,
      hash,
      transactions,
      timestampMs,
    });
  };

  private budget(bytes: number, from: string | undefined): boolean {
    if (bytes > 0 && !this.shares.fits(from, bytes, this.options.poolNodeBytesMax - this.pooledBytes)) return false;
    this.pooledBytes += bytes;
    this.shares.count(from, bytes);
    return true;
  }
}
