// Further tokens for a wallet that waits for a credential of a run. A credential has one such wallet, the newest. Its
// offer stays as long as it may wait, under an id that is told to this wallet alone.
import { toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { ACCESS_TOKEN_MS, WAITING_WALLET_MS } from '../../../../core/base/limits/node/wallets.js';
import type { AttestedClient } from '../../../../core/credentials/issuing/client-attestation.js';
import type { DpopProof } from '../../../../core/credentials/issuing/dpop.js';
import type { IssuedCredential } from '../../../../core/credentials/issuing/issued.js';
import {
  type CredentialOffer,
  endRefresh,
  isLasting,
  judgeRefresh,
  type LastingOffer,
  type OfferToken,
  readRefreshToken,
  refreshTokenText,
  toldOfferId,
} from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { spendAttestation } from '../../../credentials/attestations.js';
import { idByEnd } from '../../../credentials/ids.js';
import type { AskedIssuer } from '../../../credentials/issuers.js';
import { spendProof } from '../../../credentials/wallet-access.js';
import type { ApiCall } from '../../../define.js';
import type { CredentialDeps } from '../deps.js';

/** Shown by a wallet beside a code or a token. */
export interface ShownWallet {
  readonly proof: DpopProof | undefined;
  readonly client: AttestedClient | undefined;
  readonly clientId: string | undefined;
}

export interface GivenToken {
  readonly offer: CredentialOffer;
  readonly token: string;
  readonly refreshToken?: string;
}

const SECRET_BYTES = 32;

export function newSecret({ random }: CredentialDeps): string {
  return toBase64Url(random.bytes(SECRET_BYTES));
}

export function tokenRow({ clock }: CredentialDeps, token: string, proof: DpopProof | undefined): OfferToken {
  const bound = proof === undefined ? {} : { thumbprint: proof.thumbprint };
  return { hash: sha256Hex(token), expiresAtMs: clock.now() + ACCESS_TOKEN_MS, ...bound };
}

/** The last question about a request. */
export function spendShown(deps: CredentialDeps, { proof, client }: ShownWallet): WalletRefusal | undefined {
  return spendProof(deps, proof) ?? spendAttestation(deps, client);
}

/** The rows of an offer that a wallet has taken; with a refresh token where its credential is not issued yet. */
export function withRefresh(
  deps: CredentialDeps,
  {
    before,
    offer,
    shown,
  }: { readonly before: CredentialOffer; readonly offer: CredentialOffer; readonly shown: ShownWallet },
): Omit<GivenToken, 'token'> & { readonly ops: readonly KvOp[] } {
  const { clock, credentials, random } = deps;
  const { issued, offers } = credentials;
  const credential = credentialOf(deps, offer);
  if (credential?.run === undefined || credential.run.issuanceTxId !== undefined)
    return { offer, ops: offers.put(offer) };
  const expiresAtMs = clock.now() + WAITING_WALLET_MS;
  const id = idByEnd(expiresAtMs, random);
  const secret = newSecret(deps);
  const { clientId, client } = shown;
  const refresh = { current: sha256Hex(secret), clientId, isAttested: client !== undefined };
  // Secrets of an offer are encrypted under its id, and nothing is asked of them any more.
  const lasting = { ...offer, id, expiresAtMs, refresh, sealed: '' };
  const former = offers.find(credential.waitingOfferId ?? '');
  const ops = [
    ...(former === undefined ? [] : offers.remove(former)),
    ...offers.move(before, lasting),
    issued.put({ ...credential, waitingOfferId: id }),
  ];
  return { offer: lasting, refreshToken: refreshTokenText(id, secret), ops };
}

/** Of a run alone: others are issued at once. */
function credentialOf(
  { credentials }: CredentialDeps,
  { isOfRun, organisationId, credentialId = '' }: CredentialOffer,
): IssuedCredential | undefined {
  return isOfRun ? credentials.issued.find(organisationId, credentialId) : undefined;
}

export function waitingOffer({ credentials }: CredentialDeps, text = ''): LastingOffer | undefined {
  const offer = credentials.offers.find(readRefreshToken(text)?.offerId ?? '');
  return isLasting(offer) ? offer : undefined;
}

const NO_REFRESH = new WalletRefusal('invalid_grant', 'The refresh token was used, is over, or is of another wallet.');

/** In one turn, up to the commit: of two with one token, the second one finds it spent. */
export async function refreshToken(
  call: ApiCall<CredentialDeps>,
  issuer: AskedIssuer,
  { text = '', ...shown }: ShownWallet & { readonly text: string | undefined },
): Promise<GivenToken | WalletRefusal> {
  const { deps, address, trace } = call;
  const { audit, clock, commit, credentials } = deps;
  const offer = waitingOffer(deps, text);
  if (offer?.organisationId !== issuer.organisation.id) return NO_REFRESH;
  const verdict = judgeRefresh(offer, {
    ...{ hash: sha256Hex(readRefreshToken(text)?.secret ?? ''), nowMs: clock.now() },
    ...{ thumbprint: shown.proof?.thumbprint, clientId: shown.clientId, isAttested: shown.client !== undefined },
  });
  // A credential that was revoked, or suspended, is not given.
  if (verdict === 'refused' || credentialOf(deps, offer)?.state !== 'Valid') return NO_REFRESH;
  const spent = spendShown(deps, shown);
  if (spent !== undefined) return spent;
  const { organisationId, id } = offer;
  if (verdict === 'spent') {
    const record = audit.record({
      ...{ eventType: 'TokenReuseDetected', organisationId, identityId: '', address, success: false, trace },
      details: { offer: toldOfferId(id) },
    });
    await commit([...credentials.offers.put(endRefresh(offer)), record]);
    return NO_REFRESH;
  }
  const [token, secret] = [newSecret(deps), newSecret(deps)];
  const { isDetailed } = offer.token;
  const after: LastingOffer = {
    ...offer,
    token: { ...tokenRow(deps, token, shown.proof), ...(isDetailed && { isDetailed }) },
    refresh: { ...offer.refresh, current: sha256Hex(secret) },
  };
  await commit(credentials.offers.put(after));
  return { offer: after, token, refreshToken: refreshTokenText(id, secret) };
}
