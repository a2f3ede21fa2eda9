// The start of every simulated cluster: seats whose signatures are looked up, a register that all of them attested
// with its workflows published in docket 1 and 2, and signed transactions. Made once for each roster, because real
// signatures cost time.
import { createPrivateKey, sign as edSign, type KeyObject } from 'node:crypto';
import type { ConsensusSigner } from '../../actors/ports.js';
import { toBase64, toHex } from '../../core/base/bytes.js';
import type { Json } from '../../core/base/json.js';
import { genesisDocket, genesisState } from '../../core/chain/genesis/docket.js';
import { applyDocket, buildHeader, nextState } from '../../core/chain/state.js';
import type { SignedClaim } from '../../core/consensus/certificate.js';
import { genesisAttestationDigest, voteDigest } from '../../core/consensus/digest.js';
import { freshRecord, tipOf } from '../../core/consensus/state.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { sign, verifySeat, verifySync } from '../../core/crypto/signing/algorithms.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../core/kinds/participant.js';
import type { Certificate, Docket, Hash, RegisterState, Roster, Validator } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { docketHash } from '../../core/register/docket.js';
import { finalize, genesisDraft, initiate } from '../../core/register/genesis/genesis.js';
import { rosterHashOf, validatorIdOf } from '../../core/register/roster.js';
import { signatureTasks } from '../../core/validate/parts/signature.js';
import { ChainStore } from '../../storage/chain/chain-store.js';
import { Registers } from '../../storage/chain/registers.js';
import { type MemoryKv, memoryKv } from '../../storage/engine/memory.js';
import { openStoreOn, type Store } from '../../storage/open.js';
import { good } from '../support/base/good.js';
import { LINE } from '../support/node/ledger-line.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { recordOf as recordOfWallet } from '../support/register/people.js';
import { CANDIDATES, DISPUTED, DRAWN, FORK, ISSUED, SHARED, TIMED } from './definitions.js';
import type { SimOptions } from './options.js';

/** Registers of a cluster at most, with the same first roster. */
export const REGISTERS_MAX = 4;
export const START_MS = Date.UTC(2026, 0, 1);

/** Signatures of this run that keys of simulated nodes made: looking one up costs less than verifying it. */
const made = new Map<string, string>();

const claimKey = (publicKey: string, digest: Uint8Array) => `${publicKey} ${Buffer.from(digest).toString('base64')}`;

/** Before another run: what was made in the last one is not seen again. */
export function forgetSignatures(): void {
  made.clear();
}

/** Verifies in earnest only what no simulated key made. */
export function holds({ publicKey, digest, signature }: SignedClaim): boolean {
  return made.get(claimKey(publicKey, digest)) === signature || verifySeat(publicKey, digest, signature);
}

export function registerIdOf(number: number): string {
  return `${String(number).repeat(8)}-3333-4444-8555-666666666666`;
}

/** Its members alone may know of the register. Others are offered to everybody, so that nodes without a seat follow. */
export function isHidden(registerId: string, { registers, hidden }: Pick<SimOptions, 'registers' | 'hidden'>): boolean {
  return Number(registerId[0]) > registers - hidden;
}

const keys = new Map<string, { readonly hex: string; readonly key: KeyObject }>();
/** PKCS #8 around a 32-byte Ed25519 seed (RFC 8410 section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The consensus keys of a node: the first, and those that replaced it after a loss. */
function seatKey(index: number, generation: number) {
  const name = `simulated seat ${index}${generation === 0 ? '' : ` again ${generation}`}`;
  let known = keys.get(name);
  if (!known) {
    const { publicKey, privateKey } = keyOf(name);
    // Imported once: the production signer imports its key for every signature, which here is most of the time.
    const key = createPrivateKey({ key: Buffer.concat([PKCS8, privateKey]), format: 'der', type: 'pkcs8' });
    known = { hex: toHex(publicKey), key };
    keys.set(name, known);
  }
  return known;
}

export function signerOf(index: number, generation = 0): ConsensusSigner {
  const { hex: publicKey } = seatKey(index, generation);
  return { publicKey, validatorId: validatorIdOf(publicKey), sign: (digest) => signAs(index, generation, digest) };
}

export function signAs(index: number, generation: number, digest: Uint8Array): string {
  const { hex, key: secret } = seatKey(index, generation);
  const key = claimKey(hex, digest);
  const known = made.get(key) ?? toHex(edSign(null, digest, secret));
  made.set(key, known);
  return known;
}

export function seatOfNode(index: number, generation = 0): Validator {
  const { publicKey, validatorId } = signerOf(index, generation);
  return { validatorId, orgId: `org ${index}`, consensusKey: publicKey, peerId: `peer ${index}` };
}

