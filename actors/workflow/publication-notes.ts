// Notes publications with the drafts that they were made from, once they are sealed: while the publisher waits, long
// after it was told 202, or after a restart. An expectation is durable before the publication is begun. It publishes
// nothing and decides nothing.

import { PUBLICATION_EXPECTED_MS, PUBLICATIONS_EXPECTED_MAX } from '../../core/base/limits/node/designs.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Blueprints, ExpectedPublication } from '../../storage/tables/workflow/blueprints.js';
import type { AnnouncementHub } from '../announcements.js';
import type { Ledger } from '../ledger-port.js';

export interface PublicationNotesPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  readonly ledger: Pick<Ledger, 'register' | 'receipt'>;
  readonly chain: Pick<ChainStore, 'transaction'>;
  readonly blueprints: Pick<Blueprints, 'find' | 'putPublication' | 'expect' | 'unexpect' | 'expectedPublications'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export class PublicationNotes {
  /** By TxId: what the rows say, those on their way to the disk included. */
  private readonly expected = new Map<string, ExpectedPublication>();
  private deaf: (() => void) | undefined;

  constructor(private readonly ports: PublicationNotesPorts) {}

  /** Takes up what was expected before the restart; some of it may be sealed by now. */
  async start(): Promise<void> {
    for (const item of await this.ports.blueprints.expectedPublications(PUBLICATIONS_EXPECTED_MAX))
      this.expected.set(item.publicationTxId, item);
    this.deaf = this.ports.announcements.listen((fact) => {
      if (fact.type !== 'docket-sealed' || this.expected.size === 0) return;
      for (const { txId } of fact.transactions) {
        const item = this.expected.get(txId);
        if (item) this.settle(item).catch(this.onFailed);
      }
    });
    await this.sweep();
  }

  stop(): void {
    this.deaf?.();
  }

  /**
   * To be called before a publication is begun. With too many of them it is noted only if its publisher waits for the
   * seal.
   */
  async expect(item: ExpectedPublication): Promise<void> {
    if (this.expected.size >= PUBLICATIONS_EXPECTED_MAX) return;
    this.expected.set(item.publicationTxId, item);
    await this.ports.commit([this.ports.blueprints.expect(item)]);
  }

  /**
   * Notes the publication if it is sealed. A publication that was refused stays for a while: another node may still
   * bring it.
   */
  async settle(item: ExpectedPublication): Promise<void> {
    const { blueprints, chain, ledger, commit } = this.ports;
    const { registerId, publicationTxId, execDefHash } = item;
    const record = ledger.register(registerId);
    const sealed = record && chain.transaction(record.reg, publicationTxId);
    if (!sealed && this.mayCome(item)) return;
    const draft = blueprints.find(item.organisationId, item.blueprintId);
    const made = sealed && { registerId, publicationTxId, execDefHash, publishedAtMs: sealed.timestampMs };
    const noted = draft && made ? blueprints.putPublication(draft, made) : [];
    await commit([...noted, blueprints.unexpect(item)]);
    this.expected.delete(publicationTxId);
  }

  /** Looks at all of them, because a docket may have been sealed while nothing listened. */
  async sweep(): Promise<void> {
    for (const item of [...this.expected.values()]) await this.settle(item);
  }

  private mayCome({ registerId, publicationTxId, sinceMs }: ExpectedPublication): boolean {
    if (this.ports.ledger.register(registerId) === undefined) return false;
    return (
      !isFar(sinceMs, this.ports.clock.now(), PUBLICATION_EXPECTED_MS) ||
      this.ports.ledger.receipt(registerId, publicationTxId)?.status === 'pending'
    );
  }

  private readonly onFailed = (error: Error): void =>
    this.ports.log.error({ error: error.message }, 'A publication could not be noted with its draft.');
}
