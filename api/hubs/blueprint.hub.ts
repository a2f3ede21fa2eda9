// The hub of workflows (specification section 6, reference-facts 6.3): a client listens to the wallets that it may see
// and hears what there is to do for them, what became of it, and how far the sealing of an action is. It carries no
// payload; what an id stands for is read over REST.
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { fail } from '../../core/base/result.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import { canSee, keyVerdict } from '../../core/wallet/access.js';
import { walletNotFound } from '../../core/wallet/wallet.js';
import { standingOf } from '../access/wallet-standing.js';
import type { Hub, Signal, Telling } from './define.js';

const OneWallet = [Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })];

export const blueprintHub: Hub = {
  name: 'blueprint',
  paths: ['/hubs/blueprint', '/actionshub'],
  can: 'RequireAuthenticated',
  methods: {
    SubscribeToWallet: {
      summary: 'the address or id of a wallet.',
      args: OneWallet,
      run: ([wallet], session) => session.subscribe('wallet', wallet as string),
    },
    UnsubscribeFromWallet: {
      summary: 'the address or id of a wallet.',
      args: OneWallet,
      run: ([wallet], session) => session.unsubscribe('wallet', wallet as string),
    },
  },
  topics: {
    wallet: {
      admit: (name, call) => {
        const wallet = call.deps.wallets.find(name);
        if (wallet === undefined || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
        // A wallet with several keys takes part under the address of one of them.
        return [wallet.address, wallet.hybridAddress, wallet.pqcAddress].filter((address) => address !== undefined);
      },
    },
    // A finding with the key of a wallet is for those who may use it: this kind takes no subscriptions.
    key: {
      admit: (name, call) => {
        const wallet = call.deps.wallets.find(name);
        return wallet && keyVerdict(standingOf(call, wallet), DEFAULT_PATH, wallet.hybridAddress === name).allowed
          ? [name]
          : fail(walletNotFound());
      },
    },
  },
  tells: {
    'action-available': (fact) => toldTo(fact.wallets, fact.atMs, action('ActionAvailable', fact)),
    'action-confirmed': (fact) => toldTo(fact.wallets, fact.atMs, action('ActionConfirmed', fact)),
    'action-rejected': (fact) => toldTo(fact.wallets, fact.atMs, action('ActionRejected', fact)),
    'action-timed-out': (fact) => toldTo(fact.wallets, fact.atMs, action('ActionTimedOut', fact)),
    'action-reminder': (fact) =>
      toldTo(fact.wallets, fact.atMs, {
        target: 'ActionReminder',
        ids: [fact.instanceId, fact.actionId, fact.timer],
      }),
    'action-suspect': (fact) => ({
      ...toldTo(fact.wallets, fact.atMs, {
        target: 'ActionSuspect',
        ids: [fact.registerId, fact.instanceId, fact.actionId, fact.txId],
      }),
      asks: 'key',
    }),
    'confirmation-asked': (fact) => toldTo(fact.wallets, fact.atMs, action('ConfirmationAsked', fact)),
    'confirmation-given': (fact) => toldTo(fact.wallets, fact.atMs, action('ConfirmationGiven', fact)),
    'resolution-asked': (fact) => toldTo(fact.wallets, fact.atMs, action('ResolutionAsked', fact)),
    'workflow-completed': (fact) =>
      toldTo(fact.wallets, fact.atMs, { target: 'WorkflowCompleted', ids: [fact.instanceId] }),
    'role-claimed': (fact) => toldTo(fact.wallets, fact.atMs, role('RoleClaimed', fact)),
    'role-released': (fact) => toldTo(fact.wallets, fact.atMs, role('RoleReleased', fact)),
    'claim-lapsed': (fact) => toldTo(fact.wallets, fact.atMs, role('ClaimLapsed', fact)),
    'cancellation-asked': (fact) =>
      toldTo(fact.wallets, fact.atMs, { target: 'CancellationAsked', ids: [fact.instanceId] }),
    'operation-progress': (fact) =>
      toldTo([fact.wallet], fact.atMs, {
        target: 'EncryptionProgress',
        ids: [fact.operationId, fact.percentComplete],
      }),
    'operation-completed': (fact) =>
      toldTo([fact.wallet], fact.atMs, { target: 'EncryptionComplete', ids: [fact.operationId] }),
    'operation-failed': (fact) =>
      toldTo([fact.wallet], fact.atMs, { target: 'EncryptionFailed', ids: [fact.operationId] }),
  },
};

function toldTo(wallets: readonly string[], atMs: number, signal: Signal): Telling {
  return { topics: wallets.map((address) => `wallet:${address}`), atMs, signals: () => [signal] };
}

function action(
  target: string,
  { instanceId, actionId }: { readonly instanceId: string; readonly actionId: number },
): Signal {
  return { target, ids: [instanceId, actionId] };
}

function role(
  target: string,
  { instanceId, role: id }: { readonly instanceId: string; readonly role: string },
): Signal {
  return { target, ids: [instanceId, id] };
}
