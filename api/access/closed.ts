// Submissions of those who do not see a register: taken, because signatures and the rules of the register decide,
// unless the operator of this node closed it to them (auth.submissions). It is a matter of this node and its accounts;
// what other nodes take, and what a docket may hold, is not decided here.
import type { Issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import { canSee } from '../../core/wallet/access.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { registerNotFound, visibleRegister } from './registers.js';
import { startables } from './startable.js';
import { standingOf } from './wallet-standing.js';

type Deps = Pick<ApiDeps, 'clock' | 'config' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain' | 'inbox'>;

type Asking = Pick<ApiCall<Deps>, 'caller' | 'deps'>;

export function takesAnyone({ deps }: Asking): boolean {
  return deps.config.submissions === 'anyone';
}

/** REGISTER_NOT_FOUND for who may not submit there: the register does not exist for who may not see it. */
export async function findClosedFor(call: Asking, registerId: string, wallet: string): Promise<Issue | undefined> {
  if (takesAnyone(call) || !isFailure(visibleRegister(call, registerId))) return undefined;
  const record = call.deps.ledger.register(registerId);
  const own = call.deps.wallets.find(wallet);
  const isOpen =
    record && !record.purging && own && canSee(standingOf(call, own)) && (await hasPart(call, record, wallet));
  return isOpen === true ? undefined : registerNotFound();
}

/** Whether the wallet takes part in an instance on the register, or a workflow there names it. */
export async function hasPart(call: Asking, record: RegisterRecord, wallet: string): Promise<boolean> {
  const regs = await call.deps.inbox.registersOf(wallet);
  if (!isFailure(regs) && regs.includes(record.id)) return true;
  return (await startables({ ...call, languages: [] }, record, wallet)).length > 0;
}
