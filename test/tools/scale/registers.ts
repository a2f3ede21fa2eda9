// `scale -- registers`: a node with very many registers that no caller uses. Makes them on the stopped store with real
// keys, attestations and signatures, as founding them over REST would. It measures what they cost a node that starts,
// idles and then gets its first submission.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeProcess } from '../../../cli/harness/node-process.js';
import { BENCH_BLUEPRINT } from '../../../cli/harness/workload.js';
import { fromHex, toBase64, toHex } from '../../../core/base/bytes.js';
import { hashHex } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { executionHash } from '../../../core/blueprint/definition/definition-hash.js';
import { genesisDocket, genesisState } from '../../../core/chain/genesis/docket.js';
import { genesisAttestationDigest } from '../../../core/consensus/digest.js';
import { freshRecord, tipOf } from '../../../core/consensus/state.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, type KeyPair, sign, verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, prepare } from '../../../core/kinds/build.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { Submission, Transaction } from '../../../core/model/transaction.js';
import { attestationDigest, finalize, genesisDraft, initiate } from '../../../core/register/genesis/genesis.js';
import { rosterHashOf, validatorIdOf } from '../../../core/register/roster.js';
import { PUBLISH_ACTION, transactionOf } from '../../../core/transaction/encode.js';
import { withStatement } from '../../../core/transaction/statement.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { type RegisterRecord, Registers } from '../../../storage/chain/registers.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { openStore, type Store } from '../../../storage/open.js';
import { consensusSecrets } from '../../../storage/secrets/node-secrets.js';
import { Blueprints } from '../../../storage/tables/workflow/blueprints.js';
import { type ProcessFigures, processFigures } from './process-figures.js';

export interface RegistersOptions {
  readonly count: number;
  readonly idleSeconds: number;
  readonly onProgress?: (made: number, of: number) => void;
}

export interface RegistersReport {
  readonly registers: number;
  readonly makeSeconds: number;
  /** The same node before it had a register, and with all of them. */
  readonly startMs: { readonly empty: number; readonly full: number };
  readonly rssMiB: { readonly empty: number; readonly full: number };
  readonly timers: { readonly empty: number; readonly full: number };
  /** CPU over the idle time, in thousandths of a core. */
  readonly idleCpuPerMille: { readonly empty: number; readonly full: number };
  readonly activeRegisters: { readonly idle: number; readonly used: number };
  /** Submit to sealed on registers without use before, and again on the same ones. */
  readonly firstSubmissionMs: readonly number[];
  readonly secondSubmissionMs: readonly number[];
}

const PLATFORM = '00000000-0000-0000-0000-000000000001';
const PER_COMMIT = 100;
const TRIED = 5;
/** Of the definition that is published twice on each. */
const VERSIONS = [1, 2] as const;

interface Seat {
  readonly key: KeyPair;
  readonly validatorId: string;
}

export async function scaleRegisters(options: RegistersOptions): Promise<RegistersReport> {
  const node = await NodeProcess.create();
  try {
    await node.stop();
    // The first start ever also makes keys and users; the second is the one to compare with.
    const emptyMs = await node.start();
    const token = await node.login();
    const empty = await idle(node, token, options.idleSeconds);
    await node.stop();
    const started = performance.now();
    const owner = generate('ED25519', createHash('sha256').update('owner of many registers').digest());
    const ids = await makeRegisters(node.dataDir, { ...options, owner });
    const makeSeconds = (performance.now() - started) / 1000;
    const fullMs = await node.start();
    const full = await idle(node, token, options.idleSeconds);
    const active = async () => (await node.client(token).getConsensusMetrics()).activeRegisters;
    const activeIdle = await active();
    const first: number[] = [];
    const second: number[] = [];
    for (let i = 0; i < Math.min(TRIED, ids.length); i++) {
      const registerId = ids[Math.floor(((i + 0.5) * ids.length) / TRIED) % ids.length] as string;
      first.push(await timedPublication(node, token, { registerId, owner, version: VERSIONS[0] }));
      second.push(await timedPublication(node, token, { registerId, owner, version: VERSIONS[1] }));
    }
    return {
      registers: ids.length,
      makeSeconds: round(makeSeconds),
      startMs: { empty: Math.round(emptyMs), full: Math.round(fullMs) },
      rssMiB: { empty: empty.rssMiB, full: full.rssMiB },
      timers: { empty: empty.timers, full: full.timers },
      idleCpuPerMille: { empty: empty.cpuPerMille, full: full.cpuPerMille },
      activeRegisters: { idle: activeIdle, used: await active() },
      firstSubmissionMs: first.map(round),
      secondSubmissionMs: second.map(round),
    };
  } finally {
    await node.remove();
  }
}

