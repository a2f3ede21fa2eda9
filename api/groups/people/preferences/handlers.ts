// Preferences: a wallet that is chosen is one that the caller may see, when it is chosen and when it is shown.

import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { Preferences } from '../../../../core/tenant/inbox/preferences.js';
import { canSee } from '../../../../core/wallet/access.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import { standingOf } from '../../../access/wallet-standing.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { isoTime } from '../../../views/transactions.js';
import type { PeopleDeps } from '../deps.js';
import type { preferenceRoutes } from './routes.js';

export const preferenceHandlers: Handlers<typeof preferenceRoutes, PeopleDeps> = {
  getPreferences: ofWholeAccount((_, call) => preferencesView(call, current(call))),

  putPreferences: ofWholeAccount(async ({ body, headers }, call) => {
    const { defaultWalletAddress, ...rest } = body;
    const address = typeof defaultWalletAddress === 'string' ? walletOf(call, defaultWalletAddress) : undefined;
    if (isFailure(address)) return address;
    const before = current(call);
    const late = failIfChanged(headers['if-match'], before);
    if (late) return late;
    const wallet = defaultWalletAddress === undefined ? before.defaultWalletAddress : address;
    return preferencesView(call, await changePreferences(call, { ...before, ...rest, defaultWalletAddress: wallet }));
  }),

  getDefaultWallet: ofWholeAccount((_, call) => ({ defaultWalletAddress: shownWallet(call, current(call)) })),

  putDefaultWallet: ofWholeAccount(async ({ body }, call) => {
    const address = walletOf(call, body.walletAddress);
    if (isFailure(address)) return address;
    await changePreferences(call, { ...current(call), defaultWalletAddress: address });
    return { defaultWalletAddress: address };
  }),

  deleteDefaultWallet: ofWholeAccount(async (_, call) => {
    await changePreferences(call, { ...current(call), defaultWalletAddress: undefined });
    return undefined;
  }),
};

function current({ deps, caller }: ApiCall<PeopleDeps>): Preferences {
  return deps.preferences.of(caller.platformUserId);
}

/** The address under which a wallet of the caller is kept. */
function walletOf(call: ApiCall<PeopleDeps>, address: string): Result<string> {
  const wallet = call.deps.wallets.find(address);
  return wallet !== undefined && canSee(standingOf(call, wallet)) ? wallet.address : fail(walletNotFound());
}

/** Null also for a wallet that was deleted since, or that the caller may not see any more. */
function shownWallet(call: ApiCall<PeopleDeps>, { defaultWalletAddress }: Preferences): string | null {
  const address = defaultWalletAddress === undefined ? undefined : walletOf(call, defaultWalletAddress);
  return typeof address === 'string' ? address : null;
}

async function changePreferences(
  { deps, caller }: ApiCall<PeopleDeps>,
  preferences: Preferences,
): Promise<Preferences> {
  const after = { ...preferences, updatedAtMs: deps.clock.now() };
  await deps.commit([deps.preferences.put(caller.platformUserId, after)]);
  return after;
}

function preferencesView(call: ApiCall<PeopleDeps>, preferences: Preferences) {
  return withVersion(viewOf(call, preferences), preferences);
}

function viewOf(call: ApiCall<PeopleDeps>, preferences: Preferences) {
  const { updatedAtMs, ...rest } = preferences;
  return {
    ...rest,
    defaultWalletAddress: shownWallet(call, preferences),
    updatedAt: updatedAtMs === undefined ? null : isoTime(updatedAtMs),
  };
}
