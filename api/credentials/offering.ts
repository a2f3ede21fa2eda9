// Makes an offer: whose it is, which wallet signs, what the wallet of the holder gets, and the rows for it. It commits
// nothing.
import encode from 'qr';
import type { Static } from 'typebox';
import { chooseAnchor } from '../../actors/credentials/anchor.js';
import { isPublished, withPublished } from '../../actors/credentials/published.js';
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { CREDENTIAL_MS, OFFERS_OPEN_MAX } from '../../core/base/limits/node/wallets.js';
import type { Random } from '../../core/base/ports.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_FORMAT, formatRow, type IssuedFormat } from '../../core/credentials/issuing/formats.js';
import { type CredentialOffer, offerObject, type SealedOffer } from '../../core/credentials/issuing/offer.js';
import { useProblem, type Wallet, walletNotFound } from '../../core/wallet/wallet.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Issuer } from '../../storage/tables/credentials/issuers.js';
import { isAllowed, worksForOperator } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { CreateOffer } from '../schemas/accounts/credential.js';
import { idByEnd } from './ids.js';
import { issuerUrl } from './issuers.js';

type Deps = Pick<ApiDeps, 'clock' | 'config' | 'credentials' | 'random' | 'tenants' | 'wallets'>;
type Asked = Static<typeof CreateOffer>;

export interface OfferMade {
  readonly offer: CredentialOffer;
  readonly ops: readonly KvOp[];
  readonly credentialOfferUri: string;
  readonly preAuthorizedCode?: string;
  readonly txCode?: string;
  readonly qr: string;
}

const CODE_BYTES = 32;
const HOUR_MS = 3_600_000;
const DEFAULT_DIGITS = 6;

/** The credential in the place of which the offered one comes, and the paths of its claims where these are the same. */
export interface Former {
  readonly replaces: string;
  readonly disclosable?: SealedOffer['disclosable'] | undefined;
}

/** `former` is stated by a refresh. */
export function makeOffer(call: ApiCall<Deps>, asked: Asked, former?: Former): Result<OfferMade> {
  const { deps, caller } = call;
  if (!deps.credentials.settings.enabled)
    return fail(issue('FORBIDDEN', '', 'This node issues no credentials (credentials.enabled).'));
  const organisation = deps.tenants.organisation(asked.tenantId ?? caller.organisationId);
  const isOwn = organisation?.id === caller.organisationId || worksForOperator(caller);
  if (organisation?.status !== 'Active' || !isOwn)
    return fail(issue('FORBIDDEN', '/tenantId', 'The caller does not issue for this organisation.'));
  const wallet = signingWallet(deps, organisation.id, asked.issuerWalletAddress);
  if (isFailure(wallet)) return wallet;
  const claims = (asked.claims ?? {}) as JsonObject;
  const format = asked.format ?? DEFAULT_FORMAT;
  const disclosable = former?.disclosable ?? formatRow(format).judgeClaims(claims, asked.disclosablePaths);
  if (isFailure(disclosable)) return disclosable;
  const anchored = anchorOf(deps, { asked, format, organisationId: organisation.id });
  if (isFailure(anchored)) return anchored;
  const issuer = withOffer(call, deps.credentials.issuers.of(organisation.id), { wallet, asked, format });
  if (isFailure(issuer)) return issuer;
  const recipientFault = recipientProblem(deps, asked);
  if (recipientFault) return fail(recipientFault);
  const code = toBase64Url(deps.random.bytes(CODE_BYTES));
  const txCode = asked.txCode && drawDigits(deps.random, asked.txCode.length ?? DEFAULT_DIGITS);
  const sealed: SealedOffer = { claims, disclosable, code, ...(txCode !== undefined && { txCode }) };
  const offer = offerOf(call, { organisationId: organisation.id, asked, sealed, format, former, ...anchored });
  const url = issuerUrl(deps.config, organisation);
  const uri = asked.byValue
    ? `credential_offer=${encodeURIComponent(JSON.stringify(offerObject(url, offer, code)))}`
    : `credential_offer_uri=${encodeURIComponent(`${url}/offers/${offer.id}`)}`;
  const credentialOfferUri = `openid-credential-offer://?${uri}`;
  return {
    ...{ offer, credentialOfferUri },
    ...(offer.recipient === undefined && { preAuthorizedCode: code }),
    ...(txCode !== undefined && { txCode }),
    qr: encode(credentialOfferUri, 'svg', { ecc: 'low' }),
    ops: [...deps.credentials.offers.add(offer), deps.credentials.issuers.put(organisation.id, issuer)],
  };
}

