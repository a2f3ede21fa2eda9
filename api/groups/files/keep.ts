// What an accepted action names does not expire: the way from a submission to the uploads of its caller. It stores no chunk and refuses nothing.
import { isIssue } from '../../../core/base/issue.js';
import { readEnvelope } from '../../../core/disclosure/envelope.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { ownerIdOf } from '../wallets/standing.js';

/** The ledger, for submissions of this caller: the caller's uploads that an accepted transaction names are kept before the answer. */
export function keepingFiles(call: Pick<Call<ApiDeps>, 'caller' | 'deps'>): Pick<ApiDeps['ledger'], 'submit'> {
  const { ledger } = call.deps;
  return {
    submit(tx, how) {
      const submitted = ledger.submit(tx, how);
      // Nothing is added to what a plain transaction costs.
      if (!isEncrypted(tx.header)) return submitted;
      return submitted.then(async (outcome) => {
        if (outcome.status !== 'refused') await keepFiles(call, tx);
        return outcome;
      });
    },
  };
}

async function keepFiles({ caller, deps }: Pick<Call<ApiDeps>, 'caller' | 'deps'>, tx: Transaction): Promise<void> {
  const envelope = readEnvelope(tx.payload);
  if (isIssue(envelope) || envelope.files === undefined) return;
  const ops = deps.uploads.keep(ownerIdOf(caller), envelope.files);
  if (ops.length > 0) await deps.commit(ops);
}
