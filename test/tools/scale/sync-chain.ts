// The register that `scale -- sync` catches up on: three seats, a published blueprint, and dockets full of signed
// transactions, each certified by all three. Made with the functions that a node seals with; every signature is real.
import { createHash } from 'node:crypto';
import { BENCH_BLUEPRINT, benchKeys } from '../../../cli/harness/workload.js';
import { fromHex, toBase64, toHex } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { genesisDocket, genesisState } from '../../../core/chain/genesis/docket.js';
import { buildHeader, nextState } from '../../../core/chain/state.js';
import { genesisAttestationDigest, voteDigest } from '../../../core/consensus/digest.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, type KeyPair, sign, verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, prepare } from '../../../core/kinds/build.js';
import type { Certificate, Docket, RegisterState, SealedDocket, Validator } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { docketHash } from '../../../core/register/docket.js';
import { attestationDigest, finalize, genesisDraft, initiate } from '../../../core/register/genesis/genesis.js';
import { rosterHashOf, validatorIdOf } from '../../../core/register/roster.js';
import { PUBLISH_ACTION, transactionOf } from '../../../core/transaction/encode.js';
import { withStatement } from '../../../core/transaction/statement.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Journal } from '../../../storage/engine/journal.js';
import { memoryKv } from '../../../storage/engine/memory.js';

export const REGISTER_ID = '5ca1e000-0000-4000-8000-000000000001';
const SEATS = ['first', 'second', 'third'];
const TENANT = '00000000-0000-0000-0000-000000000001';
const REG = 1;

export interface MadeChain {
  readonly genesis: SealedDocket;
  readonly dockets: readonly SealedDocket[];
}

export interface ChainShape {
  readonly dockets: number;
  readonly perDocket: number;
  readonly onProgress?: (made: number, of: number) => void;
}

export async function madeChain({ dockets, perDocket, onProgress }: ChainShape): Promise<MadeChain> {
  const maker = new Maker();
  const genesis = await maker.found();
  const owner = keyOf('owner');
  const publication = signedBy(owner, {
    registerId: REGISTER_ID,
    blueprintId: BENCH_BLUEPRINT.id,
    actionId: PUBLISH_ACTION,
    senderWallet: addressOf('ED25519', owner.publicKey),
    createdAt: new Date(maker.nowMs).toISOString(),
    payload: BENCH_BLUEPRINT as unknown as JsonObject,
  });
  const made = [await maker.seal([publication])];
  const keys = benchKeys(16);
  for (let i = 0; i < dockets; i++) {
    const transactions = Array.from({ length: perDocket }, (_, j) =>
      maker.action(keys[j % keys.length] as KeyPair, publication.txId, i * perDocket + j),
    );
    made.push(await maker.seal(transactions));
    onProgress?.(i + 1, dockets);
  }
  return { genesis, dockets: made };
}

class Maker {
  readonly nowMs = Date.UTC(2026, 0, 1);
  private readonly journal: Journal;
  private readonly chain: ChainStore;
  private readonly seats = SEATS.map(keyOf);
  private state: RegisterState | undefined;

  constructor() {
    const kv = memoryKv();
    this.journal = new Journal(kv, { onFatal: (error) => Promise.reject(error) });
    this.chain = new ChainStore(kv, this.journal);
  }

  async found(): Promise<SealedDocket> {
    const owner = keyOf('owner');
    const payload = genesisPayload(owner, this.seats.map(validatorOf), this.nowMs);
    const draft = genesisDraft(payload, addressOf('ED25519', owner.publicKey));
    const docket = genesisDocket({
      transaction: signedBy(owner, draft),
      timestampMs: this.nowMs,
      proposer: validatorOf(this.seats[0] as KeyPair).validatorId,
    });
    const founded = must(genesisState(docket, { verify: verifySync, signaturesOk: () => true }));
    const sealed = { docket, certificate: this.certificate(docket, founded.state) };
    await this.journal.commit(this.chain.sealOps({ reg: REG, sealed, after: founded.state, changes: founded.changes }));
    this.state = founded.state;
    return sealed;
  }

