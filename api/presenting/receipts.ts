// Credentials that a wallet takes with the word of its person at the issuer: offers that wait for the answer of the
// browser, and their outcomes. In memory, bounded, for minutes: after a restart the person asks anew. The answer is
// taken once, in a session of that person alone: so the credential of another person is put into no wallet.
import { LRUCache } from 'lru-cache';
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { AUTHORIZATION_MS, AUTHORIZATIONS_MAX, RECEIPTS_OF_PERSON_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { fail, failIf, type Result } from '../../core/base/result.js';
import type { WalletClient } from '../../core/credentials/holding/authorizing.js';
import type { FoundOffer, MetServer } from '../../core/credentials/holding/metadata.js';
import type { ReceivedOffer } from '../../core/credentials/holding/pending.js';

/** An offer whose person is at the issuer. */
export interface AskedReceipt extends WalletClient {
  /** The name under which the person owns wallets. */
  readonly ownerId: string;
  /** Address of the wallet. */
  readonly wallet: string;
  readonly offered: FoundOffer;
  readonly server: Pick<MetServer, 'issuer' | 'tokenEndpoint' | 'takesDpop' | 'clientAttestation'>;
  /** The private key of the session with the issuer. */
  readonly secret: Uint8Array;
  /** The answer to the challenge (RFC 7636). */
  readonly verifier: string;
}

export type ReceiptOutcome = { readonly received: ReceivedOffer } | { readonly refused: Issue };

export interface IssuerReceipt extends AskedReceipt {
  readonly id: string;
  readonly endsAtMs: number;
  readonly isTaken: boolean;
  readonly outcome?: ReceiptOutcome;
}

const SECRET_BYTES = 32;
const ID_DIGITS = 32;

/** It tells nothing of the state. */
const idOf = (state: string) => sha256Hex(state).slice(0, ID_DIGITS);

export class IssuerReceipts {
  private readonly kept: LRUCache<string, IssuerReceipt>;

  constructor(
    private readonly clock: Pick<Clock, 'now' | 'steady'>,
    private readonly random: Pick<Random, 'bytes'>,
  ) {
    this.kept = new LRUCache({ max: AUTHORIZATIONS_MAX, ttl: AUTHORIZATION_MS, perf: { now: () => clock.steady() } });
  }

  /** 256 bits in 43 characters, for a state and for the verifier of a challenge. */
  draw(): string {
    return toBase64Url(this.random.bytes(SECRET_BYTES));
  }

  /** QUOTA_EXCEEDED where as many wait for the person as may. */
  roomProblem(ownerId: string): Issue | undefined {
    const own = [...this.kept.values()].filter((each) => each.ownerId === ownerId && !each.isTaken);
    if (own.length < RECEIPTS_OF_PERSON_MAX) return undefined;
    const message = `${RECEIPTS_OF_PERSON_MAX} offers wait for you at their issuers: let them end.`;
    return issue('QUOTA_EXCEEDED', '', message);
  }

  /** Under the state that the browser brings back. QUOTA_EXCEEDED where others came while the issuer was asked. */
  open(asked: AskedReceipt, state: string): Result<IssuerReceipt> {
    const full = failIf(this.roomProblem(asked.ownerId));
    if (full) return full;
    const receipt = { ...asked, id: idOf(state), endsAtMs: this.clock.now() + AUTHORIZATION_MS, isTaken: false };
    this.kept.set(receipt.id, receipt);
    return receipt;
  }

  /** AUTHORIZATION_NOT_FOUND for one of another person too. */
  find(id: string, ownerId: string): Result<IssuerReceipt> {
    const receipt = this.kept.get(id);
    return receipt?.ownerId === ownerId ? receipt : fail(notFound());
  }

  /**
   * Ends the waiting: of two answers the second one finds none. AUTHORIZATION_NOT_FOUND for another person, who ends
   * none.
   */
  take(state: string, ownerId: string): Result<IssuerReceipt> {
    const receipt = this.kept.get(idOf(state));
    if (receipt === undefined || receipt.ownerId !== ownerId || receipt.isTaken) return fail(notFound());
    this.put({ ...receipt, isTaken: true });
    return receipt;
  }

  /** The outcome, told until the time of the receipt is over. */
  settle({ id }: IssuerReceipt, outcome: ReceiptOutcome): void {
    const receipt = this.kept.get(id);
    if (receipt !== undefined) this.put({ ...receipt, isTaken: true, outcome });
  }

  private put(receipt: IssuerReceipt): void {
    this.kept.set(receipt.id, receipt, { noUpdateTTL: true });
  }
}

function notFound() {
  return issue(
    'AUTHORIZATION_NOT_FOUND',
    '',
    'Nothing of yours waits for this answer: it was taken, or its time is over.',
  );
}
