// Which peer sent an action with files that is not sealed yet: a node without a seat, whose disk may be the only one
// that has its chunks. It remembers the latest, in memory only; what is sealed goes into the claim of the action. It
// believes nothing else of what was sent.
import { FILE_SENDERS_KEPT } from '../../core/base/limits/node/files.js';
import { filesOf } from '../../core/envelope/envelope.js';
import type { Transaction } from '../../core/model/transaction.js';

export class Senders {
  /** By TxId: it covers the register. */
  private readonly peers = new Map<string, string>();

  /** The peer offered these. The peer that offered first is likelier to have the files than one that repeats it. */
  note(peerId: string, transactions: readonly Transaction[]): void {
    for (const tx of transactions) {
      if (filesOf(tx).length === 0 || this.peers.has(tx.txId)) continue;
      const [oldest] = this.peers.keys();
      if (this.peers.size >= FILE_SENDERS_KEPT && oldest !== undefined) this.peers.delete(oldest);
      this.peers.set(tx.txId, peerId);
    }
  }

  of(txId: string): string | undefined {
    return this.peers.get(txId);
  }
}
