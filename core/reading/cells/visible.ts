// The data of an instance that a wallet may see: a fold over its transactions in ledger order, in which the later value
// of a field wins. It adds nothing: a field is there only if a group opened, or the action was never encrypted, and if
// the definition lets that action state it and shows it to this reader.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { SUSPICIONS_TOLD_MAX } from '../../base/limits/node/reading.js';
import { isFailure, type Result } from '../../base/result.js';
import { type Envelope2, readEnvelope2 } from '../../envelope/cells/envelope.js';
import {
  contextOf,
  type Envelope,
  type EnvelopeContext,
  type FileReference,
  readEnvelope,
} from '../../envelope/envelope.js';
import { type FileManifest, filesNamedIn } from '../../envelope/files.js';
import { type Disclosed, type Opener, openGroups } from '../../envelope/open.js';
import type { Reader } from '../../envelope/reader.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing, moveTypeOf } from '../../transaction/move-type.js';
import { Judge } from '../envelopes/judge.js';
import type { Suspicion } from '../envelopes/suspicion.js';
import type { ReadRun } from './run-fold.js';

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
  /** By name of a top-level field. */
  readonly sources: ReadonlyMap<string, Source>;
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
  /** Transactions that name the wallet and do not open, or are no envelopes: none where every sender was honest. */
  readonly closed: ReadonlyMap<string, Issue>;
  /** Of language 2, in ledger order: with a verdict about each member. */
  readonly runs?: readonly ReadRun[];
}

/** Opens an envelope for one wallet: `openerOf`, or a store of what was opened before. */
export type Open = (envelope: Envelope | Envelope2, context: EnvelopeContext) => Result<readonly Disclosed[]>;

/** Of version 1; `cells` for the other one. */
export function openerOf(opener: Opener, cells: (envelope: Envelope2) => ReturnType<Open> = () => []): Open {
  return (envelope, context) => (envelope.v === 1 ? openGroups(envelope, opener, context) : cells(envelope));
}

/**
 * The data that `open` shows of the actions of one instance, given in ledger order, as far as `reader` takes it
 * (judge.ts). An action that is not encrypted shows its whole payload, since everybody who reads the register has it.
 * Rejections and cancellations carry no data of the instance. Without a reader, where the definition is not known,
 * everything is shown as it was sealed, and no party may act on it. The caller bounds the number of transactions.
 */
export function visibleData(transactions: readonly Transaction[], open: Open, reader?: Reader): Visible {
  const fold = new VisibleFold(open, reader);
  for (const tx of transactions) fold.take(tx);
  return fold.seen();
}

/** `visibleData`, one transaction at a time. */
export class VisibleFold {
  private readonly fields = new Map<string, Json>();
  private readonly sources = new Map<string, Source>();
  private readonly facts = new Map<string, JsonObject>();
  private readonly files = new Map<string, VisibleFile>();
  private readonly opened = new Map<string, readonly Disclosed[]>();
  private readonly closed = new Map<string, Issue>();
  private suspect: Suspicion[] = [];
  private readonly open: Open;
  private readonly judge: Judge | undefined;

  constructor(open: Open, reader?: Reader) {
    this.open = open;
    this.judge = reader && new Judge(reader);
  }

  take(tx: Transaction): void {
    const type = moveTypeOf(tx.header);
    if (type === 'Rejection' || type === 'Objection') this.takeBack(tx);
    else if (type === 'Cancellation') this.judge?.pass(tx);
    if (!isDoing(tx.header) && type !== 'Timer') return;
    const parts = isEncrypted(tx.header) ? openTransaction(tx, this.open) : { plain: tx.payload };
    if (isFailure(parts)) {
      this.closed.set(tx.txId, parts.issue);
      if (this.judge) this.suspect.push(this.judge.closed(tx));
      return;
    }
    const isSealed = 'groups' in parts;
    if (isSealed) this.opened.set(tx.txId, parts.groups);
    const shown = isSealed ? parts.groups.map(({ fields }) => fields) : isObject(parts.plain) ? [parts.plain] : [];
    // A timer states what the definition has.
    const judge = type === 'Timer' ? undefined : this.judge;
    const judged = judge?.take({ tx, wallets: isSealed ? walletsIn(parts.envelope) : undefined, parts: shown });
    // Unlike assignment this makes an own member of every name.
    const taken = judged?.fields ?? Object.fromEntries(shown.flatMap((part) => Object.entries(part)));
    this.facts.set(tx.txId, taken);
    const isMuch = this.suspect.length >= SUSPICIONS_TOLD_MAX;
    this.suspect.push(...(judged?.suspect ?? []).slice(0, isMuch ? 1 : undefined));
    const source = { txId: tx.txId, actionId: tx.header.actionId };
    for (const [name, value] of Object.entries(taken)) {
      if (judged?.later.has(name) && this.fields.has(name)) continue;
      this.fields.set(name, value);
      this.sources.set(name, source);
    }
    if (isSealed) this.takeFiles(parts, judged && taken, source);
  }

  seen(): Visible {
    const { sources, facts, files, opened, closed, suspect } = this;
    return { fields: Object.fromEntries(this.fields), sources, facts, suspect, files, opened, closed };
  }

  /** Suspicions of an action that is taken back stop no party any more. */
  private takeBack(tx: Transaction): void {
    const undone = this.judge?.undoneBy(tx);
    if (undone && this.suspect.length > 0)
      this.suspect = this.suspect.map((one) => (undone(one) ? { ...one, undone: true as const } : one));
  }

  /** The files that what was taken names, with all their chunks on the ledger. */
  private takeFiles({ envelope, groups }: Opened, taken: JsonObject | undefined, source: Source): void {
    const sealed = groups.flatMap((group) => group.files);
    for (const manifest of taken ? filesNamedIn(taken, sealed) : sealed) {
      const reference = envelope.files?.find(({ fileId }) => fileId === manifest.fileId);
      // A later action that names the id of an earlier file does not replace it.
      const isOther = this.judge !== undefined && this.files.has(manifest.fileId);
      if (reference?.chunks.length === manifest.total && !isOther)
        this.files.set(manifest.fileId, { ...source, manifest, reference });
    }
  }
}

interface Opened {
  readonly envelope: Envelope | Envelope2;
  readonly groups: readonly Disclosed[];
}

/** The wallets that some group is for. */
function walletsIn({ groups, wallets }: Envelope | Envelope2): readonly string[] {
  const named = new Set(groups.flatMap(({ keys }) => keys.map(({ wallet }) => wallet)));
  return wallets.flatMap(({ walletAddress }, i) => (named.has(i) ? [walletAddress] : []));
}

function openTransaction(tx: Transaction, open: Open): Result<Opened> {
  const context = contextOf(tx.header);
  if (isFailure(context)) return context;
  const envelope = readEither(tx.payload);
  if (isFailure(envelope)) return envelope.mapIssues((found) => ({ ...found, path: `/payload${found.path}` }));
  const groups = open(envelope, context);
  return isFailure(groups) ? groups : { envelope, groups };
}

/** An envelope of either version: the rules say which one a register seals for a language. */
export function readEither(payload: Json): Result<Envelope | Envelope2> {
  return isObject(payload) && payload.v === 2 ? readEnvelope2(payload) : readEnvelope(payload);
}
