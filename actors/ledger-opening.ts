// Makes the replica of one register from the parts of this node's ledger, and shares the memory of pools between the registers. It decides nothing.
import type { RegisterRecord } from '../storage/registers.js';
import type { LedgerOptions, LedgerPorts } from './ledger-host.js';
import type { Watch } from './ledger-misbehaviour.js';
import type { Receipts } from './ledger-receipts.js';
import type { Seats } from './ledger-seats.js';
import { ReplicaDriver } from './register-replica/driver.js';

export interface OpeningParts {
  readonly seats: Seats;
  readonly receipts: Receipts;
  readonly watch: Watch;
}

export class Opening {
  private readonly ports: LedgerPorts;
  private readonly options: LedgerOptions;
  private readonly parts: OpeningParts;
  private pooledBytes = 0;

  constructor(ports: LedgerPorts, options: LedgerOptions, parts: OpeningParts) {
    this.ports = ports;
    this.options = options;
    this.parts = parts;
  }

  /** Throws when the register cannot be opened from what is on disk. */
  open(record: RegisterRecord, fail: (error: unknown) => void): ReplicaDriver {
    const { ports, options } = this;
    const { seats, receipts, watch } = this.parts;
    return new ReplicaDriver(
      {
        record,
        fence: (validatorId) => seats.fenceOf(record.id, validatorId),
        timers: options.timers,
        backlogBytesMax: options.backlogBytesMax,
        docketTransactionsMax: () => options.docketTransactionsMax(),
        poolLimits: options.poolLimits(),
        place: (txId) => receipts.place(record.reg, txId),
      },
      {
        ...ports,
        fail,
        transport: ports.transport(record.id),
        accepted: (registerId, tx, relayed) => ports.accepted?.(registerId, tx, relayed),
        evidence: watch.evidenceOf(record.id),
        misbehaved: (registerId, event) => watch.met(registerId, event),
        budget: (bytes) => this.budget(bytes),
        announceSealed: (registerId, { docket }) =>
          ports.announcements.announce({
            type: 'docket-sealed',
            registerId,
            height: docket.header.height,
            hash: docket.hash,
            transactions: docket.transactions,
            timestampMs: docket.header.timestampMs,
          }),
        announceRefused: (registerId, txId, { code }) =>
          ports.announcements.announce({ type: 'transaction-refused', registerId, txId, code }),
      },
    );
  }

  private budget(bytes: number): boolean {
    if (bytes > 0 && this.pooledBytes + bytes > this.options.poolNodeBytesMax) return false;
    this.pooledBytes += bytes;
    return true;
  }
}
