// What a wallet reads of an instance: the data of its actions, and why it was taken back or ended. It merges no reason of a rejection into the data.
import { isIssue } from '../../core/base/issue.js';
import { contextOf, readEnvelope } from '../../core/disclosure/envelope.js';
import type { OpenedGroup, Opener } from '../../core/disclosure/open.js';
import { type Open, openerOf, type Visible, visibleData } from '../../core/disclosure/visible.js';
import { isEncrypted, moveTypeOf } from '../../core/transaction/action-metadata.js';
import type { Transaction } from '../../core/transaction/types.js';

/** The transactions of one instance in ledger order, opened for one wallet. `opened` has rejections and cancellations too. */
export function readFor(transactions: readonly Transaction[], opener: Opener): Visible {
  const open = openerOf(opener);
  const seen = visibleData(transactions, open);
  const endings = transactions.flatMap((tx) => {
    const groups = endingOf(tx, open);
    return groups ? [[tx.txId, groups] as const] : [];
  });
  return { ...seen, opened: new Map([...seen.opened, ...endings]) };
}

/** The groups of a rejection or cancellation that the wallet opens; none where it is no such, or not for the wallet. */
function endingOf(tx: Transaction, open: Open): readonly OpenedGroup[] | undefined {
  if (moveTypeOf(tx.header) === 'Action' || !isEncrypted(tx.header)) return undefined;
  const context = contextOf(tx.header);
  const envelope = readEnvelope(tx.payload);
  const groups = isIssue(context) || isIssue(envelope) ? undefined : open(envelope, context);
  return isIssue(groups) ? undefined : groups;
}
