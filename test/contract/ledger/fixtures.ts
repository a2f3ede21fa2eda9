// Needs of tests of the ledger's operations in a world: the example register, workflow transactions signed by wallets
// outside of the node, and the rows of prepare.ts for these groups.

import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { fromHex, toBase64 } from '../../../core/base/bytes.js';
import { sign, verifySync } from '../../../core/crypto/signing/algorithms.js';
import type { DraftSubmission } from '../../../core/kinds/build.js';
import type { Submission } from '../../../core/model/transaction.js';
import { attestationDigest, finalize, genesisDraft, initiate } from '../../../core/register/genesis/genesis.js';
import { good } from '../../support/base/good.js';
import { submission, type Wallet, wallet } from '../../support/register/ledger.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { type Answer, call, operations, type RequestParts } from '../world/caller.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { forkAt } from './fork.js';

export const buyer = wallet('buyer of the contract tests');
export const seller = wallet('seller of the contract tests');
export const stranger = wallet('stranger of the contract tests');

/** The definition of an operation by its id. */
export function definitionOf(id: string) {
  const found = operations().find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.definition;
}

type Who = 'systemAdmin' | 'administrator' | 'user' | 'service';

/** Calls an operation as a persona. */
export async function ask(
  world: World,
  id: string,
  parts: RequestParts,
  how: { readonly as?: Who; readonly headers?: Readonly<Record<string, string>>; readonly token?: string } = {},
): Promise<Answer> {
  const token = how.token ?? (await world.token(how.as ?? 'administrator'));
  return call(world, definitionOf(id), parts, {
    token,
    ...(how.headers === undefined ? {} : { headers: how.headers }),
  });
}

