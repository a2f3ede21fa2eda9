// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { CREATED, LEDGER, REGISTER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { registerRoutes } from './routes.js';

const params = { registerId: LEDGER.registerId };
const owner = { userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress };
const subject = `did:quorate:w:${EXAMPLE.walletAddress}`;
const attestationData = {
  role: 'Owner',
  subject,
  registerId: LEDGER.registerId,
  registerName: REGISTER.name,
  grantedAt: EXAMPLE.time,
} as const;

const POLICY = {
  consensus: {
    mode: 'majority',
    leader: 'sticky',
    tenure: 16,
    buildWindowMs: 10,
    docketTransactionsMax: 1000,
    docketBytesMax: 1_048_576,
  },
  governance: { quorumFormula: 'StrictMajority', proposalTtlDays: 7 },
  crypto: { acceptedSignatureAlgorithms: ['ED25519', 'NISTP256', 'RSA-4096', 'ML-DSA-65'] },
};

export const registerExamples: Examples<typeof registerRoutes> = {
  createRegister: { input: { body: { name: 'Purchase orders', owners: [owner] } }, output: CREATED },
  initiateRegister: {
    input: { body: { name: 'Purchase orders', description: 'Orders and confirmations.', owners: [owner] } },
    output: {
      registerId: LEDGER.registerId,
      attestationsToSign: [
        { ...owner, role: 'Owner', attestationData, dataToSign: LEDGER.payloadHash, derivationPath: "m/44'/0'/0'/0/0" },
      ],
      expiresAt: '2026-11-21T10:05:00.000Z',
      nonce: 'Vw7l0T5qJm1c3cJ1mU3r0n3oS0i9m2m6Yy5x8Q4Zt1E',
    },
  },
  finalizeRegister: {
    input: {
      body: {
        registerId: LEDGER.registerId,
        nonce: 'Vw7l0T5qJm1c3cJ1mU3r0n3oS0i9m2m6Yy5x8Q4Zt1E',
        signedAttestations: [
          { attestationData, publicKey: LEDGER.publicKey, signature: LEDGER.signature, algorithm: 'ED25519' },
        ],
      },
    },
    output: CREATED,
  },
  listRegisters: { input: { query: {} }, output: [REGISTER] },
  countRegisters: { input: { query: {} }, output: { count: 1 } },
  getRegister: { input: { params }, output: REGISTER },
  updateRegister: {
    input: { headers: {}, params, body: { description: 'Orders and confirmations.' } },
    output: REGISTER,
  },
  deleteRegister: { input: { params, query: {} }, output: undefined },
  getGovernanceRoster: {
    input: { params },
    output: {
      registerId: LEDGER.registerId,
      members: [{ subject, role: 'Owner', publicKey: LEDGER.publicKey, algorithm: 'ED25519', grantedAt: EXAMPLE.time }],
      memberCount: 1,
      controlTransactionCount: 1,
      lastControlTxId: LEDGER.genesisTxId,
      validators: [
        {
          validatorId: LEDGER.validatorId,
          orgId: EXAMPLE.organisationId,
          consensusKey: LEDGER.rosterHash,
          peerId: '',
        },
      ],
      candidates: [],
      policy: POLICY,
    },
  },
  getRegisterPolicy: {
    input: { params },
    output: {
      registerId: LEDGER.registerId,
      policy: POLICY,
      isDefault: true,
    },
  },
};
