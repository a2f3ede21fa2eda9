// A node that encrypts actions in the background, on a disk in memory and a virtual clock: the production workflow,
// operations, ledger and storage.

import type { Acting } from '../../../actors/workflow/encryption/acting.js';
import { type Encrypter, type EncryptionAsk, LocalEncrypter } from '../../../actors/workflow/encryption/encrypter.js';
import type { ActionAsk } from '../../../actors/workflow/moves/action/ask.js';
import type { OperationStarted } from '../../../actors/workflow/operations/operation-ports.js';
import { lostRight } from '../../../actors/workflow/operations/operation-rights.js';
import { OperationHost } from '../../../actors/workflow/operations/operations.js';
import { WorkflowHost } from '../../../actors/workflow/workflow.js';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Issue } from '../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../storage/engine/memory.js';
import { Keystore } from '../../../storage/secrets/keystore.js';
import { freshWords, makeWallet } from '../../../storage/secrets/new-wallet.js';
import { ServicePrincipals } from '../../../storage/tables/accounts/service-principals.js';
import { Tenants } from '../../../storage/tables/accounts/tenants.js';
import { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import { FileChunks } from '../../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../../storage/tables/workflow/file-claims.js';
import { InstanceOpenings } from '../../../storage/tables/workflow/instances.js';
import { OperationStore } from '../../../storage/tables/workflow/operations.js';
import { VirtualClock } from '../base/virtual-clock.js';
import {
  foundedRegister,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from './ledger-world.js';

const [ORDER, ...OTHERS] = DEFINITION.actions;
const AMOUNT = { type: 'integer', minimum: 1 };
const NOTE = { type: ['string', 'object'], properties: { fileId: { type: 'string' } } };
/** An order has a note too, which is a text or a file. */
export const ORDERS = {
  ...DEFINITION,
  actions: [
    {
      ...ORDER,
      dataSchemas: [{ type: 'object', required: ['amount'], properties: { amount: AMOUNT, note: NOTE } }],
    },
    ...OTHERS,
  ],
};
/** The owner of the wallet of the tests, with the membership that it acts under. */
export const ASKER = { id: 'ann', membership: { organisationId: 'org', membershipId: 'member' } };

/** Other bytes at every call and in every run: the ids of a restarted node are not those of the run before. */
let drawn = 0;
const random = {
  bytes: (length: number): Uint8Array => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () => sha256(`drawn ${drawn++}`));
    return Buffer.concat(blocks).subarray(0, length);
  },
  number: () => 0.5,
};

export interface OperationWorld extends LedgerWorld {
  readonly chunks: FileChunks;
  readonly wallets: WalletStore;
  readonly tenants: Tenants;
  readonly services: ServicePrincipals;
  readonly workflow: WorkflowHost;
  readonly operations: OperationHost;
  readonly operationStore: OperationStore;
  readonly finished: { readonly outcome: string; readonly seconds: number }[];
  /** Envelopes that were asked of the thread. */
  readonly sealings: EncryptionAsk['sealing'][];
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export interface OperationWorldOptions {
  readonly kv?: MemoryKv;
  readonly clock?: VirtualClock;
  /** The seat of the node is fenced: what is submitted is promised and not sealed. */
  readonly fenced?: boolean;
  /** Other nodes decide the register too, as far as operations are told. */
  readonly shared?: boolean;
  /** Instead of the encryption. */
  readonly seal?: Encrypter['encrypt'];
  /** The reasons to refuse a transaction that is sent to the ledger; undefined lets it through. */
  readonly refuse?: (tx: Transaction) => readonly Issue[] | undefined;
}

/** The encryption, in this thread. */
export function sealedHere(ask: EncryptionAsk): ReturnType<Encrypter['encrypt']> {
  return new LocalEncrypter({ clock: new VirtualClock(), random }).encrypt(ask);
}

/** Opens a node on `kv`, with operations started. */
export async function operationWorld(options: OperationWorldOptions = {}): Promise<OperationWorld> {
  const kv = options.kv ?? memoryKv();
  const world = await ledgerWorld({
    kv,
    ...(options.clock && { clock: options.clock }),
    ...(options.fenced && { fence: 'restored' as const }),
  });
  const { clock, chain, announcements, store } = world;
  const ledger = refusing(world.ledger, options);
  const { journal } = store;
  const rsa = { refusal: () => undefined, derive: () => Promise.reject(new Error('no RSA here')) };
  const keystore = await Keystore.open(
    { kv, journal, random, rsa, clock: new VirtualClock() },
    new Uint8Array(32).fill(5),
  );
  if (isFailure(keystore)) throw new Error(keystore.issue.message);
  const wallets = new WalletStore(kv, journal);
  const tenants = new Tenants(kv, journal);
  const services = await ServicePrincipals.open(kv);
  const openings = new InstanceOpenings(kv, journal);
  const workflow = new WorkflowHost({
    clock,
    random,
    chain,
    ledger,
    keystore,
    wallets,
    openings,
    lostRight: lostRight.bind(undefined, { clock, wallets, tenants, services }),
  });
  const chunks = new FileChunks(kv, journal);
  const operationStore = new OperationStore({ kv, queued: journal, random, key: new Uint8Array(32).fill(6) });
  const finished: { outcome: string; seconds: number }[] = [];
  const sealings: EncryptionAsk['sealing'][] = [];
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log };
  const operations = new OperationHost({
    ...{ clock, random, log, workflow, announcements, journal },
    ledger: options.shared ? Object.assign(Object.create(ledger), { seat: () => UNSEATED }) : ledger,
    claims: new FileClaims(kv, journal, chunks),
    store: operationStore,
    rights: { wallets, tenants, services },
    seal: async (ask) => {
      sealings.push(ask.sealing);
      return (options.seal ?? sealedHere)(ask);
    },
    metrics: { onFinished: (outcome, seconds) => void finished.push({ outcome, seconds }) },
  });
  operations.start();
  const commit = (ops: readonly KvOp[]) => journal.commit(ops);
  const parts = {
    chunks,
    wallets,
    tenants,
    services,
    workflow,
    operations,
    operationStore,
    finished,
    sealings,
    commit,
  };
  const whole = { ...world, ...parts };
  keystores.set(whole, keystore);
  return whole;
}

