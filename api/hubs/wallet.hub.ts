// The hub of wallets (specification section 6, reference-facts 6.4): a device hears that it was revoked, and locks; a
// client hears what was sealed from or for the wallets that it listens to, in registers that it sees. It hears how far
// the encryption of their actions is, and which credentials they hold. All devices of the person hear of a revoked one
// and compare the id with their own.
import type { Announcement } from '../../actors/ports.js';
import type { Hub, Signal, Telling } from './define.js';
import { REGISTER_TOPIC } from './register.hub.js';
import { PERSON_TOPIC, personTopic } from './topics/person-topic.js';
import {
  CREDENTIALS,
  ENCRYPTION,
  KEY_TOPIC,
  PRESENTATION_METHODS,
  PRESENTATION_TOPIC,
  PRESENTATIONS,
  WALLET_METHODS,
  WALLET_TOPIC,
} from './topics/wallet-topic.js';

export const walletHub: Hub = {
  ...PERSON_TOPIC,
  name: 'wallet',
  paths: ['/hubs/wallet'],
  can: 'RequireUser',
  program: 'workflow:read',
  methods: { ...WALLET_METHODS, ...PRESENTATION_METHODS },
  topics: {
    ...PERSON_TOPIC.topics,
    wallet: WALLET_TOPIC,
    key: KEY_TOPIC,
    presentation: PRESENTATION_TOPIC,
    // Lists of a wallet show registers that the caller sees, and so do its events: it takes no subscriptions.
    register: REGISTER_TOPIC,
  },
  tells: {
    'device-revoked': ({ platformUserId, deviceId, atMs }) => ({
      topics: [personTopic(platformUserId)],
      atMs,
      // The session of the device ended when it was revoked, a moment before its status was flipped.
      parting: true,
      signals: () => [{ target: 'DeviceRevoked', ids: [deviceId] }],
    }),
    'docket-sealed': (fact) => ofWallets(fact),
    ...ENCRYPTION,
    ...CREDENTIALS,
    ...PRESENTATIONS,
  },
};

type Sealed = Extract<Announcement, { readonly type: 'docket-sealed' }>;

/** Of one transaction, for one wallet. */
interface Own {
  readonly target: string;
  readonly txId: string;
  readonly more?: readonly string[];
}

/** To each wallet its own transactions, in the order of the docket. */
function ofWallets({ registerId, transactions, timestampMs: atMs }: Sealed): readonly Telling[] {
  const wallets = new Map<string, Own[]>();
  const tell = (wallet: string, ...signals: readonly Own[]): void => {
    const own = wallets.get(wallet);
    if (own === undefined) wallets.set(wallet, [...signals]);
    else own.push(...signals);
  };
  for (const { txId, header } of transactions) {
    // A receipt has no id of its own: it is found by that of its transaction.
    const receipted = { target: 'TransactionReceipted', txId, more: [txId] };
    tell(header.senderWallet, { target: 'TransactionConfirmed', txId }, receipted);
    for (const wallet of header.recipients ?? []) tell(wallet, { target: 'TransactionReceived', txId });
  }
  return [...wallets].map(([wallet, own]) => ({
    topics: [`wallet:${wallet}`],
    atMs,
    within: registerId,
    signals: (traces) =>
      own.map(
        ({ target, txId, more = [] }): Signal => ({ target, ids: [wallet, txId, ...more], trace: traces.of(txId) }),
      ),
  }));
}
