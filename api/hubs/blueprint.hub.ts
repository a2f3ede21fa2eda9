// The hub of workflows (specification section 6, reference-facts 6.3): a client listens to the wallets that it may see.
// It hears what there is to do for them, what became of it, and how far the sealing of an action is. It hears when a
// wallet answered a request. It carries no payload; what an id stands for is read over REST.
import type { Hub, Signal } from './define.js';
import {
  ENCRYPTION,
  KEY_TOPIC,
  PRESENTATION_METHODS,
  PRESENTATION_TOPIC,
  PRESENTATIONS,
  tellWallets,
  WALLET_METHODS,
  WALLET_TOPIC,
} from './topics/wallet-topic.js';

export const blueprintHub: Hub = {
  name: 'blueprint',
  paths: ['/hubs/blueprint', '/actionshub'],
  can: 'CanExecuteBlueprints',
  methods: { ...WALLET_METHODS, ...PRESENTATION_METHODS },
  topics: {
    wallet: WALLET_TOPIC,
    key: KEY_TOPIC,
    presentation: PRESENTATION_TOPIC,
  },
  tells: {
    'action-available': (fact) => tellWallets(fact.wallets, fact.atMs, action('ActionAvailable', fact)),
    'action-confirmed': (fact) => tellWallets(fact.wallets, fact.atMs, action('ActionConfirmed', fact)),
    'action-rejected': (fact) => tellWallets(fact.wallets, fact.atMs, action('ActionRejected', fact)),
    'action-timed-out': (fact) => tellWallets(fact.wallets, fact.atMs, action('ActionTimedOut', fact)),
    'action-reminder': (fact) =>
      tellWallets(fact.wallets, fact.atMs, {
        target: 'ActionReminder',
        ids: [fact.instanceId, fact.actionId, fact.timer],
      }),
    'action-suspect': (fact) => ({
      ...tellWallets(fact.wallets, fact.atMs, {
        target: 'ActionSuspect',
        ids: [fact.registerId, fact.instanceId, fact.actionId, fact.txId],
      }),
      asks: 'key',
    }),
    'confirmation-asked': (fact) => tellWallets(fact.wallets, fact.atMs, action('ConfirmationAsked', fact)),
    'confirmation-given': (fact) => tellWallets(fact.wallets, fact.atMs, action('ConfirmationGiven', fact)),
    'resolution-asked': (fact) => tellWallets(fact.wallets, fact.atMs, action('ResolutionAsked', fact)),
    'instance-state': (fact) =>
      tellWallets(fact.wallets, fact.atMs, { target: 'InstanceStateChanged', ids: [fact.instanceId, fact.state] }),
    'workflow-completed': (fact) =>
      tellWallets(fact.wallets, fact.atMs, { target: 'WorkflowCompleted', ids: [fact.instanceId] }),
    'role-claimed': (fact) => tellWallets(fact.wallets, fact.atMs, role('RoleClaimed', fact)),
    'role-released': (fact) => tellWallets(fact.wallets, fact.atMs, role('RoleReleased', fact)),
    'claim-lapsed': (fact) => tellWallets(fact.wallets, fact.atMs, role('ClaimLapsed', fact)),
    'cancellation-asked': (fact) =>
      tellWallets(fact.wallets, fact.atMs, { target: 'CancellationAsked', ids: [fact.instanceId] }),
    ...ENCRYPTION,
    ...PRESENTATIONS,
  },
};

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
