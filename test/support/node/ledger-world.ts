// A ledger host on a disk in memory and a virtual clock: the production drivers, journal and storage, without a process
// around them.
import { createHash } from 'node:crypto';
import { type AnnouncementHub, announcementHub } from '../../../actors/announcements.js';
import { noTransport } from '../../../actors/docket/no-transport.js';
import type { ConsensusTransport } from '../../../actors/docket/ports.js';
import { LedgerHost } from '../../../actors/ledger/host.js';
import type {
  Announcement,
  CertifiedWork,
  ClaimsVerifier,
  ConsensusKeys,
  ConsensusSigner,
  Log,
  SignatureVerifier,
} from '../../../actors/ports.js';
import { consensusKeys } from '../../../actors/register-replica/consensus-keys.js';
import type { ScrubOptions } from '../../../actors/repair/scrub.js';
import { BENCH_BLUEPRINT } from '../../../cli/harness/workload.js';
import { toBase64, toHex } from '../../../core/base/bytes.js';
import { canonical, type Json } from '../../../core/base/json.js';
import type { Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, type KeyPair, sign, verifySeat, verifySync } from '../../../core/crypto/signing/algorithms.js';
import type { Roster, Validator } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { POOL_LIMITS, type PoolLimits } from '../../../core/pool/pool.js';
import { finalize, genesisDraft, initiate } from '../../../core/register/genesis/genesis.js';
import type { PolicyDraft } from '../../../core/register/policy.js';
import { validatorIdOf } from '../../../core/register/roster.js';
import {
  headerOf,
  PUBLISH_ACTION,
  payloadHashOf,
  signingDigest,
  transactionOf,
  txIdOf,
} from '../../../core/transaction/encode.js';
import { statementDigest, withStatement } from '../../../core/transaction/statement.js';
import { signatureTasks } from '../../../core/validate/parts/signature.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Outbox } from '../../../storage/chain/outbox.js';
import { Registers } from '../../../storage/chain/registers.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { openStoreOn, type Store } from '../../../storage/open.js';
import { VirtualClock } from '../base/virtual-clock.js';

export const REGISTER_ID = '11111111-2222-4333-8444-555555555555';

export const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => QUIET };

export function keyOf(name: string): KeyPair {
  return generate('ED25519', createHash('sha256').update(`test key ${name}`).digest());
}

export function signerOf(name: string): ConsensusSigner {
  const key = keyOf(name);
  const publicKey = toHex(key.publicKey);
  return {
    publicKey,
    validatorId: validatorIdOf(publicKey),
    sign: (digest) => toHex(sign('ED25519', key.privateKey, digest)),
  };
}

/** A ring of fixed keys; each further one is `<first> <number>`. */
export function keysOf(first: string, ...more: readonly string[]): ConsensusKeys {
  return consensusKeys([first, ...more].map(signerOf), async (count) => signerOf(`${first} ${count + 1}`));
}

/** Verifies on the spot: a thread of its own would finish at a time that no virtual clock knows. */
export const promptVerifier: SignatureVerifier = {
  isSeen: () => true,
  verify: (tx) =>
    Promise.resolve(
      signatureTasks(tx).every((task) => verifySync(task.algorithm, task.publicKey, task.digest, task.signature)),
    ),
};

/** Certificates likewise. */
export const promptClaims: ClaimsVerifier = (claims) =>
  Promise.resolve(claims.every((claim) => verifySeat(claim.publicKey, claim.digest, claim.signature)));

export interface LedgerWorld {
  readonly kv: Kv;
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly ledger: LedgerHost;
  readonly chain: ChainStore;
  readonly outbox: Outbox;
  readonly registers: Registers;
  readonly announcements: AnnouncementHub;
  readonly told: Announcement[];
  readonly fatal: Error[];
  /** The entries that an operator would read in the log. */
  readonly logged: readonly Logged[];
}

export interface Logged {
  readonly level: 'warn' | 'error';
  readonly fields: unknown;
}