export function seatsOf(nodes: number): Validator[] {
  return Array.from({ length: nodes }, (_, index) => seatOfNode(index));
}

/** Real signatures, checked once for each transaction of the process. */
const kept = new Map<string, boolean>();

export function verifiedOnce(tx: Transaction): boolean {
  const key = `${tx.txId} ${tx.signatures.map((one) => one.signatureValue).join(' ')}`;
  let known = kept.get(key);
  if (known === undefined) {
    known = signatureTasks(tx).every((task) => verifySync(task.algorithm, task.publicKey, task.digest, task.signature));
    kept.set(key, known);
  }
  return known;
}

export interface FoundedRegister {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly roster: Roster;
  /** TxId of the publication. */
  readonly pin: string;
  /** The same of the workflow with deadlines, where the register has one. */
  readonly forkPin: string | undefined;
  /** The same of the workflow with timers. */
  readonly timedPin: string | undefined;
  /** The same of the workflows with disputes, and with votes and claims. */
  readonly disputedPin: string | undefined;
  readonly sharedPin: string | undefined;
  /** The same of the workflow whose parties read each other's draws. */
  readonly drawnPin: string | undefined;
  /** The same of the workflow with a gate, whose end issues a credential. */
  readonly issuedPin: string | undefined;
  /** The dockets that are sealed on the image. */
  readonly dockets: readonly Docket[];
}

export interface Founded {
  /** A disk on which each register has docket 1; copy it with `crash()`. */
  readonly image: MemoryKv;
  readonly registers: readonly FoundedRegister[];
}

const founded = new Map<string, Promise<Founded>>();

export function foundedOnce(options: SimOptions): Promise<Founded> {
  const { nodes, registers, hidden, forks, timed, disputed, mode, leader, buildWindowMs, docketTransactionsMax } =
    options;
  const size = [nodes, registers, hidden, forks, timed, disputed];
  const key = [...size, mode, leader, buildWindowMs, docketTransactionsMax].join(' ');
  let made = founded.get(key);
  if (!made) {
    made = found(options);
    founded.set(key, made);
  }
  return made;
}

async function found(options: SimOptions): Promise<Founded> {
  const kv = memoryKv();
  const store = await openStoreOn(kv, { nowMs: START_MS, bootId: 'founding', onFatal: () => undefined });
  const ground = { store, chain: new ChainStore(kv, store.journal), registers: await Registers.load(kv) };
  const registers: FoundedRegister[] = [];
  for (let number = 1; number <= options.registers; number++)
    registers.push(await foundOne(options, registerIdOf(number), ground));
  return { image: kv, registers };
}

interface Ground {
  readonly store: Store;
  readonly chain: ChainStore;
  readonly registers: Registers;
}

async function foundOne(options: SimOptions, registerId: string, ground: Ground): Promise<FoundedRegister> {
  const { chain, registers } = ground;
  const { journal } = ground.store;
  const reg = registers.reserve();
  const seats = seatsOf(options.nodes);
  const transaction = genesisTransaction(options, registerId, seats);
  const proposer = seats[0]!.validatorId;
  const docket = genesisDocket({ transaction, timestampMs: START_MS, proposer });
  const genesis = good(genesisState(docket, { verify: verifySync, signaturesOk: verifiedOnce }));
  const sealed = { docket, certificate: attested(docket, seats) };
  const advertise = !isHidden(registerId, options);
  await registers.save(journal, { ...recordOf(registerId, reg, docket.hash), advertise }, [
    ...chain.sealOps({ reg, sealed, after: genesis.state, changes: genesis.changes }),
    ...chain.recordOps(reg, freshRecord(tipOf(sealed)), false),
  ]);
  const dockets = [docket];
  let { state } = genesis;
  const definitions = [
    ...[LINE, ...(options.forks ? [FORK] : []), ...(options.timed ? [TIMED] : [])],
    ...(options.disputed ? [DISPUTED, SHARED, DRAWN, ISSUED] : []),
  ];
  const records = options.disputed ? CANDIDATES.map((id) => recordTransaction(registerId, id)) : [];
  const publications = definitions.map((definition) => publicationTransaction(registerId, definition));
  for (const transaction of [...records, ...publications]) {
    const timestampMs = START_MS + dockets.length;
    const from = { state, view: chain.view(reg), transactions: [transaction], timestampMs };
    const effect = applyDocket(from);
    const { header } = buildHeader({ ...from, proposer, effect });
    const next: Docket = { hash: docketHash(header), header, transactions: [transaction], annex: [] };
    state = nextState(state, next, effect);
    const sealedNext = { docket: next, certificate: committed(next, seats, genesis.state) };
    await journal.commit([
      ...chain.sealOps({ reg, sealed: sealedNext, after: state, changes: effect.changes }),
      ...chain.recordOps(reg, freshRecord(tipOf(sealedNext)), false),
    ]);
    dockets.push(next);
  }
  const pinOf = ({ id }: { readonly id: string }) => publications.find(({ header }) => header.blueprintId === id)?.txId;
  const { roster } = genesis.state;
  return {
    ...{ registerId, genesisHash: docket.hash, roster, pin: pinOf(LINE) ?? '', dockets },
    ...{ forkPin: pinOf(FORK), timedPin: pinOf(TIMED), disputedPin: pinOf(DISPUTED), sharedPin: pinOf(SHARED) },
    drawnPin: pinOf(DRAWN),
    issuedPin: pinOf(ISSUED),
  };
}

