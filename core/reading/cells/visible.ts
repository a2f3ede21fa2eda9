// The data of an instance that a wallet may see, by the name of a member and by the transaction that stated it.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { FileReference } from '../../envelope/envelope.js';
import type { FileManifest } from '../../envelope/files.js';
import type { Disclosed } from '../../envelope/open.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing, moveTypeOf } from '../../transaction/move-type.js';
import type { ReadRun } from './run-fold.js';
import type { Suspicion } from './suspicion.js';
import { UNDELIVERED } from './undelivered.js';

/** Where a value comes from. */
export interface Source {
  readonly txId: string;
  /** The decimal spelling. */
  readonly actionId: string;
}

export interface VisibleFile extends Source {
  readonly manifest: FileManifest;
  readonly reference: FileReference;
}

export interface Visible {
  readonly fields: JsonObject;
  /**
   * The fields that were taken of each action, by TxId: an action that shows this wallet nothing has its row, an empty
   * one.
   */
  readonly facts: ReadonlyMap<string, JsonObject>;
  /**
   * The members that were not taken, and why. None where every sender was honest, and none where the definition is not
   * known.
   */
  readonly suspect: readonly Suspicion[];
  /** By file id. */
  readonly files: ReadonlyMap<string, VisibleFile>;
  /**
   * The disclosures of encrypted actions, by TxId, as their senders sealed them: also an action that disclosed nothing
   * to this wallet has its row, an empty one.
   */
  readonly opened: ReadonlyMap<string, readonly Disclosed[]>;
  /** Transactions that name the wallet and do not open, or are not envelopes: none where every sender was honest. */
  readonly closed: ReadonlyMap<string, Issue>;
  /** In ledger order, with a verdict about each member; absent where the definition is not known. */
  readonly runs?: readonly ReadRun[];
}

/**
 * The view of a node that lacks the definition of the instance: readable actions as they were signed, the later value
 * of a name over the earlier one. It shows nothing of sealed ones, whose parts only the definition tells apart. No
 * party acts on it. The caller bounds the number of transactions.
 */
export function visibleData(transactions: readonly Transaction[], walletAddress: string): Visible {
  const fields = new Map<string, Json>();
  const facts = new Map<string, JsonObject>();
  const opened = new Map<string, readonly Disclosed[]>();
  const closed = new Map<string, Issue>();
  for (const { txId, header, payload } of transactions) {
    if (!isDoing(header) && moveTypeOf(header) !== 'Timer') continue;
    if (isEncrypted(header)) {
      if (header.recipients?.includes(walletAddress)) closed.set(txId, UNDELIVERED);
      else opened.set(txId, []);
      continue;
    }
    const stated = isObject(payload) ? payload : {};
    facts.set(txId, stated);
    for (const [name, value] of Object.entries(stated)) fields.set(name, value as Json);
  }
  // Unlike assignment this makes an own member of every name.
  return { fields: Object.fromEntries(fields), facts, suspect: [], files: new Map(), opened, closed };
}