export interface LedgerWorldOptions {
  readonly kv?: Kv;
  readonly clock?: VirtualClock;
  readonly poolLimits?: Partial<PoolLimits>;
  /** Heads of new followers wait until they are confirmed. */
  readonly confirmsHeads?: boolean;
  readonly trustingPeriodMs?: number;
  readonly outboxMax?: number;
  /** Of the signatures of transactions; the prompt one by default. */
  readonly verifier?: SignatureVerifier;
  /** Opens the seats Fenced, for this reason. */
  readonly fence?: 'restored';
  /** The keys that it is about; all of them by default. */
  readonly fencedKeys?: readonly string[];
  /** Keys of the node; the one of 'seat' by default. */
  readonly keys?: ConsensusKeys;
  readonly transport?: (registerId: string) => ConsensusTransport;
  readonly accepted?: (registerId: string, tx: Transaction, relayed: boolean) => void;
  /** The head that peers told. */
  readonly heard?: (registerId: string) => number | undefined;
  /** No validator takes anything from this node. */
  readonly mayBuild?: () => boolean;
  readonly isLeft?: (registerId: string) => boolean;
  /** Most of the members are linked. */
  readonly hearsMost?: (registerId: string) => boolean;
  /** And have told their heads. */
  readonly knowsMost?: (registerId: string) => boolean;
  /** Members of a roster that the node reaches; without it no change waits for any. */
  readonly reachable?: (roster: Roster) => number;
  /** The work of other threads for certified dockets; nothing by default. */
  readonly certifiedWork?: CertifiedWork;
  /** Without chance unless told otherwise. */
  readonly random?: Random;
  /** On the spot unless told otherwise. */
  readonly verifyClaims?: ClaimsVerifier;
  /** Plays a program that knows no later rules. */
  readonly rulesLatest?: number;
  /** The background walk over sealed data; none by default. */
  readonly scrub?: ScrubOptions;
  /** Puts other parts in the place of some: how a test plants the mistakes that another one has to find. */
  readonly alter?: (parts: WorldParts) => WorldParts;
}

export interface WorldParts {
  readonly journal: Store['journal'];
  readonly chain: ChainStore;
  readonly outbox: Outbox;
}

/** Opens a node's ledger on `kv` (a fresh disk by default) and starts it. */
export async function ledgerWorld(options: LedgerWorldOptions = {}): Promise<LedgerWorld> {
  const kv = options.kv ?? memoryKv();
  const clock = options.clock ?? new VirtualClock();
  const fatal: Error[] = [];
  const logged: Logged[] = [];
  const keep = (level: Logged['level']) => (fields: unknown) => void logged.push({ level, fields });
  const log: Log = { ...QUIET, warn: keep('warn'), error: keep('error'), child: () => log };
  const store = await openStoreOn(kv, { nowMs: clock.now(), onFatal: (error) => fatal.push(error) });
  const { journal } = store;
  const registers = await Registers.load(kv);
  const chain = new ChainStore(kv, journal);
  const outbox = new Outbox(kv, options.outboxMax);
  const parts = options.alter?.({ journal, chain, outbox }) ?? { journal, chain, outbox };
  const keys = options.keys ?? keysOf('seat');
  const told: Announcement[] = [];
  const reason = options.fence ?? store.fence;
  const announcements = announcementHub(QUIET);
  announcements.listen((fact) => told.push(fact));
  const ledger = new LedgerHost(
    {
      clock,
      random: options.random ?? { bytes: (length) => Buffer.alloc(length, 7), number: () => 0.5 },
      log,
      kv,
      ...parts,
      registers,
      announcements,
      keys,
      verifier: options.verifier ?? promptVerifier,
      verifyClaims: options.verifyClaims ?? promptClaims,
      ...(options.certifiedWork && { certifiedWork: options.certifiedWork }),
      transport: options.transport ?? (() => noTransport),
      ...(options.accepted && { onAccepted: options.accepted }),
      ...(options.heard && { toldHeight: options.heard }),
      ...(options.mayBuild && { mayBuild: options.mayBuild }),
      ...(options.isLeft && { isLeft: options.isLeft }),
      ...(options.hearsMost && { hearsMost: options.hearsMost }),
      ...(options.knowsMost && { knowsMost: options.knowsMost }),
      ...(options.reachable && { reachable: options.reachable }),
      metrics: null,
    },
    {
      fence:
        reason === undefined
          ? undefined
          : { reason, validatorIds: options.fencedKeys ?? keys.all().map((key) => key.validatorId) },
      acceptLoss: () => store.acceptLoss(),
      timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
      trustingPeriodMs: options.trustingPeriodMs ?? 14 * 24 * 60 * 60 * 1000,
      backlogBytesMax: 8 * 1024 * 1024,
      poolNodeBytesMax: 512 * 1024 * 1024,
      poolLimits: () => ({ ...POOL_LIMITS, ...options.poolLimits }),
      docketTransactionsMax: () => 1000,
      ...(options.rulesLatest !== undefined && { rulesLatest: options.rulesLatest }),
      ...(options.scrub && { scrub: options.scrub }),
      ...(options.confirmsHeads !== undefined && { confirmsHeads: options.confirmsHeads }),
    },
  );
  await ledger.start();
  return { kv, store, clock, ledger, chain, outbox, registers, announcements, told, fatal, logged };
}