/** The ledger, but for what it is told to refuse. */
function refusing(ledger: LedgerWorld['ledger'], { refuse }: OperationWorldOptions): LedgerWorld['ledger'] {
  if (!refuse) return ledger;
  const submit: (typeof ledger)['submit'] = async (tx, how) => {
    const issues = refuse(tx);
    return issues ? { status: 'refused', issues } : ledger.submit(tx, how);
  };
  return Object.assign(Object.create(ledger), { submit });
}

const UNSEATED = { state: 'Stopped' };

const keystores = new WeakMap<OperationWorld, Keystore>();

/** A register with published orders, and a wallet of the asker. */
export async function withOrders(world: OperationWorld, definition: object = ORDERS): Promise<Acting> {
  const { clock, commit, tenants, wallets } = world;
  await foundedRegister(world);
  const at = new Date(clock.now()).toISOString();
  const publication = signedTransaction(
    keyOf('owner'),
    {
      registerId: REGISTER_ID,
      blueprintId: ORDERS.id,
      actionId: 'blueprint-publish',
      createdAt: at,
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    definition as unknown as Json,
  );
  const outcome = await submitted(world, publication);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  await commit([...tenants.putOrganisation(organisation('Active')), ...member(world, 'Active')]);
  const keystore = keystores.get(world) as Keystore;
  const made = await makeWallet(
    { wallets, keystore, commit, clock, random },
    {
      words: freshWords(random, 12),
      algorithm: 'ED25519',
      hybrid: false,
      name: 'Ann',
      owner: { kind: 'person', id: ASKER.id },
    },
  );
  if (isFailure(made)) throw new Error(made.issue.message);
  return { wallet: made, address: made.address };
}

/** The membership of the asker, to be committed. */
export function member({ tenants }: Pick<OperationWorld, 'tenants'>, status: 'Active' | 'Suspended'): readonly KvOp[] {
  const { organisationId, membershipId: id } = ASKER.membership;
  const person = { platformUserId: ASKER.id, email: 'ann@example.org', displayName: 'Ann' };
  return tenants.putMembership({ id, organisationId, ...person, roles: ['User'], status, createdAt: '2026-01-01' });
}

function organisation(status: 'Active') {
  const { organisationId: id } = ASKER.membership;
  const shown = { name: 'Org', subdomain: 'org', createdAt: '2026-01-01', orgType: 'Standard' as const };
  return { id, status, ...shown, isPlatformOrg: false, userCount: 1 };
}

/** An order by the wallet, or another action of the orders. */
export function order(by: Acting, members: Partial<ActionAsk> = {}): ActionAsk {
  const payload: JsonObject = { amount: 3 };
  return { registerId: REGISTER_ID, blueprintId: ORDERS.id, actionId: '0', by, payload, waitMs: 5000, ...members };
}

/** A disk with the same durable bytes. */
export async function copyOf(kv: MemoryKv): Promise<MemoryKv> {
  const ops: KvOp[] = [];
  for await (const [key, value] of kv.range({ gte: Uint8Array.of(0), lt: new Uint8Array(64).fill(255) }))
    ops.push({ key, value });
  const copy = memoryKv();
  await copy.write(ops);
  return copy;
}

export const BACKGROUND = { asker: ASKER, background: true, idempotencyKey: '' };

/** Lets `work` go on while virtual time stands still. */
export async function settled<T>(world: OperationWorld, work: Promise<T>): Promise<T> {
  await world.clock.settle();
  return work;
}

export async function started(world: OperationWorld, by: Acting, members = {}, manner = {}): Promise<OperationStarted> {
  const result = await settled(world, world.operations.submit(order(by, members), { ...BACKGROUND, ...manner }));
  if (!('operationId' in result)) throw new Error(JSON.stringify(result));
  return result;
}

/** The codes of issues, each with its place. */
export const codes = (found: unknown) =>
  ((isFailure(found) ? found.issues : (found ?? [])) as readonly Issue[]).map(({ code, path }) => `${code} ${path}`);

/** A node with a register of orders, and a wallet that may act. */
export async function aNode(options: OperationWorldOptions = {}, definition: object = ORDERS) {
  const world = await operationWorld(options);
  return { world, by: await withOrders(world, definition) };
}

export async function instanceOf(world: OperationWorld, instanceId: string) {
  const view = await world.workflow.instance(REGISTER_ID, instanceId);
  if (isFailure(view)) throw new Error(view.issue.message);
  return view;
}
