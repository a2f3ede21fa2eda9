// Parties of language 2 on a register in memory: wallets with participant records, and readable moves of one instance.
import { concat, toBase64 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { encapsulationPair } from '../../../core/crypto/encryption/ml-kem.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import { instanceAt } from '../../../core/instance/rows.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { primaryDigest } from '../../../core/register/people/primary-proof.js';
import { validate } from '../../../core/validate/validate.js';
import { actDraft, Ledger, publish, REGISTER_ID, signed, type Wallet } from './ledger.js';

export const INSTANCE = 'inst-1';
/** With which each wallet of ML-DSA-65 receives. */
export const RECEIVING = encapsulationPair(concat(sha256('d'), sha256('z')));

/** The content of a record where a test does not state it. */
export function recordOf(
  participantId: string,
  wallets: readonly Wallet[],
  more: Partial<ParticipantRecord> = {},
): ParticipantRecord {
  return {
    participantId,
    organizationName: `Organisation of ${participantId}`,
    participantName: participantId,
    status: 'Active',
    version: 1,
    addresses: wallets.map(({ address, publicKey, algorithm }, i) => ({
      walletAddress: address,
      publicKey: toBase64(publicKey),
      algorithm,
      primary: i === 0,
      ...(algorithm === 'ML-DSA-65' && { encapsulationKey: toBase64(RECEIVING.publicKey) }),
    })),
    ...more,
  };
}

/** The record with the signature of its primary wallet over it. */
export function provenBy(
  record: ParticipantRecord,
  { algorithm, privateKey }: Wallet,
  registerId = REGISTER_ID,
): ParticipantRecord {
  return { ...record, primaryProof: toBase64(sign(algorithm, privateKey, primaryDigest(registerId, record))) };
}

export class People {
  readonly ledger: Ledger;
  readonly pin: string;
  readonly definition: Definition;
  private readonly latest = new Map<
    string,
    { readonly txId: string; readonly version: number; readonly primary: string }
  >();
  private made = 0;

  /** `enrolled` are records that are there before the definition is published, each of one wallet. */
  constructor(definition: JsonObject, enrolled: Readonly<Record<string, Wallet>> = {}) {
    this.ledger = new Ledger();
    for (const [id, by] of Object.entries(enrolled)) this.enrol(id, [by]);
    this.definition = definition as unknown as Definition;
    const publication = publish(definition);
    this.ledger.seal(publication);
    this.pin = publication.txId;
  }

  get instance(): Instance {
    return instanceAt(this.ledger.view, INSTANCE) as Instance;
  }

  /**
   * The next version of a record, signed by its first wallet unless stated; inside by a new primary wallet, too.
   */
  record(
    id: string,
    wallets: readonly Wallet[],
    more: Partial<ParticipantRecord> & { by?: Wallet; unproven?: true; made?: string } = {},
  ): Transaction {
    const { by = wallets[0] as Wallet, unproven, made = this.ledger.now, ...members } = more;
    const before = this.latest.get(id);
    const record = recordOf(id, wallets, { version: (before?.version ?? 0) + 1, ...members });
    const primary = wallets[0] as Wallet;
    const isNew = before && before.primary !== primary.address;
    return signed(
      {
        registerId: REGISTER_ID,
        blueprintId: PARTICIPANT_BLUEPRINT,
        actionId: PARTICIPANT_ACTION,
        senderWallet: by.address,
        createdAt: made,
        ...(before && { previousTransactionId: before.txId }),
        payload: (isNew && !unproven ? provenBy(record, primary) : record) as unknown as Json,
      },
      [by],
    );
  }

  /** Seals that record. */
  enrol(...of: Parameters<People['record']>): Transaction {
    const tx = this.record(...of);
    this.ledger.seal(tx);
    const { version, addresses } = tx.payload as unknown as ParticipantRecord;
    const primary = addresses.find((one) => one.primary)?.walletAddress ?? '';
    this.latest.set(of[0], { txId: tx.txId, version, primary });
    return tx;
  }

  /** A record that had each of the wallets as its primary one, in turn: all of them speak for it. */
  enrolKeys(id: string, wallets: readonly Wallet[]): void {
    for (const [i, key] of wallets.entries()) this.enrol(id, [key], { by: wallets[Math.max(i - 1, 0)] as Wallet });
  }

  /** A move with a readable payload; an action leads where its first route does. */
  move(
    action: number,
    by: Wallet,
    more: {
      after?: Transaction;
      type?: string;
      payload?: JsonObject;
      with?: readonly Wallet[];
      roles?: unknown;
      as?: string;
      next?: readonly number[];
      /** Other members of the metadata. */
      said?: JsonObject;
      /** Its createdAt. */
      made?: string;
    } = {},
  ): Transaction {
    const { after, type = 'Action' } = more;
    const next = more.next ?? planOf(this.definition).actions.get(String(action))?.routes[0]?.nextActionIds ?? [];
    const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: this.pin };
    const isAction = type === 'Action';
    const payload =
      more.payload ?? (isAction ? { n: this.made++ } : { type: type.toLowerCase(), reason: `because ${this.made++}` });
    const draft = actDraft(
      {
        actionId: String(action),
        instanceId: INSTANCE,
        publicationTxId: this.pin,
        createdAt: more.made ?? this.ledger.now,
        ...(after && { previousTransactionId: after.txId }),
        payload,
        // A number of its own: neither signatures nor the time of the test tell moves apart.
        metadata: {
          type,
          ...(['Handover', 'Claim', 'Release'].includes(type) && { n: this.made++ }),
          ...(isAction && { routing }),
          ...(more.roles !== undefined && { roles: more.roles }),
          ...(more.as !== undefined && { as: more.as }),
          ...more.said,
        } as JsonObject,
      },
      by,
    );
    return signed(draft, [by, ...(more.with ?? [])]);
  }

  /** A vote with a readable payload, as `role: vote` says; of a deputy with the record for which it votes. */
  vote(
    action: number,
    by: Wallet,
    cast: readonly [role: string, vote: string, principal?: string],
    after: Transaction,
  ): Transaction {
    const [role, vote, principal] = cast;
    const place = {
      actionId: String(action),
      instanceId: INSTANCE,
      publicationTxId: this.pin,
      createdAt: this.ledger.now,
    };
    const payload = { n: this.made++ };
    const metadata = { type: 'Vote', role, vote, ...(principal !== undefined && { for: principal }) };
    return signed(actDraft({ ...place, previousTransactionId: after.txId, payload, metadata }, by), [by]);
  }

  /** Seals that vote. */
  cast(...of: Parameters<People['vote']>): Transaction {
    const tx = this.vote(...of);
    this.ledger.seal(tx);
    return tx;
  }

  seal(...of: Parameters<People['move']>): Transaction {
    const tx = this.move(...of);
    this.ledger.seal(tx);
    return tx;
  }

  /** `ok`, or the codes. */
  judge(tx: Transaction, docketMs?: number): string {
    const { state, view } = this.ledger;
    const verdict = validate(tx, { state, view, signaturesOk: true, ...(docketMs !== undefined && { docketMs }) });
    return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
  }
}

const DATA = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

/** An action that states a number, and leads on. */
export function step(id: number, sender: string, next: readonly number[], more: object = {}): JsonObject {
  return { id, sender, dataSchemas: [DATA], routes: [{ nextActionIds: [...next] }], ...more } as unknown as JsonObject;
}