function mustBe(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

const OWNER = { userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress };

/** A register of the example organisation, owned by the example wallet. */
export async function aRegister(world: World, name = 'Fresh register'): Promise<string> {
  await seedExampleWallet(world.deps);
  const made = await ask(world, 'createRegister', { body: { name, owners: [OWNER] } });
  return mustBe(made, 201).json.registerId;
}

export async function publishOrders(world: World, registerId: string): Promise<string> {
  const body = { blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION };
  return mustBe(await ask(world, 'publishBlueprint', { params: { registerId }, body }), 200).json.publicationTxId;
}

/** Ids of a register with a publication and one sealed order. */
export interface Orders {
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly order: Submission;
}

let serial = 0;

/** A signed order, different every time. */
export function anOrder(
  world: World,
  at: { readonly registerId: string; readonly publicationTxId: string },
  members: Partial<DraftSubmission> = {},
  by: Wallet | readonly Wallet[] = buyer,
): Submission {
  serial += 1;
  const signers = 'address' in by ? [by] : by;
  const draft: DraftSubmission = {
    registerId: at.registerId,
    blueprintId: LEDGER.blueprintId,
    actionId: '0',
    publicationTxId: at.publicationTxId,
    senderWallet: (signers[0] as Wallet).address,
    createdAt: new Date(world.deps.clock.now()).toISOString(),
    payload: { amount: serial },
    ...members,
  };
  return submission(draft, signers);
}

export const WAIT = { prefer: 'wait=5' };

export async function ordersOf(world: World, registerId?: string): Promise<Orders> {
  const id = registerId ?? (await aRegister(world));
  const publicationTxId = await publishOrders(world, id);
  const order = anOrder(world, { registerId: id, publicationTxId });
  const parts = { params: { registerId: id }, body: order };
  mustBe(await ask(world, 'submitTransaction', parts, { headers: WAIT }), 200);
  return { registerId: id, publicationTxId, order };
}

const seeded = new WeakMap<World['deps'], Promise<Orders>>();

/** The example register under the id that the examples name, made once a world. */
export function exampleOrders(world: World): Promise<Orders> {
  let orders = seeded.get(world.deps);
  if (!orders) {
    orders = foundExample(world).then(() => ordersOf(world, LEDGER.registerId));
    seeded.set(world.deps, orders);
  }
  return orders;
}

async function foundExample(world: World): Promise<void> {
  mustBe(await ask(world, 'finalizeRegister', { body: await initiated(world, LEDGER.registerId) }), 201);
}

/** The body of finalize for a register that was initiated now, attested through the wallet's own operation. */
export async function initiated(world: World, registerId?: string) {
  await seedExampleWallet(world.deps);
  const body = { name: 'Purchase orders', owners: [OWNER], ...(registerId === undefined ? {} : { registerId }) };
  const begun = mustBe(await ask(world, 'initiateRegister', { body }), 200).json;
  const signedAttestations = [];
  for (const { walletId, attestationData, dataToSign, derivationPath } of begun.attestationsToSign) {
    const data = Buffer.from(dataToSign, 'hex').toString('base64');
    const parts = { params: { id: walletId }, body: { data, isPreHashed: true, derivationPath } };
    const { publicKey, signature, algorithm } = mustBe(await ask(world, 'signWithWallet', parts), 200).json;
    signedAttestations.push({ attestationData, publicKey, signature, algorithm });
  }
  return { registerId: begun.registerId as string, nonce: begun.nonce as string, signedAttestations };
}

/** A genesis transaction that wallets outside of the node attest and sign. */
export function genesisSubmission(
  world: World,
  registerId: string,
  tenantId: string = EXAMPLE.organisationId,
): Submission {
  const nowMs = world.deps.clock.now();
  const registration = good(
    initiate(
      { name: 'Founded elsewhere', tenantId, owners: [{ userId: 'u', walletId: buyer.address }] },
      { registerId, nonce: 'n', nowMs, validators: 1 },
    ),
  );
  const signedAttestations = registration.attestationsToSign.map(({ attestationData }) => ({
    attestationData,
    publicKey: toBase64(buyer.publicKey),
    signature: toBase64(sign('ED25519', buyer.privateKey, fromHex(attestationDigest(attestationData)))),
    algorithm: 'ED25519' as const,
  }));
  const payload = good(
    finalize(
      registration,
      { registerId, nonce: 'n', signedAttestations },
      { nowMs, validators: [world.deps.validator], verify: verifySync },
    ),
  );
  return submission(genesisDraft(payload, buyer.address), [buyer]);
}

/** A sealed docket as POST dockets takes it. */
export async function sealedDocket(world: World, registerId: string, height: number) {
  const record = world.deps.ledger.register(registerId);
  const sealed = record && (await world.deps.chain.sealedDocket(record.reg, height));
  if (!sealed) throw new Error(`no docket ${height}`);
  const { hash, header, transactions, annex } = sealed.docket;
  const documents = transactions.map((tx) => ({ header: tx.header, payload: tx.payload, signatures: tx.signatures }));
  return { docket: { hash, header, transactions: documents, annex }, certificate: sealed.certificate };
}

const withExample: Prepare = async (world) => {
  await exampleOrders(world);
  return { as: 'administrator' };
};
const withTx: Prepare = async (world) => {
  const { registerId, order } = await exampleOrders(world);
  return { as: 'administrator', params: { registerId, txId: order.transactionId } };
};
const repeated: Prepare = async (world) => ({ as: 'user', body: (await exampleOrders(world)).order });
const withFresh: Prepare = async (world) => ({ as: 'administrator', params: { registerId: await aRegister(world) } });
const withFreshBody: Prepare = async (world) => ({ as: 'administrator', body: { registerId: await aRegister(world) } });

/** A fresh register whose validator is paused. */
const withPaused: Prepare = async (world) => {
  const registerId = await aRegister(world);
  mustBe(await ask(world, 'pauseValidation', { params: { registerId } }), 200);
  return { as: 'administrator', params: { registerId } };
};

const READS = [
  'queryOData',
  'queryODataMember',
  'queryODataPart',
  'listRegisters',
  'countRegisters',
  'getRegister',
  'updateRegister',
  'getGovernanceRoster',
  'getRegisterPolicy',
  'listTransactions',
  'publishBlueprint',
  'getLatestPublication',
  'listDockets',
  'listDocketSummaries',
  'findByName',
  'listTransactionSummaries',
  'getConsensus',
  'getDocket',
  'listDocketTransactions',
  'listDocketProvenance',
  'checkDocketProvenance',
  'queryWalletTransactions',
  'querySenderTransactions',
  'queryBlueprintTransactions',
  'querySuccessors',
  'queryStats',
  'getMemPool',
  'getValidatorStatus',
  'getMonitoring',
  'listPending',
  'getValidationStatus',
] as const;

export const prepareLedger: Readonly<Record<string, Prepare>> = {
  ...Object.fromEntries(READS.map((id) => [id, withExample])),
  createRegister: async (world) => {
    await seedExampleWallet(world.deps);
    return { as: 'administrator' };
  },
  initiateRegister: async (world) => {
    await seedExampleWallet(world.deps);
    return { as: 'administrator' };
  },
  finalizeRegister: async (world) => ({ as: 'administrator', body: await initiated(world) }),
  deleteRegister: withFresh,
  submitTransaction: async (world) => {
    const { registerId, order } = await exampleOrders(world);
    return { as: 'user', params: { registerId }, body: order };
  },
  submitBatch: async (world) => ({ as: 'user', body: { transactions: [(await exampleOrders(world)).order] } }),
  // These operations ask for no token; with one, they show registers that are not open to all.
  resolveDid: async (world) => {
    await exampleOrders(world);
    return { token: await world.token('administrator') };
  },
  dereferenceDid: async (world) => {
    const { registerId, order } = await exampleOrders(world);
    const did = `did:quorate:register:${registerId}`;
    return { token: await world.token('administrator'), params: { did, kind: 'tx', key: order.transactionId } };
  },
  getTransaction: withTx,
  getReceipt: withTx,
  getEvidence: withTx,
  getTransactionReaders: withTx,
  getPublication: async (world) => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    return { as: 'administrator', params: { registerId, txId: publicationTxId } };
  },
  writeDocket: async (world) => {
    const { registerId } = await exampleOrders(world);
    return { as: 'service', params: { registerId }, body: await sealedDocket(world, registerId, 1) };
  },
  validateTransaction: repeated,
  addTransaction: repeated,
  getValidatorReceipt: withTx,
  startValidator: withFreshBody,
  stopValidator: withFreshBody,
  buildDocket: withFreshBody,
  processPool: withFresh,
  getMisbehaviour: withExample,
  acceptFork: async (world) => {
    const registerId = await aRegister(world);
    await publishOrders(world, registerId);
    const docketHash = await forkAt(world, registerId, 1);
    return { as: 'systemAdmin', params: { registerId }, body: { docketHash } };
  },
  getMetrics: async (world) => ({ ...(await withExample(world)), as: 'systemAdmin' }),
  acceptAmnesia: async (world) => ({ ...(await withFresh(world)), as: 'systemAdmin' }),
  startValidation: withFresh,
  stopValidation: withFresh,
  pauseValidation: withFresh,
  resumeValidation: withPaused,
  validateDocket: async (world) => {
    const { registerId } = await exampleOrders(world);
    return { as: 'administrator', body: await sealedDocket(world, registerId, 1) };
  },
  submitGenesis: (world) => ({
    as: 'administrator',
    body: genesisSubmission(world, '7c1e9b3a-52d4-4f6b-9b61-0a4f5d2c8e07'),
  }),
};