  async seal(transactions: readonly Transaction[]): Promise<SealedDocket> {
    const state = this.state as RegisterState;
    const { header, effect } = buildHeader({
      state,
      view: this.chain.view(REG),
      transactions,
      timestampMs: state.timestampMs + 1000,
      proposer: validatorOf(this.seats[0] as KeyPair).validatorId,
    });
    const docket = { hash: docketHash(header), header, transactions, annex: [] };
    const sealed = { docket, certificate: this.certificate(docket, state) };
    const after = nextState(state, docket, effect);
    await this.journal.commit(this.chain.sealOps({ reg: REG, sealed, after, changes: effect.changes }));
    this.state = after;
    return sealed;
  }

  action(key: KeyPair, publicationTxId: string, sequence: number): Transaction {
    return signedBy(key, {
      registerId: REGISTER_ID,
      publicationTxId,
      blueprintId: BENCH_BLUEPRINT.id,
      actionId: '0',
      senderWallet: addressOf('ED25519', key.publicKey),
      createdAt: new Date(this.nowMs).toISOString(),
      payload: { sequence, note: 'A short note, as most records have one.' },
    });
  }

  private certificate({ hash, header }: Docket, { genesisHash, roster }: RegisterState): Certificate {
    const { height, registerId } = header;
    const kind = height === 0 ? ('GENESIS' as const) : ('COMMIT' as const);
    const common = { height, round: 0, docketHash: hash, rosterHash: rosterHashOf(roster) };
    const signatures = this.seats.map((key, voterIndex) => {
      const vote = { ...common, registerId, genesisHash, voter: validatorOf(key).validatorId, approve: true, code: '' };
      const digest =
        kind === 'GENESIS' ? genesisAttestationDigest(registerId, hash) : voteDigest({ ...vote, kind: 'COMMIT' });
      return { voterIndex, signature: toHex(sign('ED25519', key.privateKey, digest)) };
    });
    return { ...common, kind, signatures };
  }
}

function genesisPayload(owner: KeyPair, validators: readonly Validator[], nowMs: number) {
  const nonce = 'scale';
  const walletId = addressOf('ED25519', owner.publicKey);
  const request = { name: 'Scale of sync', tenantId: TENANT, owners: [{ userId: 'scale', walletId }] };
  const given = { registerId: REGISTER_ID, nonce, nowMs, validators: validators.length };
  const registration = must(initiate(request, given));
  const signedAttestations = registration.attestationsToSign.map(({ attestationData }) => ({
    attestationData,
    publicKey: toBase64(owner.publicKey),
    signature: toBase64(sign('ED25519', owner.privateKey, fromHex(attestationDigest(attestationData)))),
    algorithm: 'ED25519' as const,
  }));
  const answer = { registerId: REGISTER_ID, nonce, signedAttestations };
  return must(finalize(registration, answer, { nowMs, validators, verify: verifySync }));
}

function validatorOf(key: KeyPair): Validator {
  const consensusKey = toHex(key.publicKey);
  return { validatorId: validatorIdOf(consensusKey), orgId: TENANT, consensusKey, peerId: '' };
}

function keyOf(name: string): KeyPair {
  return generate('ED25519', createHash('sha256').update(`scale of sync, ${name}`).digest());
}

function signedBy(key: KeyPair, draft: DraftSubmission): Transaction {
  const { submission, digest, statementDigest } = must(prepare(draft));
  const signed = (hex: string) => toBase64(sign(key.algorithm, key.privateKey, fromHex(hex)));
  const signatureValue = signed(digest);
  const whole = statementDigest === undefined ? submission : withStatement(submission, signed(statementDigest));
  const signatures = [{ publicKey: toBase64(key.publicKey), signatureValue, algorithm: key.algorithm }];
  return must(transactionOf({ ...whole, signatures }));
}

/** Values that are made here are right, or this program is wrong. */
function must<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(JSON.stringify(result.issues));
  return result;
}
