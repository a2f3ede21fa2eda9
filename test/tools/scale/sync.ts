// `scale -- sync`: how fast a node catches up on a register, by what it verifies of each docket and on which disk. In
// one process and without a network: the dockets are given as the wire's codec gives them, or as bytes that are decoded
// first. It never measures a node that runs.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announcementHub } from '../../../actors/announcements.js';
import { noTransport } from '../../../actors/docket/no-transport.js';
import { LedgerHost } from '../../../actors/ledger/host.js';
import { consensusKeys } from '../../../actors/register-replica/consensus-keys.js';
import { claimsVerifier, signatureVerifier } from '../../../actors/verifier.js';
import { measureFloor } from '../../../cli/bench/floor.js';
import { toHex } from '../../../core/base/bytes.js';
import type { Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import { transactionAsSealed } from '../../../core/kinds/as-sealed.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { POOL_LIMITS } from '../../../core/pool/pool.js';
import { validatorIdOf } from '../../../core/register/roster.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';
import { systemClock, systemRandom } from '../../../node/platform/clock.js';
import { VerifyThreads } from '../../../node/threads/verify-threads.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Outbox } from '../../../storage/chain/outbox.js';
import { Registers } from '../../../storage/chain/registers.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { openStore, openStoreOn, type Store } from '../../../storage/open.js';
import { type MadeChain, madeChain, REGISTER_ID } from './sync-chain.js';

export interface SyncOptions {
  readonly dockets: number;
  readonly onProgress?: (made: number, of: number) => void;
}

export interface SyncFigure {
  readonly mode: 'all' | 'certified';
  readonly disk: 'memory' | 'LevelDB';
  /** `bytes`: transactions are decoded from their canonical bytes first, as they are when they come from a peer. */
  readonly from: 'dockets' | 'bytes';
  readonly transactionsPerSecond: number;
  /** To the native Ed25519 verifications that one core does in a second. */
  readonly ratio: number;
  /**
   * CPU of all threads of the process for one transaction, in microseconds: what a shared machine leaves nearly as it
   * is.
   */
  readonly cpuMicroseconds: number;
}

export interface SyncReport {
  readonly transactions: number;
  readonly perDocket: number;
  readonly signaturesPerCertificate: number;
  readonly verifyPerSecondCore: number;
  readonly figures: readonly SyncFigure[];
}

const PER_DOCKET = 100;
const ROUNDS = 3;
const BACKLOG_BYTES_MAX = 8 * 1024 * 1024;
const VERIFICATIONS = 32;
const TRANSACTIONS = 256;

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => SILENT };

/** The best of a few rounds each: what the machine does while nothing else takes it. */
export async function scaleSync({ dockets, onProgress }: SyncOptions): Promise<SyncReport> {
  const made = await madeChain({ dockets, perDocket: PER_DOCKET, ...(onProgress && { onProgress }) });
  const { verifyPerSecondCore } = await measureFloor();
  const figures: SyncFigure[] = [];
  const threads = new VerifyThreads(SILENT);
  await threads.ready;
  for (const disk of ['memory', 'LevelDB'] as const)
    for (const mode of ['all', 'certified'] as const)
      for (const from of ['dockets', 'bytes'] as const) {
        const rounds: Adopted[] = [];
        for (let i = 0; i < ROUNDS; i++) rounds.push(await adopted(made, { disk, mode, from, threads }));
        const best = Math.max(...rounds.map((round) => round.transactionsPerSecond));
        const least = Math.min(...rounds.map((round) => round.cpuMicroseconds));
        figures.push({
          ...{ mode, disk, from },
          transactionsPerSecond: Math.round(best),
          ratio: Math.round((best / verifyPerSecondCore) * 100) / 100,
          cpuMicroseconds: Math.round(least * 10) / 10,
        });
      }
  await threads.close();
  const [first] = made.dockets;
  return {
    transactions: dockets * PER_DOCKET,
    perDocket: PER_DOCKET,
    signaturesPerCertificate: first?.certificate.signatures.length ?? 0,
    verifyPerSecondCore,
    figures,
  };
}

