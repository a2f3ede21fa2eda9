// Two nodes of one register, as far as they ask each other for something of a wallet: the wallet of bob is at one.
import { WalletAnswers } from '../../../actors/wallet-asks/answering.js';
import { WalletAsker } from '../../../actors/wallet-asks/asking.js';
import type { SubjectAnswer, WalletPeers } from '../../../actors/wallet-asks/ports.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { OpeningKeys } from '../../../core/crypto/encryption/key-wrap.js';
import { type KeyPair, sign } from '../../../core/crypto/signing/algorithms.js';
import type { WalletAsk } from '../../../core/mesh/frames.js';
import type { StateView } from '../../../core/model/register.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { bob, REGISTER_ID } from '../register/ledger.js';
import { QUIET } from './ledger-world.js';

const REG = 7;

/** The record of the wallet on its node. */
export const BOBS: Wallet = {
  ...{ id: '1', address: bob.address, name: 'office', description: '', algorithm: 'ED25519' },
  ...{ publicKey: toBase64(bob.publicKey), owner: { kind: 'organisation', id: 'org' }, tenant: 'org' },
  ...{ status: 'Active', tags: {}, createdAt: 0, updatedAt: 0 },
};

/** The keystore with the one key. */
export const BOBS_KEYS = {
  encapsulationKey: () => new Uint8Array(0),
  use: async <T>(_: unknown, work: (pair: KeyPair) => T): Promise<Result<T>> => work(bob),
  useToOpen: async <T>(_: unknown, work: (keys: OpeningKeys) => T): Promise<Result<T>> =>
    work({ ...bob, encapsulation: undefined as never }),
  sign: async (_: unknown, digest: Uint8Array) => ({
    ...{ signature: sign(bob.algorithm, bob.privateKey, digest), publicKey: bob.publicKey },
    ...{ algorithm: bob.algorithm, isProven: false },
  }),
};

export interface AnsweringGiven {
  readonly view: StateView;
  readonly subjects: Readonly<Record<string, SubjectAnswer>>;
  /** In place of the usual record; null for none. */
  readonly wallet?: Wallet | null;
}

export function answersOf({ view, subjects, wallet = BOBS }: AnsweringGiven): WalletAnswers {
  return new WalletAnswers({
    ...{ chain: { view: () => view }, keystore: BOBS_KEYS, subjects },
    ledger: { register: (id) => (id === REGISTER_ID ? ({ reg: REG } as never) : undefined) },
    wallets: { find: (address) => (wallet !== null && address === wallet.address ? wallet : undefined) },
  });
}

/** Peer id of the node that asks. */
export const ASKER = 'asker';

export interface AskerGiven {
  readonly view: StateView;
  readonly answers?: WalletAnswers;
  readonly peers?: Readonly<Record<string, (ask: WalletAsk) => Promise<Result<Uint8Array>>>>;
}

/** A node without the wallet, whose peers answer as they say; `asked` are those with their subjects. */
export function askerOf({ view, answers, peers }: AskerGiven) {
  const asked: (readonly [peerId: string, subject: string])[] = [];
  const net: WalletPeers = {
    self: ASKER,
    of: () => Object.keys(peers ?? {}),
    ask: (peerId, ask) => {
      asked.push([peerId, ask.subject]);
      return peers![peerId]!(ask);
    },
  };
  let drawn = 0;
  const none = { find: () => undefined };
  const asker = new WalletAsker({
    ...{
      log: QUIET,
      chain: { view: () => view, bySender: async () => ({ items: [] }) } as never,
      wallets: none,
      keystore: BOBS_KEYS,
    },
    random: { bytes: (length) => Buffer.alloc(length, ++drawn) },
    answers: answers ?? answersOf({ view, subjects: {}, wallet: null }),
    peers: () => (peers ? net : undefined),
  });
  return { asker, asked };
}

export const NOT_HERE = async (): Promise<Result<Uint8Array>> => fail(issue('WALLET_NOT_FOUND', '', 'Not here.'));
