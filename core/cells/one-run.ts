// One sealed action of language 2, opened for a wallet without the others of its instance: for the files that it names.
// It judges nothing; what it gives is what the sender committed.
import { type Issue, isIssue } from '../base/issue.js';
import type { FlowInstance } from '../blueprint/instance.js';
import type { RunRow } from '../blueprint/run-rows.js';
import type { Definition } from '../blueprint/types.js';
import type { Opener } from '../disclosure/open.js';
import type { Visible } from '../disclosure/visible.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import type { Transaction } from '../transaction/types.js';
import { readEnvelope2 } from './envelope.js';
import { expectedOf } from './expecting.js';
import { asDisclosed, openCells } from './open.js';
import { filesIn, UNDELIVERED } from './visible-runs.js';

export interface OneRun {
  readonly definition: Definition;
  /** As the state has it now. */
  readonly instance: FlowInstance;
  /** Of the run. */
  readonly row: RunRow | undefined;
}

/**
 * The fields and files that the run shows the wallet: none where it names the wallet nowhere. CIPHERTEXT_INVALID where
 * it names it and does not give it what it has to see.
 */
export function readRun(
  tx: Transaction,
  { definition, instance, row }: OneRun,
  opener: Opener,
): Pick<Visible, 'fields' | 'files'> | Issue {
  const nothing = { fields: {}, files: new Map() };
  const envelope = readEnvelope2(tx.payload);
  if (!isEncrypted(tx.header) || isIssue(envelope)) return nothing;
  const wallet = opener.walletAddress;
  const expected = expectedOf(definition, tx, { wallet, taken: takenBefore(instance, row), row });
  const isNamed = envelope.wallets.some(({ walletAddress }) => walletAddress === wallet);
  if (!expected) return isNamed ? UNDELIVERED : nothing;
  const opened = openCells(envelope, opener, expected);
  if (opened === 'nothing') return nothing;
  if ('undelivered' in opened) return UNDELIVERED;
  const { fields, files } = asDisclosed(opened, expected.layout);
  const source = { txId: tx.txId, actionId: tx.header.actionId };
  return {
    fields,
    files: new Map(filesIn({ data: fields, files }, tx).map((one) => [one.manifest.fileId, { ...source, ...one }])),
  };
}

/** Open roles that were held when the run was sealed. */
function takenBefore({ participants, since }: FlowInstance, row: RunRow | undefined): Readonly<Record<string, string>> {
  if (!row) return {};
  return Object.fromEntries(Object.entries(participants).filter(([id]) => (since[id] ?? row.n) < row.n));
}
