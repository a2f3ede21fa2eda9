// What every simulated cluster starts from: seats with cheap signatures that only their keys make, a register that all of them attested with the
// bench blueprint published in docket 1, and signed transactions. Made once for each roster, because real signatures cost time.
import { createHash } from 'node:crypto';
import type { ConsensusSigner } from '../../actors/ports.js';
import { toBase64, toHex } from '../../core/base/bytes.js';
import type { Json } from '../../core/base/json.js';
import type { Claim } from '../../core/consensus/certificate.js';
import { genesisAttestationDigest, voteDigest } from '../../core/consensus/digest.js';
import { freshRecord, tipOf } from '../../core/consensus/state.js';
import { addressOf } from '../../core/crypto/address.js';
import { sign, verifySync } from '../../core/crypto/algorithms.js';
import { docketHash } from '../../core/register/docket.js';
import { finalize, genesisDraft, initiate } from '../../core/register/genesis.js';
import { genesisDocket, genesisState } from '../../core/register/genesis-docket.js';
import { rosterHashOf, validatorIdOf } from '../../core/register/roster.js';
import { applyDocket, buildHeader, nextState } from '../../core/register/state.js';
import type { Certificate, Docket, Hash, RegisterState, Validator } from '../../core/register/types.js';
import type { Transaction } from '../../core/transaction/types.js';
import { signatureTasks } from '../../core/transaction/validate/signature.js';
import { ChainStore } from '../../storage/chain-store.js';
import { type MemoryKv, memoryKv } from '../../storage/memory.js';
import { openStoreOn } from '../../storage/open.js';
import { Registers } from '../../storage/registers.js';
import { value } from '../support/ledger.js';
import { keyOf, signedTransaction } from '../support/ledger-world.js';
import type { SimOptions } from './options.js';

export const REGISTER_ID = '22222222-3333-4444-8555-666666666666';
export const REG = 1;
export const START_MS = Date.UTC(2026, 0, 1);

/** Two actions, one after the other, that anybody may do. */
const LINE = {
  id: 'line',
  title: 'Line',
  description: 'Two actions, one after the other.',
  participants: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
  actions: [
    {
      id: 0,
      title: 'Start',
      sender: 'a',
      isStartingAction: true,
      routes: [{ id: 'r', nextActionIds: [1], isDefault: true }],
    },
    { id: 1, title: 'End', sender: 'b' },
  ],
};

export function fakeSign(publicKey: string, digest: Uint8Array): string {
  const half = createHash('sha256').update(publicKey).update(digest).digest('hex');
  return half + half;
}

export const fakeVerify = ({ publicKey, digest, signature }: Claim): boolean =>
  fakeSign(publicKey, digest) === signature;

export function signerOf(index: number): ConsensusSigner {
  const publicKey = toHex(keyOf(`simulated seat ${index}`).publicKey);
  return { publicKey, validatorId: validatorIdOf(publicKey), sign: (digest) => fakeSign(publicKey, digest) };
}

export function seatsOf(nodes: number): Validator[] {
  return Array.from({ length: nodes }, (_, index) => {
    const { publicKey, validatorId } = signerOf(index);
    return { validatorId, orgId: `org ${index}`, consensusKey: publicKey, peerId: `peer ${index}` };
  });
}

/** Real signatures, checked once for each transaction of the process. */
const good = new Map<string, boolean>();

export function verifiedOnce(tx: Transaction): boolean {
  const key = `${tx.txId} ${tx.signatures.map((one) => one.signatureValue).join(' ')}`;
  let known = good.get(key);
  if (known === undefined) {
    known = signatureTasks(tx).every((task) => verifySync(task.algorithm, task.publicKey, task.digest, task.signature));
    good.set(key, known);
  }
  return known;
}

export interface Founded {
  /** A disk after docket 1; copy it with `crash()`. */
  readonly image: MemoryKv;
  readonly genesisHash: Hash;
  readonly pin: string;
  readonly state: RegisterState;
}

const founded = new Map<string, Promise<Founded>>();

export function foundedOnce(options: SimOptions): Promise<Founded> {
  const { nodes, mode, leader, buildWindowMs, docketTransactionsMax } = options;
  const key = [nodes, mode, leader, buildWindowMs, docketTransactionsMax].join(' ');
  let made = founded.get(key);
  if (!made) {
    made = found(options);
    founded.set(key, made);
  }
  return made;
}

async function found(options: SimOptions): Promise<Founded> {
  const seats = seatsOf(options.nodes);
  const transaction = genesisTransaction(options, seats);
  const proposer = seats[0]!.validatorId;
  const docket = genesisDocket({ transaction, timestampMs: START_MS, proposer });
  const genesis = value(genesisState(docket, { verify: verifySync, signaturesOk: verifiedOnce }));
  const kv = memoryKv();
  const store = await openStoreOn(kv, { nowMs: START_MS, bootId: 'founding', onFatal: () => undefined });
  const { journal } = store;
  const chain = new ChainStore(kv, journal);
  const registers = await Registers.load(kv);
  const sealed = { docket, certificate: certificateOf('GENESIS', docket, seats, genesis.state) };
  await registers.save(journal, recordOf(docket.hash), [
    ...chain.sealOps({ reg: REG, sealed, after: genesis.state, changes: genesis.changes }),
    ...chain.recordOps(REG, freshRecord(tipOf(sealed)), false),
  ]);
  const publication = publicationTransaction();
  const from = {
    state: genesis.state,
    view: chain.view(REG),
    transactions: [publication],
    timestampMs: START_MS + 1,
  };
  const effect = applyDocket(from);
  const { header } = buildHeader({ ...from, proposer, effect });
  const first: Docket = { hash: docketHash(header), header, transactions: [publication], annex: [] };
  const state = nextState(genesis.state, first, effect);
  const second = { docket: first, certificate: certificateOf('COMMIT', first, seats, genesis.state) };
  await journal.commit([
    ...chain.sealOps({ reg: REG, sealed: second, after: state, changes: effect.changes }),
    ...chain.recordOps(REG, freshRecord(tipOf(second)), false),
  ]);
  return { image: kv, genesisHash: docket.hash, pin: publication.txId, state };
}

