// Offers of credentials, found by their id, the hash of their code, and that of the token that a wallet got for it.
import { OFFER_KEPT_MS } from '../../../core/base/limits/node/wallets.js';
import type { CredentialOffer } from '../../../core/credentials/issuing/offer.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import { type CredentialIssuers, countOffer } from './issuers.js';

const offers = defineTable<string, CredentialOffer>('credential-offers');
const codes = defineTable<string, string>('credential-offer-codes');
type OfRecipient = readonly [userId: string, organisationId: string, offerId: string];
const recipients = defineTable<OfRecipient, true>('credential-recipients');
const tokens = defineTable<string, string>('credential-tokens');

export class CredentialOffers {
  private readonly offers: RowTable<string, CredentialOffer>;
  private readonly codes: RowTable<string, string>;
  private readonly recipients: RowTable<OfRecipient, true>;
  private readonly tokens: RowTable<string, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
    private readonly issuers: CredentialIssuers,
  ) {
    this.offers = new RowTable(kv, offers);
    this.codes = new RowTable(kv, codes);
    this.recipients = new RowTable(kv, recipients);
    this.tokens = new RowTable(kv, tokens);
  }

  find(id: string): CredentialOffer | undefined {
    return this.offers.latest(this.queued, id);
  }

  ofCode(codeHash: string): CredentialOffer | undefined {
    return this.findNamed(this.codes, codeHash);
  }

  ofToken(tokenHash: string): CredentialOffer | undefined {
    return this.findNamed(this.tokens, tokenHash);
  }

  /** A new offer. Its organisation counts it, in the row that the same commit may change: ask for that first. */
  add(offer: CredentialOffer): KvOp[] {
    const { id, organisationId, recipient } = offer;
    const own = recipient === undefined ? [] : [this.recipients.put([recipient, organisationId, id], true)];
    return [this.offers.put(id, offer), this.codes.put(offer.codeHash, id), ...own];
  }

  /**
   * Durable offers of an organisation, or of all, for a person alone, the one that ends last first; at most `limit`.
   */
  async ofRecipient(
    of: readonly [userId: string, organisationId?: string],
    limit: number,
  ): Promise<readonly CredentialOffer[]> {
    const offers: CredentialOffer[] = [];
    for await (const [[, , id]] of this.recipients.range({ prefix: of as readonly string[], reverse: true, limit })) {
      const offer = this.find(id);
      if (offer !== undefined) offers.push(offer);
    }
    return offers;
  }

  /** In the place of the offer as it was. An offer that waits no more leaves the count of its organisation. */
  put(offer: CredentialOffer): KvOp[] {
    const before = this.find(offer.id);
    const isRotated = before?.token !== undefined && before.token.hash !== offer.token?.hash;
    return [
      ...(isRotated ? [this.tokens.del(before.token.hash)] : []),
      ...this.rows(offer),
      ...(before?.status === 'Pending' && offer.status !== 'Pending' ? [this.uncount(offer)] : []),
    ];
  }

  /** As an offer of another id, which has another end: rows go in the order of their ids. */
  move(before: CredentialOffer, offer: CredentialOffer): KvOp[] {
    return [
      ...this.remove(before),
      ...[...this.rows(offer), this.codes.put(offer.codeHash, offer.id)],
      ...(before.status === 'Pending' ? [this.uncount(offer)] : []),
    ];
  }

  private rows(offer: CredentialOffer): KvOp[] {
    const named = offer.token === undefined ? [] : [this.tokens.put(offer.token.hash, offer.id)];
    return [this.offers.put(offer.id, offer), ...named];
  }

  /**
   * Deletes what ended a day ago, at most `limit`: their ids lie in the order of their ends. Each in its own commit.
   */
  async sweep(nowMs: number, commit: (ops: readonly KvOp[]) => Promise<void>, limit = 1000): Promise<void> {
    for await (const [id, { expiresAtMs }] of this.offers.range({ limit })) {
      if (expiresAtMs + OFFER_KEPT_MS > nowMs) return;
      const offer = this.find(id);
      if (offer === undefined) continue;
      const counted = offer.status === 'Pending' ? [this.uncount(offer)] : [];
      await commit([...this.remove(offer), ...counted]);
    }
  }

  /** Its rows go; where it waits its organisation is to count it no more. */
  remove(offer: CredentialOffer): KvOp[] {
    return [
      this.offers.del(offer.id),
      this.codes.del(offer.codeHash),
      ...(offer.token === undefined ? [] : [this.tokens.del(offer.token.hash)]),
      ...(offer.recipient === undefined
        ? []
        : [this.recipients.del([offer.recipient, offer.organisationId, offer.id])]),
    ];
  }

  private uncount(offer: CredentialOffer): KvOp {
    const { organisationId } = offer;
    return this.issuers.put(organisationId, countOffer(this.issuers.of(organisationId), offer, -1));
  }

  private findNamed(table: RowTable<string, string>, hash: string): CredentialOffer | undefined {
    const id = table.latest(this.queued, hash);
    return id === undefined ? undefined : this.find(id);
  }
}
