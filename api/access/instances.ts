// Instances and wallets before the caller: which instance an id means, who may see it, and the wallets that the caller
// acts with. An instance that the caller may not see does not exist for it.

import type { Acting } from '../../actors/workflow/encryption/acting.js';
import { definitionAt } from '../../actors/workflow/instance/definition-at.js';
import { walletsOfRoles } from '../../actors/workflow/instance/instance-record.js';
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { INSTANCE_REGISTERS_MAX } from '../../core/base/limits/node/inbox.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import { holdersNow } from '../../core/instance/people/holders.js';
import { instanceAt } from '../../core/instance/rows.js';
import { canSee } from '../../core/wallet/access.js';
import type { WalletUse } from '../../core/wallet/wallet.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Asker } from '../../storage/tables/workflow/operations.js';
import type { Caller } from '../auth/caller.js';
import { fairKey } from '../auth/fair-key.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { visibleRegister } from './registers.js';
import { ownerIdOf, standingOf, walletForKey } from './wallet-standing.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain' | 'workflow'>;

/** The form of an id that follows from a TxId. */
const DERIVED_ID = /^[0-9a-f]{64}$/;

export function instanceNotFound(): Issue {
  return issue('INSTANCE_NOT_FOUND', '/instanceId', 'No such instance, or it is not yours to see.');
}

/**
 * The instance, if the caller sees its register or a wallet that takes part. An instance that was opened without a
 * name, and that nothing names yet, is looked for in the named register, or in INSTANCE_REGISTERS_MAX of them.
 * QUERY_INVALID where several registers have one of this id.
 */
export async function instanceFor(
  call: ApiCall<Deps>,
  instanceId: string,
  registerId: string | undefined,
): Promise<Result<InstanceView>> {
  const { chain, ledger, workflow } = call.deps;
  const named = new Set(await chain.registersOfInstance(instanceId));
  let room = registerId === undefined && !DERIVED_ID.test(instanceId) ? 0 : INSTANCE_REGISTERS_MAX;
  const has = (reg: number): boolean =>
    named.has(reg) || (room-- > 0 && instanceAt(chain.view(reg), instanceId) !== undefined);
  const records = ledger
    .registers()
    .filter(({ id, reg, purging }) => !purging && (registerId ?? id) === id && has(reg));
  const views: InstanceView[] = [];
  let problem: Issue | undefined;
  for (const record of records) {
    // Before it is read: who may not see it learns nothing of it, and costs a look at some rows.
    if (!mayRead(call, record, instanceId)) continue;
    const view = await workflow.instance(record.id, instanceId);
    if (isFailure(view)) problem ??= view.issue;
    else views.push(view);
  }
  const [first] = views;
  if (!first) return problem?.code === 'INSTANCE_TOO_LONG' ? fail(problem) : fail(instanceNotFound());
  if (views.length > 1)
    return fail(issue('QUERY_INVALID', '/registerId', 'Several registers have an instance of this id: name one.'));
  return first;
}

function mayRead(call: ApiCall<Deps>, { id, reg }: RegisterRecord, instanceId: string): boolean {
  if (!isFailure(visibleRegister(call, id))) return true;
  const view = call.deps.chain.view(reg);
  const row = instanceAt(view, instanceId);
  if (row === undefined) return false;
  const participantWallets = walletsOfRoles(row, definitionAt(view, row), holdersNow(view, instanceId));
  return ownRoles(call, { participantWallets, opener: row.opener }).length > 0;
}

/** Addresses of the instance whose wallet the caller may see, each once. */
export function ownRoles(
  call: ApiCall<Deps>,
  { participantWallets, opener }: Pick<InstanceView, 'participantWallets' | 'opener'>,
): readonly string[] {
  const addresses = [...new Set([...Object.values(participantWallets), opener])];
  return addresses.filter((address) => {
    const wallet = call.deps.wallets.find(address);
    return wallet !== undefined && canSee(standingOf(call, wallet));
  });
}

/**
 * The wallet with which the caller reads an instance: the named one, or the one of the caller's that takes part.
 * WALLET_ACCESS_DENIED, WALLET_LOCKED, and QUERY_INVALID where several take part and none is named.
 */
export async function readerOf(
  call: ApiCall<Deps>,
  view: InstanceView,
  wallet: string | undefined,
): Promise<Result<Acting>> {
  const own = wallet === undefined ? ownRoles(call, view) : [wallet];
  const [address] = own;
  if (address === undefined) return fail(issue('WALLET_ACCESS_DENIED', '/wallet', 'None of your wallets takes part.'));
  if (own.length > 1)
    return fail(issue('QUERY_INVALID', '/wallet', 'Several of your wallets take part: name the one to read with.'));
  return acting(call, address, 'decrypt');
}

/**
 * The wallet of an address with the caller's right to use its key; WALLET_ACCESS_DENIED alike for a foreign wallet and
 * for none.
 */
export async function acting(call: ApiCall<Deps>, address: string, use: WalletUse): Promise<Result<Acting>> {
  const hybrid = call.deps.wallets.find(address)?.hybridAddress === address;
  const wallet = await walletForKey(call, address, { use, path: DEFAULT_PATH, hybrid });
  const { caller, trace } = call;
  return isFailure(wallet) ? wallet : { wallet, address, asker: askerOf(caller), from: fairKey(call), trace };
}

/** The caller in the words in which its right is looked at again when the operation runs. */
export function askerOf(caller: Caller): Asker {
  const { organisationId, subject, actsFor } = caller;
  const member = actsFor ?? (caller.kind === 'user' ? subject : undefined);
  const of =
    member !== undefined && organisationId !== ''
      ? { membership: { organisationId, membershipId: member } }
      : { token: { organisationId, subject } };
  return { id: ownerIdOf(caller), ...of, ...(caller.kind === 'service' && { service: subject }) };
}
