// The topic of one wallet: who may see the wallet may listen to it, under all its addresses. Also that of one request
// for a presentation: for those who may ask in the name of its organisation, and for the person whom it asks.
import Type from 'typebox';
import { issue } from '../../../core/base/issue.js';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { fail } from '../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { canSee, keyVerdict } from '../../../core/wallet/access.js';
import { walletNotFound } from '../../../core/wallet/wallet.js';
import { ownerIdOf, standingOf } from '../../access/wallet-standing.js';
import { isAllowed } from '../../auth/policy.js';
import type { Hub, HubMethod, Signal, Telling, TopicKind } from '../define.js';

const OneWallet = [Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })];
const summary = 'the address or id of a wallet.';

export const WALLET_METHODS: Readonly<Record<string, HubMethod>> = {
  SubscribeToWallet: {
    summary,
    args: OneWallet,
    run: ([wallet], session) => session.subscribe('wallet', wallet as string),
  },
  UnsubscribeFromWallet: {
    summary,
    args: OneWallet,
    run: ([wallet], session) => session.unsubscribe('wallet', wallet as string),
  },
};

export const WALLET_TOPIC: TopicKind = {
  admit: (name, call) => {
    const wallet = call.deps.wallets.find(name);
    if (wallet === undefined || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    // A wallet with several keys takes part under the address of one of them.
    return [wallet.address, wallet.hybridAddress, wallet.pqcAddress].filter((address) => address !== undefined);
  },
};

/** For those who may use the key of a wallet, such as a finding with it. It takes no subscriptions. */
export const KEY_TOPIC: TopicKind = {
  admit: (name, call) => {
    const wallet = call.deps.wallets.find(name);
    return wallet && keyVerdict(standingOf(call, wallet), DEFAULT_PATH, wallet.hybridAddress === name).allowed
      ? [name]
      : fail(walletNotFound());
  },
};

export function tellWallets(wallets: readonly string[], atMs: number, signal: Signal): Telling {
  return { topics: wallets.map((address) => `wallet:${address}`), atMs, signals: () => [signal] };
}

/** How far the encryption of an action is, for the wallet that submits it. */
export const ENCRYPTION: Pick<Hub['tells'], 'operation-progress' | 'operation-completed' | 'operation-failed'> = {
  'operation-progress': (fact) =>
    tellWallets([fact.wallet], fact.atMs, {
      target: 'EncryptionProgress',
      ids: [fact.operationId, fact.percentComplete],
    }),
  'operation-completed': (fact) =>
    tellWallets([fact.wallet], fact.atMs, { target: 'EncryptionComplete', ids: [fact.operationId] }),
  'operation-failed': (fact) =>
    tellWallets([fact.wallet], fact.atMs, { target: 'EncryptionFailed', ids: [fact.operationId] }),
};

/** Of the credentials that the wallet holds, or can have: for users of its key, and not for all who see it. */
export const CREDENTIALS: Pick<
  Hub['tells'],
  'credential-available' | 'credential-received' | 'credential-status-changed' | 'pending-credential-count'
> = {
  'credential-available': ({ wallet, credentialId, atMs }) => ({
    ...tellWallets([wallet], atMs, { target: 'CredentialAvailable', ids: [credentialId] }),
    asks: 'key',
  }),
  'credential-received': ({ wallet, credentialId, atMs }) => ({
    ...tellWallets([wallet], atMs, { target: 'CredentialReceived', ids: [wallet, credentialId] }),
    asks: 'key',
  }),
  'pending-credential-count': ({ wallet, count, atMs }) => ({
    ...tellWallets([wallet], atMs, { target: 'PendingCredentialCountUpdated', ids: [wallet, count] }),
    asks: 'key',
  }),
  'credential-status-changed': ({ wallet, credentialId, atMs }) => ({
    ...tellWallets([wallet], atMs, { target: 'CredentialStatusChanged', ids: [wallet, credentialId] }),
    asks: 'key',
  }),
};

export const PRESENTATION_TOPIC: TopicKind = {
  admit: (name, { caller, deps }) => {
    const { organisationId, target } = deps.verifier.requests.find(name) ?? {};
    const isAsker = organisationId === caller.organisationId && isAllowed('CanRequestPresentations', caller);
    const isAsked = target !== undefined && target.ownerId === ownerIdOf(caller);
    return isAsker || isAsked
      ? [name]
      : fail(issue('REQUEST_NOT_FOUND', '', 'No request of your organisation, or to you, has this id.'));
  },
};

const OneRequest = [Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })];
const ofRequest = 'the id of a request for a presentation.';

export const PRESENTATION_METHODS: Readonly<Record<string, HubMethod>> = {
  SubscribeToPresentation: {
    summary: ofRequest,
    args: OneRequest,
    run: ([id], session) => session.subscribe('presentation', id as string),
  },
  UnsubscribeFromPresentation: {
    summary: ofRequest,
    args: OneRequest,
    run: ([id], session) => session.unsubscribe('presentation', id as string),
  },
};

/** For those who listen to the request, and for users of the key of the wallet that it was for. */
export const PRESENTATIONS: Pick<Hub['tells'], 'presentation-outcome'> = {
  'presentation-outcome': ({ presentationRequestId: id, wallet, atMs }) => {
    const signals = () => [{ target: 'PresentationOutcomeReady', ids: [id] }];
    const toAskers = { topics: [`presentation:${id}`], atMs, signals };
    return wallet === undefined
      ? toAskers
      : [toAskers, { topics: [`wallet:${wallet}`], atMs, signals, asks: 'key' as const }];
  },
};