function recordOf(genesisHash: Hash) {
  const at = new Date(START_MS).toISOString();
  return {
    id: REGISTER_ID,
    reg: REG,
    name: 'Simulated',
    description: '',
    tenantId: 'tenant',
    createdAt: at,
    updatedAt: at,
    status: 'ONLINE',
    seat: 'Running',
    advertise: false,
    isFullReplica: true,
    genesisHash,
  } as const;
}

/** Signed by every seat: more than enough. */
function certificateOf(
  kind: 'GENESIS' | 'COMMIT',
  docket: Docket,
  seats: readonly Validator[],
  genesis: RegisterState,
): Certificate {
  const { height } = docket.header;
  const rosterHash = rosterHashOf({ validators: seats });
  const common = { height, round: 0, docketHash: docket.hash, rosterHash };
  const signatures = seats.map(({ validatorId, consensusKey }, voterIndex) => {
    const vote = { ...common, kind: 'COMMIT' as const, registerId: REGISTER_ID, genesisHash: genesis.hash };
    const digest =
      kind === 'GENESIS'
        ? genesisAttestationDigest(REGISTER_ID, docket.hash)
        : voteDigest({ ...vote, voter: validatorId, approve: true, code: '' });
    return { voterIndex, signature: fakeSign(consensusKey, digest) };
  });
  return { kind, ...common, signatures };
}

function genesisTransaction(options: SimOptions, validators: readonly Validator[]): Transaction {
  const { mode, leader, buildWindowMs, docketTransactionsMax } = options;
  const owner = keyOf('owner');
  const nonce = 'a nonce';
  const registration = value(
    initiate(
      {
        name: 'Simulated',
        tenantId: 'tenant',
        owners: [{ userId: 'owner', walletId: addressOf('ED25519', owner.publicKey) }],
        policy: { consensus: { mode, leader, tenure: 2, buildWindowMs, docketTransactionsMax } },
      },
      { registerId: REGISTER_ID, nonce, nowMs: START_MS, validators: validators.length },
    ),
  );
  const signedAttestations = registration.attestationsToSign.map(({ attestationData, dataToSign }) => ({
    attestationData,
    publicKey: toBase64(owner.publicKey),
    signature: toBase64(sign('ED25519', owner.privateKey, Buffer.from(dataToSign, 'hex'))),
    algorithm: 'ED25519' as const,
  }));
  const payload = value(
    finalize(
      registration,
      { registerId: REGISTER_ID, nonce, signedAttestations },
      { nowMs: START_MS, validators, verify: verifySync },
    ),
  );
  const system = keyOf('system');
  const { payload: body, ...header } = genesisDraft(payload, addressOf('ED25519', system.publicKey));
  return signedTransaction(system, header, body);
}

function publicationTransaction(): Transaction {
  return signedTransaction(
    keyOf('owner'),
    {
      registerId: REGISTER_ID,
      blueprintId: LINE.id,
      actionId: 'blueprint-publish',
      createdAt: new Date(START_MS).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    LINE as unknown as Json,
  );
}

/** A transaction of the workload. */
export interface Wish {
  readonly tx: Transaction;
  /** It may be refused although it was promised: it expires, or another one may take its place. */
  readonly uncertain: boolean;
}

const wishes = new Map<string, readonly Wish[]>();

/**
 * The `sequence`-th wishes of the workload: mostly an action that starts an instance; sometimes one that soon expires, sometimes an instance with
 * two rivals for its second action, of which one can be sealed.
 */
export function wishesOf(pin: string, sequence: number, expiring: boolean): readonly Wish[] {
  const key = `${pin} ${sequence} ${expiring}`;
  let made = wishes.get(key);
  if (!made) {
    made = wishesFor(pin, sequence, expiring);
    wishes.set(key, made);
  }
  return made;
}

function wishesFor(pin: string, sequence: number, expiring: boolean): readonly Wish[] {
  // An instance that a transaction opens by itself has no id that could tell a second copy: only the sealed index knows it.
  const instance = sequence % 5 === 1 ? { instanceId: `instance ${sequence}` } : {};
  const act = (actionId: string, note: string, more: { previousTransactionId?: string; expiresAt?: string } = {}) =>
    signedTransaction(
      keyOf(`sender ${(sequence + note.length) % 3}`),
      {
        registerId: REGISTER_ID,
        blueprintId: LINE.id,
        actionId,
        ...instance,
        publicationTxId: pin,
        createdAt: new Date(START_MS).toISOString(),
        ...more,
      },
      { sequence, note },
    );
  if (expiring && sequence % 5 === 3)
    return [
      {
        tx: act('0', 'short', { expiresAt: new Date(START_MS + 15_000 + sequence * 500).toISOString() }),
        uncertain: true,
      },
    ];
  const start = act('0', 'start');
  if (sequence % 5 !== 1) return [{ tx: start, uncertain: false }];
  const rivals = ['one', 'three'].map((note) => act('1', note, { previousTransactionId: start.txId }));
  return [{ tx: start, uncertain: false }, ...rivals.map((tx) => ({ tx, uncertain: true }))];
}
