// A sealed transaction before the caller, who sees its register or takes part in its instance.
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { kindOf } from '../../../../core/kinds/index.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { instanceFor } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { findSealed } from '../../../access/sealed.js';
import type { ApiCall } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';

export interface SealedFor {
  readonly record: RegisterRecord;
  readonly sealed: SealedTransaction;
}

/** REGISTER_NOT_FOUND for who neither sees the register nor takes part, TRANSACTION_NOT_FOUND, REGISTER_FORKED. */
export async function findSealedFor(
  call: ApiCall<LedgerDeps>,
  { registerId, txId }: { readonly registerId: string; readonly txId: string },
): Promise<Result<SealedFor>> {
  const visible = visibleRegister(call, registerId);
  const record = call.deps.ledger.register(registerId);
  if (record === undefined || record.purging) return fail(registerNotFound());
  const sealed = findSealed(call, record, txId);
  if (isFailure(sealed)) return isFailure(visible) ? visible : sealed;
  if (!isFailure(visible)) return { record, sealed };
  if (kindOf(sealed.transaction.header).kind !== 'action') return visible;
  const instance = await instanceFor(call, instanceIdOf(sealed.transaction), registerId);
  return isFailure(instance) ? visible : { record, sealed };
}
