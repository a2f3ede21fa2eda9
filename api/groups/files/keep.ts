// The way from a submission to the uploads of its caller: what an action names is kept before it is submitted, and does not count as waiting once it is
// accepted. It stores no chunk and refuses nothing.
import { claimingLedger } from '../../../actors/files/claiming.js';
import { type FileReference, filesOf } from '../../../core/disclosure/envelope.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { ownerIdOf } from '../wallets/standing.js';

type Caller = Pick<ApiCall<ApiDeps>, 'caller' | 'deps'>;

/** The ledger, for submissions of this caller. */
export function keepingFiles(call: Caller): Pick<ApiDeps['ledger'], 'submit'> {
  const ledger = claimingLedger(call.deps.ledger, call.deps.files);
  return {
    submit(tx, how) {
      const submitted = ledger.submit(tx, how);
      const files = filesOf(tx);
      // Nothing is added to what a transaction without files costs.
      if (files.length === 0) return submitted;
      return submitted.then(async (outcome) => {
        if (outcome.status !== 'refused') await settleFiles(call, files);
        return outcome;
      });
    },
  };
}

/** An accepted action names these files. */
export async function settleFiles({ caller, deps }: Caller, files: readonly FileReference[]): Promise<void> {
  const ops = deps.uploads.settle(ownerIdOf(caller), files);
  if (ops.length > 0) await deps.commit(ops);
}