function offerOf(
  { deps, caller }: ApiCall<Deps>,
  {
    organisationId,
    asked,
    sealed,
    former,
    ...chosen
  }: Pick<CredentialOffer, 'organisationId' | 'format' | 'trustAnchor' | 'validUntilMs'> & {
    readonly asked: Asked;
    readonly sealed: SealedOffer;
    readonly former: Former | undefined;
  },
): CredentialOffer {
  const { credentials, random, clock } = deps;
  const nowMs = clock.now();
  const expiresAtMs = nowMs + (asked.expiresIn === undefined ? credentials.settings.offerMs : asked.expiresIn * 1000);
  const id = idByEnd(expiresAtMs, random);
  return {
    ...{ id, organisationId, issuerWallet: asked.issuerWalletAddress, credentialType: asked.credentialType },
    ...{ ...chosen, status: 'Pending', tries: 0, expiresAtMs },
    sealed: credentials.secrets.encrypt(sealedName(id), JSON.stringify(sealed)),
    codeHash: sha256Hex(sealed.code),
    ...(asked.recipientUserId !== undefined && { recipient: asked.recipientUserId }),
    ...(former !== undefined && { replaces: former.replaces }),
    txCodeDigits: sealed.txCode?.length ?? 0,
    ...{ createdAtMs: nowMs, createdBy: caller.subject },
  };
}

function recipientProblem({ tenants }: Deps, { recipientUserId, txCode }: Asked): Issue | undefined {
  if (recipientUserId === undefined) return undefined;
  if (txCode !== undefined)
    return issue('BODY_INVALID', '/txCode', 'The recipient signs in: leave out txCode or recipientUserId.');
  const isThere = tenants.user(recipientUserId) !== undefined;
  return isThere ? undefined : issue('USER_NOT_FOUND', '/recipientUserId', 'There is no such account.');
}

/** A credential ends with the certificate that it is verified by, to the hour: it tells no more than it has to. */
function anchorOf(
  { credentials, clock }: Deps,
  {
    asked,
    format,
    organisationId,
  }: { readonly asked: Asked; readonly format: IssuedFormat; readonly organisationId: string },
): Result<Pick<CredentialOffer, 'trustAnchor' | 'validUntilMs'>> {
  const { trustAnchor: stated, issuerWalletAddress: wallet, validFor } = asked;
  const chosen = chooseAnchor(credentials.certificateOf, { organisationId, wallet, format, stated });
  if (isFailure(chosen)) return chosen;
  const { trustAnchor, lastMs = Number.POSITIVE_INFINITY } = chosen;
  const lifeMs = validFor === undefined ? CREDENTIAL_MS : validFor * 1000;
  const endMs = Math.ceil((clock.now() + lifeMs) / HOUR_MS) * HOUR_MS;
  if (endMs > lastMs && validFor !== undefined)
    return fail(issue('BODY_INVALID', '/validFor', 'The certificate of the issuer ends before the credential would.'));
  return { trustAnchor, validUntilMs: Math.min(endMs, lastMs) };
}

/** Throws StoreError for a row that was changed on the disk. */
export function openSealed({ credentials }: Pick<Deps, 'credentials'>, { id, sealed }: CredentialOffer): SealedOffer {
  return JSON.parse(credentials.secrets.decrypt(sealedName(id), sealed)) as SealedOffer;
}

const sealedName = (id: string) => `credential-offers/${id}`;

/** A wallet of the organisation that can sign ES256. */
function signingWallet({ wallets }: Deps, organisationId: string, address: string): Result<Wallet> {
  const wallet = wallets.byAddress(address);
  const isOwn = wallet?.owner.kind === 'organisation' && wallet.owner.id === organisationId;
  if (!wallet || !isOwn) return fail({ ...walletNotFound(), path: '/issuerWalletAddress' });
  if (wallet.algorithm !== 'NISTP256')
    return fail(
      issue('ALGORITHM_UNSUPPORTED', '/issuerWalletAddress', 'Credentials take a wallet of NISTP256 (ES256).'),
    );
  return failIf(useProblem(wallet, 'sign')) ?? wallet;
}

/**
 * The issuer with one offer more, and its key and type where they are not known yet. The key of a wallet is published
 * from its first offer on, so that an administrator or a service makes that.
 */
function withOffer(
  { caller }: ApiCall<Deps>,
  issuer: Issuer,
  { wallet, asked, format }: { readonly wallet: Wallet; readonly asked: Asked; readonly format: IssuedFormat },
): Result<Issuer> {
  if (!isPublished(issuer, wallet.address) && caller.tier !== 'service' && !isAllowed('RequireAdministrator', caller))
    return fail(
      issue(
        'FORBIDDEN',
        '/issuerWalletAddress',
        'The wallet has issued nothing yet: an administrator makes its first offer.',
      ),
    );
  if (issuer.offers >= OFFERS_OPEN_MAX)
    return fail(issue('QUOTA_EXCEEDED', '', `An organisation has at most ${OFFERS_OPEN_MAX} offers that wait.`));
  const published = withPublished(issuer, { wallet, format, credentialType: asked.credentialType });
  return isFailure(published) ? published : { ...published, offers: issuer.offers + 1 };
}

/** Uniform: a byte beyond the last multiple of ten is drawn again. */
function drawDigits(random: Pick<Random, 'bytes'>, length: number): string {
  let digits = '';
  while (digits.length < length)
    for (const byte of random.bytes(length)) if (byte < 250 && digits.length < length) digits += byte % 10;
  return digits;
}
