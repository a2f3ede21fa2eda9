// The wallet of a citizen: finds it, asks core/wallet/citizen, uses its holder key.
import { toBase64Url, utf8 } from '../../../../core/base/bytes.js';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { HOLDER_PAGES_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { resolvePath } from '../../../../core/crypto/derivation/hd.js';
import {
  canHold,
  HOLDER_PURPOSE,
  type HolderAlgorithm,
  holderAlgorithm,
  holderJwk,
  keyBindingProblem,
} from '../../../../core/wallet/citizen/holder.js';
import { labelProblem, type PendingNotice } from '../../../../core/wallet/citizen/pending-notice.js';
import { type PastPresentation, presentationProblem } from '../../../../core/wallet/citizen/presentation-history.js';
import { type Wallet, walletNotFound } from '../../../../core/wallet/wallet.js';
import type { KeyName } from '../../../../storage/secrets/keystore.js';
import type { WalletCursor } from '../../../../storage/tables/accounts/wallets.js';
import { ownerIdOf } from '../../../access/wallet-standing.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import { pagePresentations, presentationView } from '../../../credentials/answering/history.js';
import { deviceProblem } from '../../../credentials/devices/device-proof.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { newId } from '../../../sign-in/session.js';
import { isoTime } from '../../../views/transactions.js';
import type { WalletDeps } from '../deps.js';
import { type citizenWalletRoutes, SIGN_KB } from './routes.js';

export const citizenWalletHandlers: Handlers<typeof citizenWalletRoutes, WalletDeps> = {
  getPendingApplications: ofWholeAccount((_, { deps, caller }) =>
    noticeView(deps.pendingApplications.of(ownerIdOf(caller), deps.clock.now())),
  ),

  setPendingApplication: ofWholeAccount(async ({ body }, { deps, caller }) => {
    const problem = failIf(labelProblem(body.label));
    if (problem) return problem;
    const notice = { label: body.label, setAtMs: deps.clock.now() };
    await deps.commit([deps.pendingApplications.put(ownerIdOf(caller), notice)]);
    return noticeView(notice);
  }),

  clearPendingApplications: ofWholeAccount(async (_, { deps, caller }) => {
    await deps.commit([deps.pendingApplications.clear(ownerIdOf(caller))]);
    return undefined;
  }),

  getHolderKeys: ofWholeAccount(async (_, call) => {
    const holder = await holderOf(call);
    if (isFailure(holder)) return holder;
    const { wallet, key, algorithm } = holder;
    const jwk = await call.deps.keystore.use(key, ({ publicKey }) => holderJwk(algorithm, publicKey));
    if (isFailure(jwk)) return jwk;
    return { holderJwk: jwk, encryptionPublicKey: wallet.publicKey, algorithm, walletAddress: wallet.address };
  }),

  signKeyBinding: ofWholeAccount(async ({ body, headers }, call) => {
    const refusal = deviceProblem(call.deps, { caller: call.caller, headers, path: SIGN_KB });
    if (refusal) return refusal;
    const holder = await holderOf(call);
    if (isFailure(holder)) return holder;
    const { key, algorithm } = holder;
    const problem = failIf(keyBindingProblem(body.signingInput, algorithm));
    if (problem) return problem;
    const signed = await call.deps.keystore.signFormatted(key, 'jose', utf8(body.signingInput));
    return isFailure(signed) ? signed : { signature: toBase64Url(signed.signature), algorithm };
  }),

  listPresentations: ofWholeAccount(({ query }, call) => pagePresentations(call, query)),

  addPresentation: ofWholeAccount(async ({ body }, { deps, caller }) => {
    const nowMs = deps.clock.now();
    const { presentedAt, ...stated } = body;
    const presentedAtMs = presentedAt === undefined ? nowMs : Date.parse(presentedAt);
    const made: PastPresentation = { id: newId(deps), ...stated, presentedAtMs };
    const problem = failIf(presentationProblem(made, { nowMs, skewMs: SKEW_MS }));
    if (problem) return problem;
    await deps.commit([deps.presentationHistory.add(ownerIdOf(caller), made)]);
    return presentationView(made);
  }),

  clearPresentations: ofWholeAccount(async (_, { deps, caller }) => {
    await deps.commit([deps.presentationHistory.clear(ownerIdOf(caller))]);
    return undefined;
  }),
};

/** A clock of a device may be ahead by so much (specification 5.3). */
const SKEW_MS = 5 * 60_000;

interface Holder {
  readonly wallet: Wallet;
  readonly key: KeyName;
  readonly algorithm: HolderAlgorithm;
}

/**
 * The oldest wallet of the caller that can hold credentials: another one that is made later takes nothing from it.
 * WALLET_NOT_FOUND.
 */
async function holderOf({ deps, caller }: ApiCall<WalletDeps>): Promise<Result<Holder>> {
  const id = ownerIdOf(caller);
  let cursor: WalletCursor | undefined;
  for (let page = 0; page < HOLDER_PAGES_MAX; page++) {
    const { items, next } = await deps.wallets.page([{ kind: 'user', id }], PAGE_SIZE_MAX, cursor);
    const wallet = items.find((item) => canHold(item, id));
    const algorithm = wallet && holderAlgorithm(wallet);
    const path = resolvePath(HOLDER_PURPOSE);
    if (wallet && algorithm && !isFailure(path))
      return {
        ...{ wallet, algorithm },
        key: { address: wallet.address, algorithm: wallet.algorithm, path, hybrid: false },
      };
    if (next === undefined) break;
    cursor = next;
  }
  return fail(walletNotFound());
}

function noticeView(notice: PendingNotice | undefined) {
  return { notice: notice === undefined ? null : { label: notice.label, setAt: isoTime(notice.setAtMs) } };
}
