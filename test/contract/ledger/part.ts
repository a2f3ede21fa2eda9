// The ledger of a world: the real host on the world's memory store, with one validator from a fixed key.
import { type AnnouncementHub, announcementHub } from '../../../actors/announcements.js';
import { noTransport } from '../../../actors/docket/no-transport.js';
import type { FileLibrary } from '../../../actors/files/ports.js';
import { LedgerHost } from '../../../actors/ledger/host.js';
import type { ConsensusSigner, StoredBytes } from '../../../actors/ports.js';
import { consensusKeys } from '../../../actors/register-replica/consensus-keys.js';
import type { SignatureCheck } from '../../../actors/signature-scheduler.js';
import { claimsVerifier, platformCheck, signatureVerifier } from '../../../actors/verifier.js';
import { PublicationNotes } from '../../../actors/workflow/publication-notes.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { toHex } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import { POOL_LIMITS } from '../../../core/pool/pool.js';
import { validatorIdOf } from '../../../core/register/roster.js';
import { runWork } from '../../../core/tasks/work.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Outbox } from '../../../storage/chain/outbox.js';
import { Registers } from '../../../storage/chain/registers.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { SystemWallet } from '../../../storage/secrets/system-wallet.js';
import { Registrations } from '../../../storage/tables/node/registrations.js';
import { ValidatorSettingsStore } from '../../../storage/tables/node/validator-settings.js';
import { Blueprints } from '../../../storage/tables/workflow/blueprints.js';

const PLATFORM = '00000000-0000-0000-0000-000000000001';

export interface LedgerWorld extends Pick<ApiDeps, 'keystore' | 'wallets' | 'commit'> {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Verifies the signatures of transactions. */
  readonly check?: SignatureCheck;
  readonly stored?: StoredBytes;
  readonly claimFiles?: FileLibrary['claim'];
  /** The key that the node has may have lost votes, as after a restore. */
  readonly isFenced?: boolean;
}

/** Signatures of transactions under verification at once. */
export const VERIFYING_MAX = 8;

export const CONFIGURED = {
  memPool: { maxSize: 10_000, defaultTtlMinutes: 60 },
  docketBuild: { maxTransactionsPerDocket: 1000, buildWindowMs: 10 },
};

type LedgerDeps = Pick<
  ApiDeps,
  | 'chain'
  | 'registrations'
  | 'blueprints'
  | 'publications'
  | 'engine'
  | 'counters'
  | 'systemWallet'
  | 'seatKeys'
  | 'validator'
  | 'validatorSettings'
  | 'applyValidatorSettings'
> & { readonly ledger: LedgerHost; readonly chain: ChainStore; readonly announcements: AnnouncementHub };

export async function ledgerPart(world: LedgerWorld): Promise<LedgerDeps> {
  const { kv, journal, random, log, check = platformCheck } = world;
  const clock: Clock = { now: () => world.clock.now(), steady: () => world.clock.steady(), setTimer: atOnce };
  const chain = new ChainStore(kv, journal, { clock: world.clock });
  const signer = signerOf('validator of the contract tests');
  const keys = consensusKeys([signer], async (count) => signerOf(`validator key ${count} of the contract tests`));
  const announcements = announcementHub(log);
  const validatorSettings = new ValidatorSettingsStore(kv, journal, CONFIGURED);
  const systemWallet = await SystemWallet.ensure(world, { max: 10_000, windowMs: 60_000 });
  if (isFailure(systemWallet)) throw new Error(systemWallet.issue.message);
  const ledger = new LedgerHost(
    {
      clock,
      random,
      log,
      kv,
      journal,
      chain,
      registers: await Registers.load(kv),
      ...{ outbox: new Outbox(kv), stored: world.stored, ...(world.claimFiles && { claimFiles: world.claimFiles }) },
      announcements,
      keys,
      verifier: signatureVerifier({ inFlightMax: VERIFYING_MAX, remembered: 1000, check }),
      verifyClaims: claimsVerifier(8),
      transport: () => noTransport,
      metrics: null,
    },
    {
      fence: world.isFenced ? { reason: 'restored', validatorIds: [signer.validatorId] } : undefined,
      acceptLoss: async () => undefined,
      timers: { roundMs: 500, resendMs: 250, roundMsMax: 30_000 },
      trustingPeriodMs: 14 * 24 * 60 * 60 * 1000,
      backlogBytesMax: 8 * 1024 * 1024,
      poolNodeBytesMax: 512 * 1024 * 1024,
      poolLimits: () => ({ ...POOL_LIMITS, transactionsMax: validatorSettings.current().memPool.maxSize }),
      docketTransactionsMax: () => validatorSettings.current().docketBuild.maxTransactionsPerDocket,
    },
  );
  const blueprints = new Blueprints(kv, journal);
  const { commit } = world;
  const publications = new PublicationNotes({ clock, log, announcements, ledger, chain, blueprints, commit });
  await publications.start();
  return {
    ledger,
    chain,
    registrations: new Registrations(kv, journal),
    blueprints,
    publications,
    engine: { run: async (task) => runWork(task, () => undefined) },
    counters: { publishOverride: () => undefined, hubs: null, access: null },
    announcements,
    systemWallet,
    validator: { validatorId: signer.validatorId, orgId: PLATFORM, consensusKey: signer.publicKey, peerId: '' },
    seatKeys: keys,
    validatorSettings,
    applyValidatorSettings: () => ledger.applyLimits(),
  };
}

/**
 * Work of this turn of the event loop runs after it, as under the real clock; nothing that takes time ever ends here.
 */
export function atOnce(run: () => void, delayMs: number) {
  const immediate = delayMs <= 0 ? setImmediate(run) : undefined;
  return { cancel: () => clearImmediate(immediate) };
}

function signerOf(name: string): ConsensusSigner {
  const { publicKey, privateKey } = generate('ED25519', sha256(name));
  const key = toHex(publicKey);
  return {
    publicKey: key,
    validatorId: validatorIdOf(key),
    sign: (digest) => toHex(sign('ED25519', privateKey, digest)),
  };
}