async function idle(node: NodeProcess, token: string, seconds: number) {
  const before: ProcessFigures = await processFigures(node.client(token));
  await pause(seconds * 1000);
  const after = await processFigures(node.client(token));
  const cpuPerMille = round(((after.cpuSeconds - before.cpuSeconds) / seconds) * 1000);
  return { rssMiB: after.rssMiB, timers: after.timers, cpuPerMille };
}

/** Founds `count` registers on the store of a stopped node. Their ids. */
async function makeRegisters(
  dataDir: string,
  given: RegistersOptions & { readonly owner: KeyPair },
): Promise<string[]> {
  const nowMs = Date.now();
  const failed: Error[] = [];
  const store = await openStore(dataDir, { nowMs, onFatal: (error) => failed.push(error) });
  try {
    const seat = await seatOf(store, dataDir);
    const registers = await Registers.load(store.kv);
    const chain = new ChainStore(store.kv, store.journal);
    const ids: string[] = [];
    for (let at = 0; at < given.count; at += PER_COMMIT) {
      const ops: KvOp[] = [];
      const records: RegisterRecord[] = [];
      for (let i = at; i < Math.min(given.count, at + PER_COMMIT); i++) {
        const made = oneRegister({ number: i, nowMs, seat, owner: given.owner });
        const record = recordOf(made.sealed, registers.reserve());
        ops.push(registers.put(record), ...chain.sealOps({ reg: record.reg, ...made }));
        ops.push(...chain.recordOps(record.reg, freshRecord(tipOf(made.sealed)), false));
        records.push(record);
      }
      await store.journal.commit(ops);
      for (const record of records) {
        registers.apply(record);
        ids.push(record.id);
      }
      given.onProgress?.(ids.length, given.count);
    }
    await store.journal.commit(passOps(store, nowMs));
    if (failed[0]) throw failed[0];
    return ids;
  } finally {
    await store.close();
  }
}

/**
 * A published definition counts as rehearsed: the owner signs it outside of the node, where there is no place for an
 * override.
 */
function passOps({ kv, journal }: Store, atMs: number): KvOp[] {
  const blueprints = new Blueprints(kv, journal);
  return VERSIONS.map((version) => {
    const execDefHash = executionHash({ ...BENCH_BLUEPRINT, version } as unknown as JsonObject, hashHex);
    return blueprints.putPass(PLATFORM, { blueprintId: BENCH_BLUEPRINT.id, execDefHash, by: 'scale', atMs });
  });
}

/** The consensus key of the node whose store this is: only its own seat can go on with the registers. */
async function seatOf({ kv, journal }: Store, dataDir: string): Promise<Seat> {
  const master = fromHex(readFileSync(join(dataDir, 'master.key'), 'utf8').trim());
  const ports = { kv, journal, random: { bytes: (length: number) => randomBytes(length) } };
  const key = generate('ED25519', (await consensusSecrets(ports, master))[0]!);
  return { key, validatorId: validatorIdOf(toHex(key.publicKey)) };
}

interface One {
  readonly number: number;
  readonly nowMs: number;
  readonly seat: Seat;
  readonly owner: KeyPair;
}

