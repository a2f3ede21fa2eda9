// Sealed transactions and dockets before the caller: those of registers that it sees, and none above the last common
// docket of a split chain.
import { issue } from '../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import type { Roster } from '../../core/model/register.js';
import type { SealedTransaction, StoredDocket } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { visibleRegister } from './registers.js';
import { splitIssue } from './split.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain'>;

type Asking = Pick<ApiCall<Deps>, 'caller' | 'deps'>;

/** TRANSACTION_NOT_FOUND, or REGISTER_FORKED for one above the last common docket of a split chain. */
export function findSealed({ deps }: Asking, record: RegisterRecord, txId: string): Result<SealedTransaction> {
  const sealed = deps.chain.transaction(record.reg, txId);
  if (!sealed)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'No sealed transaction of this register has this id.'));
  return failIf(splitIssue(deps, record, { height: sealed.height, path: '/txId' })) ?? sealed;
}

/** DOCKET_NOT_FOUND, REGISTER_FORKED, or REGISTER_NOT_FOUND. */
export function docketAt(
  call: Asking,
  { registerId, height: asked }: { readonly registerId: string; readonly height: number | 'latest' },
): Result<{ readonly record: RegisterRecord; readonly docket: StoredDocket }> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const { chain } = call.deps;
  const height = asked === 'latest' ? chain.head(record.reg)?.height : asked;
  const split = height === undefined ? undefined : splitIssue(call.deps, record, { height, path: '/docketId' });
  if (split) return fail(split);
  const docket = height === undefined ? undefined : chain.docket(record.reg, height);
  return docket
    ? { record, docket }
    : fail(issue('DOCKET_NOT_FOUND', '/docketId', 'The register has no docket of this number.'));
}

/** The seats of now, which name the voters of a docket that they sealed. */
export function rosterNow({ deps }: Asking, record: RegisterRecord): Roster | undefined {
  const state = deps.ledger.state(record.id);
  return isFailure(state) ? undefined : state.roster;
}
