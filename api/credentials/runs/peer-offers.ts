// Gives offers of credentials of runs to nodes of their recipients. The recipient is the wallet that holds the role
// now, by the participant record in force; it signed for the node that asks, within a minute. To everybody else the
// credential is not there.
import { type RecipientPorts, recipientOf } from '../../../actors/credentials/recipients.js';
import type { SubjectAnswer } from '../../../actors/wallet-asks/ports.js';
import type { Acting } from '../../../actors/workflow/encryption/acting.js';
import { keyNameOf } from '../../../actors/workflow/encryption/recipient-keys.js';
import { issue } from '../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import {
  type AskedPlace,
  answerBytes,
  answerDigest,
  askDigest,
  isStale,
  offerText,
  type RunOfferAsk,
  readAsk,
  signatureOf,
} from '../../../core/credentials/issuance/run-offer.js';
import { toldOfferId } from '../../../core/credentials/issuing/offer.js';
import { walletNow } from '../../../core/register/people/party.js';
import { useProblem } from '../../../core/wallet/wallet.js';
import type { RunIssuance } from '../../../storage/tables/credentials/run-issuances.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { OfferMade } from '../new-offer.js';
import { findOffered, makeRunOffer, notYours, type OfferedRun } from './offers.js';

export type PeerOfferPorts = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'credentials' | 'keystore' | 'random' | 'tenants' | 'verifySignature'
> & { readonly config: Pick<ApiDeps['config'], 'publicUrl'> } & RecipientPorts;

export class PeerOffers {
  constructor(private readonly ports: PeerOfferPorts) {}

  /**
   * CREDENTIAL_NOT_FOUND, FORBIDDEN, OFFER_EXPIRED, CREDENTIAL_REVOKED, QUOTA_EXCEEDED, WALLET_LOCKED, BODY_INVALID.
   */
  readonly answer: SubjectAnswer = async ({ registerId, wallet, address: issuer, peerId, text }) => {
    const ask = readAsk(text);
    if (isFailure(ask)) return ask;
    const place: AskedPlace = { registerId, issuer, from: peerId ?? '' };
    const offered = await this.judge(place, ask);
    const problem = isFailure(offered) ? offered : failIf(useProblem(wallet, 'sign'));
    if (problem !== undefined) return problem;
    // From here on in one turn: the offer is counted in the row of its organisation.
    const made = makeRunOffer(this.ports, offered as OfferedRun, ask.wallet);
    if (isFailure(made)) return made;
    const stored = this.ports.commit([...made.ops, ...this.recordOf(made, place, ask)]);
    const signed = await this.sign({ wallet, address: issuer }, made, askDigest(ask, place));
    await stored;
    return signed;
  };

  private async judge(place: AskedPlace, ask: RunOfferAsk): Promise<Result<OfferedRun>> {
    const { clock, verifySignature } = this.ports;
    const offered = findOffered(this.ports, ask.credentialId);
    if (offered?.issuance.registerId !== place.registerId) return fail(notYours());
    if (this.issuerOf(offered.issuance) !== place.issuer) return fail(notYours());
    if (recipientOf(this.ports, offered.issuance) !== ask.wallet) return fail(notYours());
    if (isStale(ask, clock.now()))
      return fail(issue('FORBIDDEN', '', 'The clocks of the two nodes are more than a minute apart.'));
    const task = signatureOf(ask.wallet, ask.signature, askDigest(ask, place));
    return task !== undefined && (await verifySignature(task)) ? offered : fail(notYours());
  }

  private async sign(
    { wallet, address }: Pick<Acting, 'wallet' | 'address'>,
    { offer, credentialOfferUri, preAuthorizedCode = '', txCode }: OfferMade,
    asked: Uint8Array,
  ): Promise<Result<Uint8Array>> {
    const { id: offerId, credentialType, format, createdAtMs, expiresAtMs } = offer;
    const text = offerText({
      ...{ offerId, credentialType, format, createdAtMs, expiresAtMs, credentialOfferUri, preAuthorizedCode },
      ...(txCode !== undefined && { txCode }),
    });
    const signature = await this.ports.keystore.sign(keyNameOf(wallet, address), answerDigest(asked, text));
    return isFailure(signature) ? signature : answerBytes({ offer: text, signature });
  }

  /** The address by which the party that sealed the Issuance acts now. */
  private issuerOf({ registerId, issuanceTxId = '' }: RunIssuance): string | undefined {
    const { chain, ledger } = this.ports;
    const record = ledger.register(registerId);
    const view = record && chain.view(record.reg);
    const sender = view?.transaction(issuanceTxId)?.header.senderWallet;
    return view && sender !== undefined ? walletNow(view, sender) : undefined;
  }

  private recordOf({ offer }: OfferMade, { from: peerId }: AskedPlace, { wallet, credentialId }: RunOfferAsk) {
    const { id, organisationId, credentialType, format } = offer;
    return this.ports.audit.recordRepeated({
      ...{ eventType: 'CredentialOffered', organisationId, identityId: '', address: '', success: true },
      details: { offer: toldOfferId(id), credentialType, format, credentialId, wallet, peerId },
    });
  }
}