function recordOf(id: string, reg: number, genesisHash: Hash) {
  const at = new Date(START_MS).toISOString();
  return {
    id,
    reg,
    name: 'Simulated',
    description: '',
    tenantId: 'tenant',
    createdAt: at,
    updatedAt: at,
    status: 'ONLINE',
    seat: 'Running',
    isFullReplica: true,
    genesisHash,
  } as const;
}

/** Docket 0 with the attestation of every seat. */
function attested(docket: Docket, validators: readonly Validator[]): Certificate {
  const { registerId } = docket.header;
  const digest = genesisAttestationDigest(registerId, docket.hash);
  const signatures = validators.map((_, voterIndex) => ({
    voterIndex,
    signature: signAs(voterIndex, 0, digest),
  }));
  const rosterHash = rosterHashOf({ validators });
  return { kind: 'GENESIS', height: 0, round: 0, docketHash: docket.hash, rosterHash, signatures };
}

/** Signed by every seat: more than enough. */
function committed(docket: Docket, validators: readonly Validator[], genesis: RegisterState): Certificate {
  const { height, registerId } = docket.header;
  const rosterHash = rosterHashOf({ validators });
  const common = { kind: 'COMMIT' as const, height, round: 0, docketHash: docket.hash, rosterHash };
  const signatures = validators.map(({ validatorId }, voterIndex) => {
    const vote = { ...common, registerId, genesisHash: genesis.hash, voter: validatorId, approve: true, code: '' };
    return { voterIndex, signature: signAs(voterIndex, 0, voteDigest(vote)) };
  });
  return { ...common, signatures };
}

function genesisTransaction(options: SimOptions, registerId: string, validators: readonly Validator[]): Transaction {
  const { mode, leader, buildWindowMs, docketTransactionsMax } = options;
  const owner = keyOf('owner');
  const nonce = 'a nonce';
  const registration = good(
    initiate(
      {
        name: 'Simulated',
        tenantId: 'tenant',
        owners: [{ userId: 'owner', walletId: addressOf('ED25519', owner.publicKey) }],
        policy: { consensus: { mode, leader, tenure: 2, buildWindowMs, docketTransactionsMax } },
      },
      { registerId, nonce, nowMs: START_MS, validators: validators.length },
    ),
  );
  const signedAttestations = registration.attestationsToSign.map(({ attestationData, dataToSign }) => ({
    attestationData,
    publicKey: toBase64(owner.publicKey),
    signature: toBase64(sign('ED25519', owner.privateKey, Buffer.from(dataToSign, 'hex'))),
    algorithm: 'ED25519' as const,
  }));
  const payload = good(
    finalize(
      registration,
      { registerId, nonce, signedAttestations },
      { nowMs: START_MS, validators, verify: verifySync },
    ),
  );
  const system = keyOf('system');
  const { payload: body, ...header } = genesisDraft(payload, addressOf('ED25519', system.publicKey));
  return signedTransaction(system, header, body);
}

function recordTransaction(registerId: string, id: string): Transaction {
  const key = keyOf(id);
  const address = addressOf('ED25519', key.publicKey);
  return signedTransaction(
    key,
    {
      ...{ registerId, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION },
      createdAt: new Date(START_MS).toISOString(),
    },
    recordOfWallet(id, [{ ...key, address }]) as unknown as Json,
  );
}

function publicationTransaction(registerId: string, definition: { readonly id: string }): Transaction {
  return signedTransaction(
    keyOf('owner'),
    {
      registerId,
      blueprintId: definition.id,
      actionId: 'blueprint-publish',
      createdAt: new Date(START_MS).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    definition as unknown as Json,
  );
}
