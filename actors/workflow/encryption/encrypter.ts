// From what an action discloses to a transaction that lacks its signature only: envelope, canonical texts, hashes. It
// is all the work on a move that takes no key of a wallet. That is most of it, so a node does it in a thread. The
// agreements of a sender stay in here.
import type { Json } from '../../../core/base/json.js';
import type { Clock, Random } from '../../../core/base/ports.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { type CellEncryption, encryptCells } from '../../../core/envelope/cells/encrypt.js';
import { walletsOf } from '../../../core/envelope/envelope.js';
import { type DraftSubmission, prepare } from '../../../core/kinds/build.js';
import type { Unsigned } from '../../../core/transaction/encode.js';
import { Agreements } from './agreements.js';

/** The content that is to be encrypted, and the rest of the transaction that it goes into. */
export interface EncryptionAsk {
  readonly draft: Omit<DraftSubmission, 'payload' | 'recipients' | 'priority'>;
  readonly sealing: Omit<CellEncryption, 'entropy'>;
}

export interface EncryptedDraft {
  readonly unsigned: Unsigned;
  /** 64 hex digits: the 32 bytes to sign. */
  readonly digest: string;
}

export interface Encrypter {
  /** Issues of encryptCells, and of the form of the transaction; NODE_UNAVAILABLE where nothing can be sealed now. */
  encrypt(ask: EncryptionAsk): Promise<Result<EncryptedDraft>>;
  /** The register has sealed a transaction that has carriers: envelopes after it may refer to them. */
  onCarried(txId: string): void;
}

export class LocalEncrypter implements Encrypter {
  private readonly random: Pick<Random, 'bytes'>;
  private readonly agreements: Agreements;

  constructor(ports: { readonly clock: Pick<Clock, 'now'>; readonly random: Pick<Random, 'bytes'> }) {
    this.random = ports.random;
    this.agreements = new Agreements(ports);
  }

  async encrypt(ask: EncryptionAsk): Promise<Result<EncryptedDraft>> {
    return this.encryptNow(ask);
  }

  /** `encrypt`, at once. */
  encryptNow({ draft, sealing }: EncryptionAsk): Result<EncryptedDraft> {
    const { agreements, random } = this;
    const place = { sender: draft.senderWallet, registerId: draft.registerId };
    const entropy = random.bytes(32);
    const groups = agreements.with(place, sealing.groups);
    // With the seeds and the evidence of gates, where it has some: the nonces of its holders are over these seeds.
    const envelope = encryptCells({ ...sealing, groups, entropy });
    if (isFailure(envelope)) return envelope;
    const prepared = prepare({ recipients: walletsOf(envelope), payload: envelope as unknown as Json, ...draft });
    if (isFailure(prepared)) return prepared;
    agreements.onOffered(prepared.transactionId, place, groups);
    return { unsigned: prepared.unsigned, digest: prepared.digest };
  }

  onCarried(txId: string): void {
    this.agreements.onCarried(txId);
  }
}
