// A small register in memory for tests: wallets from fixed seeds, a genesis, and dockets sealed one after the other.
// Deterministic.
import { fromHex, toBase64, toHex } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../core/base/limits/ledger/instances.js';
import { genesisDocket, genesisState } from '../../../core/chain/genesis/docket.js';
import { buildHeader, checkDocket, nextState } from '../../../core/chain/state.js';
import { genesisAttestationDigest, voteDigest } from '../../../core/consensus/digest.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, type KeyPair, sign, verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, prepare, withSignedStatement } from '../../../core/kinds/build.js';
import { kindOf } from '../../../core/kinds/index.js';
import type {
  Docket,
  RegisterState,
  Roster,
  SealedAt,
  SealedDocket,
  StateChange,
  StateView,
  Validator,
} from '../../../core/model/register.js';
import type { SignatureAlgorithm, Submission, Transaction } from '../../../core/model/transaction.js';
import { docketHash } from '../../../core/register/docket.js';
import { attestationDigest, finalize, genesisDraft, initiate } from '../../../core/register/genesis/genesis.js';
import type { GenesisPayload } from '../../../core/register/genesis/payload.js';
import { slotStart } from '../../../core/register/people/slot-rows.js';
import { rosterHashOf, validatorIdOf } from '../../../core/register/roster.js';
import { transactionOf } from '../../../core/transaction/encode.js';
import { signatureTasks } from '../../../core/validate/parts/signature.js';
import { good } from '../base/good.js';
import { RULES_NEXT } from '../definitions/rules-next.js';

export const NOW = Date.parse('2026-01-02T03:04:05.678Z');
export const REGISTER_ID = '00000000-1111-4222-8333-444444444444';
export const AT = new Date(NOW).toISOString();

export interface Wallet extends KeyPair {
  readonly address: string;
}

export function wallet(name: string, algorithm: SignatureAlgorithm = 'ED25519'): Wallet {
  const pair = generate(algorithm, sha256(`wallet ${name}`));
  return { ...pair, address: addressOf(algorithm, pair.publicKey) };
}

export function submission(draft: DraftSubmission, signers: readonly Wallet[]): Submission {
  const unstated = good(prepare(draft));
  const [by] = signers;
  const said = (hex: string) => by && toBase64(sign(by.algorithm, by.privateKey, fromHex(hex)));
  const statement = unstated.statementDigest === undefined ? undefined : said(unstated.statementDigest);
  const prepared = statement === undefined ? unstated : withSignedStatement(unstated, statement);
  return {
    ...prepared.submission,
    signatures: signers.map((signer) => ({
      publicKey: toBase64(signer.publicKey),
      signatureValue: toBase64(sign(signer.algorithm, signer.privateKey, fromHex(prepared.digest))),
      algorithm: signer.algorithm,
    })),
  };
}

export function signed(draft: DraftSubmission, signers: readonly Wallet[]): Transaction {
  return good(transactionOf(submission(draft, signers)));
}

export function verified(tx: Transaction): boolean {
  return signatureTasks(tx).every((t) => verifySync(t.algorithm, t.publicKey, t.digest, t.signature));
}

export const owner = wallet('owner');
export const system = wallet('system');
export const alice = wallet('alice');
export const bob = wallet('bob');

/** Seat keys of this process by their public key: each owner of a seat here can sign certificates. */
const seatKeys = new Map<string, KeyPair>();

/** A seat with a key from a fixed seed. */
export function aSeat(name: string): Validator {
  const key = generate('ED25519', sha256(`validator ${name}`));
  const consensusKey = toHex(key.publicKey);
  seatKeys.set(consensusKey, key);
  return { validatorId: validatorIdOf(consensusKey), orgId: 'org', consensusKey, peerId: '' };
}

/** Signs a digest with the key of a seat, as its node would. */
export function signAsSeat(seat: Pick<Validator, 'consensusKey'>, digest: Uint8Array): string {
  return toHex(sign('ED25519', seatKeys.get(seat.consensusKey)!.privateKey, digest));
}

export const VALIDATOR: Validator = aSeat('0');

export function genesisPayload(): GenesisPayload {
  const registration = good(
    initiate(
      { name: 'Test register', tenantId: 'tenant', owners: [{ userId: 'u', walletId: owner.address }] },
      { registerId: REGISTER_ID, nonce: 'n', nowMs: NOW, validators: 1 },
    ),
  );
  const { attestationData } = registration.attestationsToSign[0]!;
  return good(
    finalize(
      registration,
      {
        registerId: REGISTER_ID,
        nonce: 'n',
        signedAttestations: [
          {
            attestationData,
            publicKey: toBase64(owner.publicKey),
            signature: toBase64(sign('ED25519', owner.privateKey, fromHex(attestationDigest(attestationData)))),
            algorithm: 'ED25519',
          },
        ],
      },
      { nowMs: NOW, validators: [VALIDATOR], verify: verifySync },
    ),
  );
}

/** A register whose dockets are checked as a validator would check them, then sealed. */
/** The start of the slot after the one of a time. */
export function slotAfter(atMs: number): number {
  return slotStart(atMs + READING_SLOT_MS);
}

export class Ledger {
  readonly dockets: SealedDocket[] = [];
  readonly #state = new Map<string, JsonObject>();
  readonly #where = new Map<string, SealedAt>();
  readonly #txs = new Map<string, Transaction>();
  state: RegisterState;
  readonly view: StateView = {
    state: (key) => this.#state.get(key),
    sealOf: (txId) => this.#where.get(txId),
    transaction: (txId) => this.#txs.get(txId),
    docketAt: (height) => {
      const at = this.dockets[height]?.docket;
      return at && { docketHash: at.hash, stateHash: at.header.stateHash, timestampMs: at.header.timestampMs };
    },
  };

