// A good call of each operation of the group. Keys and signatures are those of the public BIP39 test words "abandon ...
// about".
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { walletRoutes } from './routes.js';

const { walletAddress: EXAMPLE_ADDRESS, walletId: ID, time: TIME } = EXAMPLE;
const DATA = 'aGVsbG8=';
const PUBLIC_KEY = 'fC5586FwH7Koaiwko/34Y0t6rYCIbAwKUm1E0j/o4Zo=';
const SIGNATURE = 'mnF3FpBvyRHA05Zhd9Dro04+W8G+RkVCcdod3g2saKVYTUOan4Lxj9K7dETzJ172zWOqXQPdc/NfKQ2YXdvxAA==';
const SEALED =
  'AQEAUFNlxIR2/M3bdoachbAjTfNysYuJgtSSu02EhOZxalp7zoQ0GwBAUX9Ivr1CfI3bkUMf02PH6LVKnpcc0H1mPoZa92T/fgAz9758OYpueEK1PQpABadUrVSsWm38p1LIGhev2BD9U4UF6SdmsSRSAGDy';
const WORDS = EXAMPLE.walletWords.split(' ');

const wallet = {
  id: ID,
  address: EXAMPLE_ADDRESS,
  walletAddress: EXAMPLE_ADDRESS,
  name: 'Procurement',
  title: 'Procurement',
  description: 'Signs purchase orders.',
  algorithm: 'ED25519',
  keyType: 'ED25519',
  publicKey: PUBLIC_KEY,
  status: 'Active',
  owner: EXAMPLE.administratorPlatformId,
  ownerKind: 'person',
  tenant: EXAMPLE.organisationId,
  createdAt: TIME,
  updatedAt: TIME,
  metadata: { department: 'purchasing' },
} as const;

const signature = {
  signature: SIGNATURE,
  algorithm: 'ED25519',
  timestamp: TIME,
  signedBy: EXAMPLE_ADDRESS,
  signedAt: TIME,
  publicKey: PUBLIC_KEY,
  keyAddress: EXAMPLE_ADDRESS,
} as const;

const params = { address: EXAMPLE_ADDRESS } as const;

export const walletExamples: Examples<typeof walletRoutes> = {
  createWallet: {
    input: { body: { title: 'Procurement', description: 'Signs purchase orders.', keyType: 'ED25519' } },
    output: { id: ID, walletAddress: EXAMPLE_ADDRESS, title: 'Procurement', keyType: 'ED25519', createdAt: TIME },
  },
  createHdWallet: {
    input: { body: { name: 'Procurement', algorithm: 'ED25519', wordCount: 12, tags: { department: 'purchasing' } } },
    output: { wallet, mnemonicWords: WORDS, warning: 'Write the words down now.' },
  },
  recoverWallet: {
    input: { body: { mnemonicWords: EXAMPLE.freshWords.split(' '), name: 'Procurement', algorithm: 'ED25519' } },
    output: wallet,
  },
  listWallets: { input: { query: { top: 20 } }, output: [wallet] },
  getWallet: { input: { params }, output: wallet },
  updateWallet: { input: { headers: {}, params, body: { name: 'Procurement' } }, output: wallet },
  deleteWallet: { input: { params }, output: undefined },
  generateWalletAddress: { input: { params }, output: {} as never },
  signWithWallet: { input: { params: { id: ID }, body: { data: DATA, algorithm: 'ED25519' } }, output: signature },
  signWithAddress: {
    input: { params, body: { transactionData: DATA, derivationPath: "m/44'/0'/0'/0/0" } },
    output: signature,
  },
  encryptWithWallet: {
    input: { params: { id: ID }, body: { data: DATA, recipientWalletId: ID } },
    output: { encryptedData: SEALED, recipientWalletId: ID, algorithm: 'AES-256-GCM' },
  },
  decryptWithWallet: {
    input: { params: { id: ID }, body: { encryptedData: SEALED } },
    output: { data: DATA, timestamp: TIME },
  },
  encryptWithAddress: {
    input: { params, body: { payload: DATA } },
    output: { encryptedPayload: SEALED, recipientAddress: EXAMPLE_ADDRESS, encryptedAt: TIME },
  },
  decryptWithAddress: {
    input: { params, body: { encryptedPayload: SEALED } },
    output: { decryptedPayload: DATA, decryptedBy: EXAMPLE_ADDRESS, decryptedAt: TIME },
  },
  verifyWalletSignature: {
    input: { body: { publicKey: PUBLIC_KEY, data: DATA, signature: SIGNATURE, algorithm: 'ED25519' } },
    output: { isValid: true },
  },
};