export type Adopted = Pick<SyncFigure, 'transactionsPerSecond' | 'cpuMicroseconds'>;

/** One catching up from docket 0, durable at its end. */
export async function adopted(
  made: MadeChain,
  { disk, mode, from, threads }: Pick<SyncFigure, 'disk' | 'mode' | 'from'> & { readonly threads: VerifyThreads },
): Promise<Adopted> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-sync-'));
  const failed: Error[] = [];
  const given = { nowMs: systemClock.now(), onFatal: (error: Error) => failed.push(error) };
  const store = disk === 'memory' ? await openStoreOn(memoryKv(), given) : await openStore(folder, given);
  try {
    const ledger = await ledgerOn(store, threads);
    const followed = await ledger.follow({ genesis: made.genesis, advertise: false });
    if (isFailure(followed)) throw new Error(JSON.stringify(followed));
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    const done = await ledger.adoptRange(
      REGISTER_ID,
      from === 'bytes' ? decoded(made.dockets, mode) : copied(made.dockets),
      mode,
    );
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    await ledger.stop();
    if (failed[0]) throw failed[0];
    if (done.height !== made.dockets.length) throw new Error(`The range ended early: ${JSON.stringify(done)}`);
    const count = made.dockets.reduce((sum, { docket }) => sum + docket.transactions.length, 0);
    return { transactionsPerSecond: count / seconds, cpuMicroseconds: (user + system) / count };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Objects that no earlier round has seen: what is remembered by object would be remembered for nothing. */
async function* copied(dockets: readonly SealedDocket[]): AsyncGenerator<SealedDocket> {
  for (const { docket, certificate } of dockets)
    yield { docket: { ...docket, transactions: docket.transactions.map((tx) => ({ ...tx })) }, certificate };
}

/** As the network decodes what a peer sends (node/network/calls/asks.ts). */
async function* decoded(dockets: readonly SealedDocket[], mode: SyncFigure['mode']): AsyncGenerator<SealedDocket> {
  const decode = mode === 'certified' ? transactionAsSealed : decodeTransaction;
  for (const { docket, certificate } of dockets) {
    const transactions = docket.transactions.map(({ bytes }) => {
      const tx = decode(bytes);
      if (isFailure(tx)) throw new Error(tx.issue.message);
      return tx;
    });
    yield { docket: { ...docket, transactions }, certificate };
  }
}

/** As a node composes it (node/compose/ledger.ts). */
async function ledgerOn(store: Store, threads: VerifyThreads): Promise<LedgerHost> {
  const { kv, journal } = store;
  const key = generate('ED25519', randomBytes(32));
  const publicKey = toHex(key.publicKey);
  const signer = {
    publicKey,
    validatorId: validatorIdOf(publicKey),
    sign: (digest: Uint8Array) => toHex(sign('ED25519', key.privateKey, digest)),
  };
  const ledger = new LedgerHost(
    {
      clock: systemClock,
      random: systemRandom,
      log: SILENT,
      kv,
      journal,
      chain: new ChainStore(kv, journal),
      registers: await Registers.load(kv),
      outbox: new Outbox(kv),
      announcements: announcementHub(SILENT),
      keys: consensusKeys([signer], async () => signer),
      verifier: signatureVerifier({ inFlightMax: TRANSACTIONS, remembered: 100_000, check: threads.check }),
      verifyClaims: claimsVerifier(VERIFICATIONS),
      certifiedWork: threads,
      transport: () => noTransport,
      metrics: null,
    },
    {
      fence: undefined,
      acceptLoss: async () => undefined,
      timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
      trustingPeriodMs: 14 * 24 * 60 * 60 * 1000,
      backlogBytesMax: BACKLOG_BYTES_MAX,
      poolNodeBytesMax: 512 * 1024 * 1024,
      poolLimits: () => POOL_LIMITS,
      docketTransactionsMax: () => 1000,
    },
  );
  await ledger.start();
  return ledger;
}
