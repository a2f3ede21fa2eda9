// A sealed action, opened for a wallet without the others of its instance: for the files that it names. It judges
// nothing; what it gives is what the sender committed.
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import { expectGroup } from '../../envelope/cells/expecting.js';
import { asDisclosed } from '../../envelope/cells/open.js';
import type { Opener } from '../../envelope/open.js';
import { layoutOfRun, rolesTakenBefore } from '../../instance/deliveries/owed.js';
import { type Deliveries, RunOpener } from '../../instance/runs/delivered.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { UNDELIVERED } from './undelivered.js';
import type { Visible } from './visible.js';
import { filesIn } from './visible-runs.js';

export interface OneRun extends Deliveries {
  /** As the state has it now. */
  readonly instance: Instance;
  /** Of the run. */
  readonly row: RunRow | undefined;
}

/**
 * The fields and files that the run shows the wallet: none where it names the wallet nowhere and none was delivered.
 * CIPHERTEXT_INVALID where the wallet was to be given some and was not.
 */
export function readRun(tx: Transaction, of: OneRun, opener: Opener): Result<Pick<Visible, 'fields' | 'files'>> {
  const nothing = { fields: {}, files: new Map() };
  const { definition, instance, row } = of;
  const own = layoutOfRun(definition, tx);
  if (!isEncrypted(tx.header) || isFailure(readEnvelope(tx.payload)) || !own) return nothing;
  const wallet = opener.walletAddress;
  const taken = row ? rolesTakenBefore(instance, row) : {};
  const expected = expectGroup(definition, tx, { wallet, taken, row });
  const layout = expected?.layout ?? own;
  const { given, missing } = new RunOpener(of).open({ run: tx, expected, layout }, opener);
  if (given === 'nothing' && !missing) return nothing;
  if (given === 'nothing' || 'undelivered' in given) return fail(UNDELIVERED);
  const { fields, files } = asDisclosed(given, layout);
  const source = { txId: tx.txId, actionId: tx.header.actionId };
  return {
    fields,
    files: new Map(filesIn({ data: fields, files }, tx).map((file) => [file.manifest.fileId, { ...source, ...file }])),
  };
}