function oneRegister({ number, nowMs, seat, owner }: One) {
  const registerId = randomUUID();
  const nonce = 'scale';
  const request = {
    name: `Register ${number}`,
    tenantId: PLATFORM,
    owners: [{ userId: 'scale', walletId: addressOf(owner.algorithm, owner.publicKey) }],
  };
  const registration = must(initiate(request, { registerId, nonce, nowMs, validators: 1 }));
  const signedAttestations = registration.attestationsToSign.map(({ attestationData }) => ({
    attestationData,
    ...signed(owner, fromHex(attestationDigest(attestationData))),
  }));
  const consensusKey = toHex(seat.key.publicKey);
  const validators = [{ validatorId: seat.validatorId, orgId: PLATFORM, consensusKey, peerId: '' }];
  const payload = must(
    finalize(
      registration,
      {
        registerId,
        nonce,
        signedAttestations: signedAttestations.map(({ signatureValue, ...entry }) => ({
          ...entry,
          signature: signatureValue,
        })),
      },
      { nowMs, validators, verify: verifySync },
    ),
  );
  const transaction = must(
    transactionOf(submissionOf(genesisDraft(payload, addressOf('ED25519', owner.publicKey)), owner)),
  );
  const docket = genesisDocket({
    transaction: transaction as Transaction,
    timestampMs: nowMs,
    proposer: seat.validatorId,
  });
  const { state: after, changes } = must(genesisState(docket, { verify: verifySync, signaturesOk: () => true }));
  const digest = genesisAttestationDigest(registerId, docket.hash);
  const certificate = {
    kind: 'GENESIS' as const,
    height: 0,
    round: 0,
    docketHash: docket.hash,
    rosterHash: rosterHashOf(after.roster),
    signatures: [{ voterIndex: 0, signature: toHex(sign('ED25519', seat.key.privateKey, digest)) }],
  };
  return { sealed: { docket, certificate }, after, changes };
}

function recordOf({ docket }: SealedDocket, reg: number): RegisterRecord {
  const payload = docket.transactions[0]?.payload as JsonObject;
  const createdAt = String(payload.createdAt);
  return {
    id: docket.header.registerId,
    reg,
    name: String(payload.name),
    description: '',
    tenantId: PLATFORM,
    createdAt,
    updatedAt: createdAt,
    status: 'ONLINE',
    seat: 'Running',
    advertise: false,
    isFullReplica: true,
    metadata: {},
    genesisHash: docket.hash,
  };
}

interface Publication {
  readonly registerId: string;
  readonly owner: KeyPair;
  readonly version: number;
}

/** The owner publishes a definition: the first transaction of a register. Milliseconds until it was sealed. */
async function timedPublication(
  node: NodeProcess,
  token: string,
  { registerId, owner, version }: Publication,
): Promise<number> {
  const body = submissionOf(
    {
      registerId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: PUBLISH_ACTION,
      senderWallet: addressOf(owner.algorithm, owner.publicKey),
      createdAt: new Date().toISOString(),
      payload: { ...BENCH_BLUEPRINT, version } as unknown as JsonObject,
    },
    owner,
  );
  const client = node.client(token);
  const started = performance.now();
  const { status } = await client.submitTransaction(
    { params: { registerId }, body: body as never },
    { waitSeconds: 10 },
  );
  if (status !== 'sealed') throw node.failure(`The first submission to ${registerId} is ${status}.`);
  return performance.now() - started;
}

function submissionOf(draft: DraftSubmission, key: KeyPair): Submission {
  const { submission, digest, statementDigest } = must(prepare(draft));
  const signatures = [signed(key, fromHex(digest))];
  if (statementDigest === undefined) return { ...submission, signatures };
  return { ...withStatement(submission, signed(key, fromHex(statementDigest)).signatureValue), signatures };
}

function signed(key: KeyPair, digest: Uint8Array) {
  const { algorithm } = key;
  const signatureValue = toBase64(sign(algorithm, key.privateKey, digest));
  return { publicKey: toBase64(key.publicKey), signatureValue, algorithm };
}

/** Values that are made here are right, or this program is wrong. */
function must<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(JSON.stringify(result.issues));
  return result;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
