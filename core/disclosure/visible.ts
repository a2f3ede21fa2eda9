// What a wallet may see of an instance: a fold over its transactions in ledger order, in which the later value of a field wins. It adds nothing: a field is
// there only if a group opened, or the action was never encrypted.
import { type Issue, isIssue, issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { isEncrypted, moveTypeOf } from '../transaction/action-metadata.js';
import type { Transaction } from '../transaction/types.js';
import { contextOf, type Envelope, type EnvelopeContext, type FileReference, readEnvelope } from './envelope.js';
import type { FileManifest } from './files.js';
import { type OpenedGroup, type Opener, openGroups } from './open.js';

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
  /** By file id. */
  readonly files: ReadonlyMap<string, VisibleFile>;
  /** What an encrypted action disclosed, by TxId: also an action that disclosed nothing to this wallet has its row, an empty one. */
  readonly opened: ReadonlyMap<string, readonly OpenedGroup[]>;
  /** Transactions that name the wallet and do not open, or are no envelopes: none where every sender was honest. */
  readonly closed: ReadonlyMap<string, Issue>;
}

/** Opens an envelope for one wallet: `openerOf`, or a store of what was opened before. */
export type Open = (envelope: Envelope, context: EnvelopeContext) => readonly OpenedGroup[] | Issue;

export function openerOf(opener: Opener): Open {
  return (envelope, context) => openGroups(envelope, opener, context);
}

/**
 * What `open` shows of the actions of one instance, given in ledger order. An action that is not encrypted shows its whole payload, since everybody who
 * reads the register has it. Rejections and cancellations carry no data of the instance. The caller bounds the number of transactions.
 */
export function visibleData(transactions: readonly Transaction[], open: Open): Visible {
  const fields = new Map<string, Json>();
  const sources = new Map<string, Source>();
  const files = new Map<string, VisibleFile>();
  const opened = new Map<string, readonly OpenedGroup[]>();
  const closed = new Map<string, Issue>();
  for (const tx of transactions) {
    if (moveTypeOf(tx.header) !== 'Action') continue;
    const source = { txId: tx.txId, actionId: tx.header.actionId };
    const parts = isEncrypted(tx.header) ? openTransaction(tx, open) : { plain: tx.payload };
    if (isIssue(parts)) {
      closed.set(tx.txId, parts);
      continue;
    }
    if ('groups' in parts) {
      opened.set(tx.txId, parts.groups);
      for (const manifest of parts.groups.flatMap((group) => group.files)) {
        const reference = parts.envelope.files?.find(({ fileId }) => fileId === manifest.fileId);
        if (reference?.chunks.length === manifest.total) files.set(manifest.fileId, { ...source, manifest, reference });
      }
    }
    const shown = 'groups' in parts ? parts.groups.map((group) => group.fields) : [parts.plain];
    for (const [name, value] of shown.flatMap(membersOf)) {
      fields.set(name, value);
      sources.set(name, source);
    }
  }
  // Unlike assignment this makes an own member of every name.
  return { fields: Object.fromEntries(fields), sources, files, opened, closed };
}

function openTransaction(
  tx: Transaction,
  open: Open,
): { readonly envelope: Envelope; readonly groups: readonly OpenedGroup[] } | Issue {
  const context = contextOf(tx.header);
  if (isIssue(context)) return context;
  const envelope = readEnvelope(tx.payload);
  if (isIssue(envelope)) return issue(envelope.code, `/payload${envelope.path}`, envelope.message);
  const groups = open(envelope, context);
  return isIssue(groups) ? groups : { envelope, groups };
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}