/** A transaction signed by `key`, whatever its header asks for. */
export function signedTransaction(
  key: KeyPair,
  header: Omit<Parameters<typeof headerOf>[0], 'payloadHash'>,
  payload: Json,
): Transaction {
  const payloadText = canonical(payload);
  const whole = headerOf(
    { ...header, payloadHash: payloadHashOf(payload, payloadText) },
    addressOf(key.algorithm, key.publicKey),
  );
  const transactionId = txIdOf(whole, payloadText);
  const signatureValue = toBase64(sign(key.algorithm, key.privateKey, signingDigest(transactionId, whole.payloadHash)));
  const signatures = [{ publicKey: toBase64(key.publicKey), signatureValue, algorithm: key.algorithm }];
  const said = () => toBase64(sign(key.algorithm, key.privateKey, statementDigest(transactionId, whole)));
  const stated = whole.actionId === PUBLISH_ACTION ? withStatement(whole, said()) : whole;
  const tx = transactionOf({ ...stated, transactionId, payload, signatures });
  if (isFailure(tx)) throw new Error(JSON.stringify(tx));
  return tx as Transaction;
}

export interface FoundingGiven {
  readonly validators: readonly Validator[];
  readonly policy?: PolicyDraft;
}

/** The seat of the key of that name, of a node without a mesh. */
function seatNamed(name: string): Validator {
  const { validatorId, publicKey } = signerOf(name);
  return { validatorId, orgId: 'org', consensusKey: publicKey, peerId: '' };
}

/** The genesis transaction of a register with one owner and the seats of these keys, or any seats and policy. */
export function genesisTransaction(
  nowMs: number,
  registerId = REGISTER_ID,
  given: readonly string[] | FoundingGiven = ['seat'],
): Transaction {
  const { validators, policy = {} } = 'validators' in given ? given : { validators: given.map(seatNamed) };
  const owner = keyOf('owner');
  const nonce = 'a nonce of this test';
  const registration = initiate(
    {
      name: 'Test register',
      tenantId: '00000000-0000-0000-0000-000000000001',
      owners: [{ userId: 'owner', walletId: addressOf('ED25519', owner.publicKey) }],
      policy,
    },
    { registerId, nonce, nowMs, validators: 'validators' in given ? validators.length : 1 },
  );
  if (isFailure(registration)) throw new Error(JSON.stringify(registration));
  const pending = registration as Exclude<typeof registration, readonly unknown[]>;
  const payload = finalize(
    pending,
    {
      registerId,
      nonce,
      signedAttestations: pending.attestationsToSign.map(({ attestationData, dataToSign }) => ({
        attestationData,
        publicKey: toBase64(owner.publicKey),
        signature: toBase64(sign('ED25519', owner.privateKey, Buffer.from(dataToSign, 'hex'))),
        algorithm: 'ED25519' as const,
      })),
    },
    {
      nowMs,
      validators,
      verify: verifySync,
    },
  );
  if (isFailure(payload)) throw new Error(JSON.stringify(payload));
  const system = keyOf('system');
  const draft = genesisDraft(
    payload as Exclude<typeof payload, readonly unknown[]>,
    addressOf('ED25519', system.publicKey),
  );
  const { payload: body, ...header } = draft;
  return signedTransaction(system, header, body);
}

/** The publication of the bench blueprint, by the owner of the register. */
export function benchPublication(world: LedgerWorld, registerId = REGISTER_ID): Transaction {
  return signedTransaction(
    keyOf('owner'),
    {
      registerId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: 'blueprint-publish',
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    BENCH_BLUEPRINT as unknown as Json,
  );
}

/** Founds the test register and publishes the bench blueprint on it; gives the pin. */
export async function foundedRegister(world: LedgerWorld, registerId = REGISTER_ID): Promise<string> {
  const created = await world.ledger.genesis.found({
    transaction: genesisTransaction(world.clock.now(), registerId),
    advertise: false,
  });
  if (isFailure(created)) throw new Error(JSON.stringify(created));
  const publication = benchPublication(world, registerId);
  const outcome = await submitted(world, publication);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  return publication.txId;
}

/** Submits and lets the clock settle, so that an immediate seal has happened. */
export async function submitted(world: LedgerWorld, tx: Transaction, waitMs = 0) {
  const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs });
  await world.clock.settle();
  return outcome;
}

/** A starting action of the bench blueprint, distinct by `sequence`. */
export function anAction(world: LedgerWorld, pin: string, sequence: number, registerId = REGISTER_ID): Transaction {
  return signedTransaction(
    keyOf(`sender ${sequence % 3}`),
    {
      registerId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: '0',
      publicationTxId: pin,
      createdAt: new Date(world.clock.now()).toISOString(),
    },
    { sequence, note: 'n' },
  );
}

export function mustState(world: LedgerWorld, registerId = REGISTER_ID) {
  const state = world.ledger.state(registerId);
  if (isFailure(state)) throw new Error(state.issue.message);
  return state;
}
