// The view of an instance that a wallet reads: the data of its actions, and why it was taken back or ended. It merges
// no reason of a rejection into the data.
import type { Json } from '../../../core/base/json.js';
import { ENVELOPES_OPENED_AT_ONCE } from '../../../core/base/limits/node/inbox.js';
import type { Clock } from '../../../core/base/ports.js';
import { yieldToLoop } from '../../../core/base/queues/yield-to-loop.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Envelope2 } from '../../../core/envelope/cells/envelope.js';
import { asDisclosed, type ExpectedGroup, openCells } from '../../../core/envelope/cells/open.js';
import { contextOf, type Envelope, type EnvelopeContext } from '../../../core/envelope/envelope.js';
import { type Disclosed, type Opener, openGroups } from '../../../core/envelope/open.js';
import type { Reader as Judging } from '../../../core/envelope/reader.js';
import type { Transaction } from '../../../core/model/transaction.js';
import {
  type Open,
  openerOf,
  readEither,
  type Visible,
  VisibleFold,
  visibleData,
} from '../../../core/reading/cells/visible.js';
import { UNDELIVERED } from '../../../core/reading/cells/visible-runs.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import { isDoing } from '../../../core/transaction/move-type.js';
import { openedAtOnce } from '../../background/opened-at-once.js';

/** The group that the wallet has to find in a move of language 2; undefined where it has no part in it. */
export type Expects = (tx: Transaction) => ExpectedGroup | undefined;

/**
 * The transactions of one instance in ledger order, opened for one wallet. `opened` has rejections and cancellations
 * too.
 */
export function readFor(
  transactions: readonly Transaction[],
  opener: Opener,
  expects: Expects = () => undefined,
): Visible {
  const cells = new Map(transactions.map((tx) => [tx.payload, tx]));
  const open = openerOf(opener, (envelope) => {
    const tx = cells.get(envelope as unknown as Json);
    return tx ? openedCells(envelope, opener, expects(tx)) : [];
  });
  return withEndings(visibleData(transactions, open), transactions, open);
}

export interface InstanceReader extends Pick<Opener, 'walletAddress' | 'carrying'> {
  /** Has the keys of the wallet at hand while `work` runs, and no longer. */
  readonly withKeys: <T>(work: (keys: Opener['keys']) => T) => Promise<Result<T>>;
  /** The definition; undefined where this node lacks the definition. */
  readonly by?: Omit<Judging, 'walletAddress'> | undefined;
}

/**
 * As `readFor`, for an instance of language 1 of any length (of language 2: reading-runs.ts): what is opened for the
 * wallet is opened and judged a part at a time (opened-at-once.ts), and everything else of the node goes on in between.
 * Issues of `withKeys`.
 */
export async function readInPieces(
  clock: Pick<Clock, 'setTimer'>,
  transactions: readonly Transaction[],
  { withKeys, by, ...opener }: InstanceReader,
): Promise<Result<Visible>> {
  const sealed = transactions.flatMap((tx) => sealedFor(tx, opener.walletAddress));
  const known = new Map<Envelope | Envelope2, ReturnType<Open>>();
  for (let from = 0; from < sealed.length; ) {
    const { to, isMuch } = openedAtOnce(sealed, from, (one) => [one]);
    if (isMuch) await yieldToLoop(clock);
    const part = sealed.slice(from, to);
    from = to;
    const done = await withKeys((keys) => {
      for (const { envelope, context } of part)
        known.set(
          envelope,
          envelope.v === 1
            ? openGroups(envelope, { ...opener, keys }, context)
            : openedCells(envelope, { ...opener, keys }, undefined),
        );
      return true;
    });
    if (isFailure(done)) return done;
  }
  // An envelope is the payload that it was read from, the same each time; one that is not known is not for the wallet.
  const open: Open = (envelope) => known.get(envelope) ?? [];
  const fold = new VisibleFold(open, by && { ...by, walletAddress: opener.walletAddress });
  let judged = 0;
  for (const tx of transactions) {
    fold.take(tx);
    const isShown = !isEncrypted(tx.header) || known.has(tx.payload as unknown as Envelope);
    if (by && isShown && ++judged % ENVELOPES_OPENED_AT_ONCE === 0) await yieldToLoop(clock);
  }
  return withEndings(fold.seen(), transactions, open);
}

function sealedFor({ header, payload, bytes }: Transaction, walletAddress: string): readonly Sealed[] {
  if (!isEncrypted(header)) return [];
  const context = contextOf(header);
  const envelope = readEither(payload);
  if (isFailure(context) || isFailure(envelope)) return [];
  const isFor = envelope.wallets.some((wallet) => wallet.walletAddress === walletAddress);
  return isFor ? [{ envelope, context, bytes }] : [];
}

interface Sealed {
  readonly envelope: Envelope | Envelope2;
  readonly context: EnvelopeContext;
  /** Of its transaction. */
  readonly bytes: Uint8Array;
}

/** CIPHERTEXT_INVALID where the envelope names the wallet and does not give it what it has to. */
function openedCells(envelope: Envelope2, opener: Opener, expected: ExpectedGroup | undefined): ReturnType<Open> {
  if (!expected)
    return envelope.wallets.some(({ walletAddress }) => walletAddress === opener.walletAddress)
      ? fail(UNDELIVERED)
      : [];
  const opened = openCells(envelope, opener, expected);
  if (opened === 'nothing') return [];
  return 'undelivered' in opened ? fail(UNDELIVERED) : [asDisclosed(opened, expected.layout)];
}

function withEndings(seen: Visible, transactions: readonly Transaction[], open: Open): Visible {
  const endings = transactions.flatMap((tx) => {
    const groups = endingOf(tx, open);
    return groups ? [[tx.txId, groups] as const] : [];
  });
  return { ...seen, opened: new Map([...seen.opened, ...endings]) };
}

/** The groups of a rejection or cancellation that the wallet opens; none where it is no such, or not for the wallet. */
function endingOf(tx: Transaction, open: Open): readonly Disclosed[] | undefined {
  if (isDoing(tx.header) || !isEncrypted(tx.header)) return undefined;
  const context = contextOf(tx.header);
  const envelope = readEither(tx.payload);
  const groups = isFailure(context) || isFailure(envelope) ? undefined : open(envelope, context);
  return isFailure(groups) ? undefined : groups;
}
