// Judges an offer that is asked for: whose it is, which wallet signs, and what the wallet of the holder gets. It
// commits nothing.
import type { Static } from 'typebox';
import { chooseAnchor } from '../../actors/credentials/anchor.js';
import { isPublished, withPublished } from '../../actors/credentials/published.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { CREDENTIAL_MS } from '../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { DEFAULT_FORMAT, formatRow, type IssuedFormat } from '../../core/credentials/issuing/formats.js';
import type { CredentialOffer, SealedOffer } from '../../core/credentials/issuing/offer.js';
import { useProblem, type Wallet, walletNotFound } from '../../core/wallet/wallet.js';
import type { Issuer } from '../../storage/tables/credentials/issuers.js';
import { isAllowed, worksForOperator } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { CreateOffer } from '../schemas/accounts/credential.js';
import { DEFAULT_DIGITS, newOffer, type OfferMade } from './new-offer.js';

type Deps = Pick<ApiDeps, 'certificates' | 'clock' | 'config' | 'credentials' | 'random' | 'tenants' | 'wallets'>;
type Asked = Static<typeof CreateOffer>;

const HOUR_MS = 3_600_000;

/** Stated by other calls than that which makes an offer alone. */
export interface OfferOrigin {
  /** The credential in the place of which the offered one comes. */
  readonly replaces?: string;
  /** The paths of its claims where these are the same. */
  readonly disclosable?: SealedOffer['disclosable'] | undefined;
  readonly issuanceBlueprintId?: string | undefined;
}

export function makeOffer(call: ApiCall<Deps>, asked: Asked, origin: OfferOrigin = {}): Result<OfferMade> {
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
  const { replaces, issuanceBlueprintId } = origin;
  const disclosable = origin.disclosable ?? formatRow(format).judgeClaims(claims, asked.disclosablePaths);
  if (isFailure(disclosable)) return disclosable;
  const anchored = anchorOf(deps, { asked, format, organisationId: organisation.id });
  if (isFailure(anchored)) return anchored;
  const issuer = withOffer(call, deps.credentials.issuers.of(organisation.id), { wallet, asked, format });
  if (isFailure(issuer)) return issuer;
  const recipientFault = recipientProblem(deps, asked);
  if (recipientFault) return fail(recipientFault);
  const { credentialType, issuerWalletAddress: issuerWallet, expiresIn, txCode, recipientUserId } = asked;
  return newOffer(
    deps,
    { organisation, issuer },
    {
      ...{ issuerWallet, credentialType, format, claims, disclosable, ...anchored, createdBy: caller.subject },
      ...{ lifeMs: expiresIn === undefined ? deps.credentials.settings.offerMs : expiresIn * 1000 },
      ...{ txCodeDigits: txCode && (txCode.length ?? DEFAULT_DIGITS), byValue: asked.byValue },
      ...(recipientUserId !== undefined && { recipient: recipientUserId }),
      ...(replaces !== undefined && { replaces }),
      ...(issuanceBlueprintId !== undefined && { issuanceBlueprintId }),
    },
  );
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

const NO_KEY =
  'Credentials take a wallet of NISTP256 (ES256), or one with a co-key (quorate certificate enrol --co-key).';

/** A wallet of the organisation that can sign ES256. */
function signingWallet({ certificates, wallets }: Deps, organisationId: string, address: string): Result<Wallet> {
  const wallet = wallets.byAddress(address);
  const isOwn = wallet?.owner.kind === 'organisation' && wallet.owner.id === organisationId;
  if (!wallet || !isOwn) return fail({ ...walletNotFound(), path: '/issuerWalletAddress' });
  if (wallet.algorithm !== 'NISTP256' && certificates.coKeyOf(address) === undefined)
    return fail(issue('ALGORITHM_UNSUPPORTED', '/issuerWalletAddress', NO_KEY));
  return failIf(useProblem(wallet, 'sign')) ?? wallet;
}

/**
 * The issuer with its key and type where they are not known yet. The key of a wallet is published
 * from its first offer on, so that an administrator or a service makes that.
 */
function withOffer(
  { deps, caller }: ApiCall<Deps>,
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
  const coKey = wallet.algorithm === 'NISTP256' ? undefined : deps.certificates.coKeyOf(wallet.address);
  return withPublished(issuer, { wallet, format, credentialType: asked.credentialType, coKey });
}