  /** `metadata` are those of the genesis transaction. */
  constructor(payload: GenesisPayload = genesisPayload(), metadata?: JsonObject) {
    const draft = genesisDraft(payload, system.address);
    const transaction = signed({ ...draft, ...(metadata && { metadata }) }, [system]);
    const docket = genesisDocket({ transaction, timestampMs: NOW, proposer: VALIDATOR.validatorId });
    const founded = good(genesisState(docket, { verify: verifySync, signaturesOk: verified }));
    this.state = founded.state;
    this.#keep(docket, founded.changes);
  }

  /** People sign at the time of the tip. */
  get now(): string {
    return new Date(this.state.timestampMs).toISOString();
  }

  /** The next docket with these transactions; whether it is valid is not asked. */
  docket(transactions: readonly Transaction[], timestampMs = this.state.timestampMs + 1000): Docket {
    const { header } = buildHeader({
      state: this.state,
      view: this.view,
      transactions,
      timestampMs,
      proposer: this.state.roster.validators[0]!.validatorId,
    });
    return { hash: docketHash(header), header, transactions, annex: [] };
  }

  /** Time goes on to the next slot, in which the records of now count for readers. */
  passSlot(): void {
    this.state = { ...this.state, timestampMs: slotAfter(this.state.timestampMs) };
  }

  seal(...transactions: Transaction[]): Docket {
    return this.sealAt(this.state.timestampMs + 1000, ...transactions);
  }

  sealAt(timestampMs: number, ...transactions: Transaction[]): Docket {
    const docket = this.docket(transactions, timestampMs);
    const { effect } = good(
      checkDocket(docket, this.state, { view: this.view, signaturesOk: verified, rulesLatest: RULES_NEXT }),
    );
    const { roster } = this.state;
    this.state = nextState(this.state, docket, effect);
    this.#keep(docket, effect.changes, roster);
    return docket;
  }

  #keep(docket: Docket, changes: readonly StateChange[], roster = this.state.roster): void {
    for (const { key, value: next } of changes) {
      if (next) this.#state.set(key, next);
      else this.#state.delete(key);
    }
    for (const [index, tx] of docket.transactions.entries()) {
      this.#where.set(tx.txId, { height: docket.header.height, index, timestampMs: docket.header.timestampMs });
      this.#txs.set(tx.txId, tx);
      for (const key of kindOf(tx.header).leaves(tx))
        if (!this.#state.has(key)) throw new Error(`a ${kindOf(tx.header).kind} does not leave ${key}`);
    }
    this.dockets.push({ docket, certificate: this.#certificate(docket, roster) });
  }

  #certificate(docket: Docket, roster: Roster): SealedDocket['certificate'] {
    const { height, registerId } = docket.header;
    const genesisHash = this.state.genesisHash;
    const common = { height, round: 0, docketHash: docket.hash, rosterHash: rosterHashOf(roster) };
    const digestOf = (voter: string) =>
      height === 0
        ? genesisAttestationDigest(registerId, docket.hash)
        : voteDigest({ ...common, kind: 'COMMIT', registerId, genesisHash, voter, approve: true, code: '' });
    return {
      ...common,
      kind: height === 0 ? 'GENESIS' : 'COMMIT',
      signatures: roster.validators.map((seat, voterIndex) => ({
        voterIndex,
        signature: signAsSeat(seat, digestOf(seat.validatorId)),
      })),
    };
  }
}

const ANSWERED: Json = [{ type: 'object', properties: { amount: { type: 'integer' } } }];

/** Alice (fixed) asks, an open role answers; the answer may be asked again or split in two. */
export const DEFINITION: JsonObject = {
  language: 2,
  title: 'Loan',
  cancellation: { by: ['opener'] },
  participants: [
    { id: 'applicant', name: 'Applicant', walletAddress: alice.address },
    { id: 'clerk', name: 'Clerk', walletAddress: null },
  ],
  actions: [
    {
      id: 0,
      title: 'Apply',
      sender: 'applicant',
      isStartingAction: true,
      dataSchemas: [
        {
          type: 'object',
          required: ['amount'],
          properties: { amount: { type: 'integer', minimum: 1 }, code: { type: 'string', pattern: '^(a+)+$' } },
        },
      ],
      routes: [{ id: 'r', nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Answer',
      sender: 'clerk',
      dataSchemas: ANSWERED,
      routes: [{ nextActionIds: [2, 3] }],
      rejectionConfig: { targetActionId: 0 },
    },
    { id: 2, title: 'Pay', sender: 'clerk', dataSchemas: ANSWERED },
    { id: 3, title: 'Archive', sender: 'clerk', dataSchemas: ANSWERED },
  ],
};

export function publish(definition: Json = DEFINITION, blueprintId = 'loan', by: Wallet = owner): Transaction {
  return signed(
    {
      registerId: REGISTER_ID,
      blueprintId,
      actionId: 'blueprint-publish',
      senderWallet: by.address,
      createdAt: AT,
      payload: definition,
    },
    [by],
  );
}

export function act(members: Partial<DraftSubmission> & { readonly actionId: string }, by: Wallet): Transaction {
  return signed(actDraft(members, by), [by]);
}

export function actDraft(
  members: Partial<DraftSubmission> & { readonly actionId: string },
  by: Wallet,
): DraftSubmission {
  return {
    registerId: REGISTER_ID,
    blueprintId: 'loan',
    senderWallet: by.address,
    createdAt: AT,
    payload: { amount: 5 },
    ...members,
  };
}
