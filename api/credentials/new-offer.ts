// A new offer with its rows, and what its maker is told of it once: the code, the transaction code, and the URI for the
// wallet. It judges nothing but how many offers wait, and commits nothing.
import encode from 'qr';
import { toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { OFFERS_OPEN_MAX } from '../../core/base/limits/node/wallets.js';
import type { Random } from '../../core/base/ports.js';
import { fail, type Result } from '../../core/base/result.js';
import { type CredentialOffer, offerObject, type SealedOffer } from '../../core/credentials/issuing/offer.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { countOffer, type Issuer } from '../../storage/tables/credentials/issuers.js';
import type { ApiDeps } from '../deps/deps.js';
import { idByEnd } from './ids.js';
import { issuerUrl } from './issuers.js';

type Deps = Pick<ApiDeps, 'clock' | 'credentials' | 'random'> & {
  readonly config: Pick<ApiDeps['config'], 'publicUrl'>;
};

type Stated = 'issuerWallet' | 'credentialType' | 'format' | 'trustAnchor' | 'validUntilMs' | 'createdBy';
type Optional = 'recipient' | 'replaces' | 'credentialId' | 'isOfRun' | 'issuanceBlueprintId';

export interface NewOffer
  extends Pick<CredentialOffer, Stated>,
    Partial<Pick<CredentialOffer, Optional>>,
    Pick<SealedOffer, 'claims' | 'disclosable'> {
  readonly lifeMs: number;
  /** Of the transaction code; without one where absent. */
  readonly txCodeDigits?: number | undefined;
  /** The URI carries the offer itself. */
  readonly byValue?: boolean | undefined;
}

export interface OfferMade {
  readonly offer: CredentialOffer;
  readonly ops: readonly KvOp[];
  readonly credentialOfferUri: string;
  readonly preAuthorizedCode?: string;
  readonly txCode?: string;
  readonly qr: string;
}

export const DEFAULT_DIGITS = 6;
const CODE_BYTES = 32;
const SEED_BYTES = 32;

/** `issuer` is the row of the organisation without the offer. QUOTA_EXCEEDED. */
export function newOffer(
  deps: Deps,
  { organisation, issuer }: { readonly organisation: Organisation; readonly issuer: Issuer },
  asked: NewOffer,
): Result<OfferMade> {
  const { clock, config, credentials, random } = deps;
  if (issuer.offers >= OFFERS_OPEN_MAX)
    return fail(issue('QUOTA_EXCEEDED', '', `An organisation has at most ${OFFERS_OPEN_MAX} offers that wait.`));
  const { claims, disclosable, lifeMs, txCodeDigits, byValue, ...stated } = asked;
  const code = toBase64Url(random.bytes(CODE_BYTES));
  const txCode = txCodeDigits === undefined ? undefined : drawDigits(random, txCodeDigits);
  const seed = toBase64Url(random.bytes(SEED_BYTES));
  const sealed: SealedOffer = { claims, disclosable, code, seed, ...(txCode !== undefined && { txCode }) };
  const nowMs = clock.now();
  const id = idByEnd(nowMs + lifeMs, random);
  const offer: CredentialOffer = {
    ...{ id, organisationId: organisation.id, ...stated, status: 'Pending', tries: 0 },
    sealed: credentials.secrets.encrypt(sealedName(id), JSON.stringify(sealed)),
    ...{ codeHash: sha256Hex(code), txCodeDigits: txCode?.length ?? 0 },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + lifeMs },
  };
  const url = issuerUrl(config, organisation);
  const credentialOfferUri = byValue
    ? `${SCHEME}credential_offer=${encodeURIComponent(JSON.stringify(offerObject(url, offer, code)))}`
    : offerUri(url, id);
  return {
    ...{ offer, credentialOfferUri },
    ...(offer.recipient === undefined && { preAuthorizedCode: code }),
    ...(txCode !== undefined && { txCode }),
    qr: encode(credentialOfferUri, 'svg', { ecc: 'low' }),
    ops: [...credentials.offers.add(offer), credentials.issuers.put(organisation.id, countOffer(issuer, offer, 1))],
  };
}

const SCHEME = 'openid-credential-offer://?';

/** For a wallet: where the offer is. */
export function offerUri(issuer: string, id: string): string {
  return `${SCHEME}credential_offer_uri=${encodeURIComponent(`${issuer}/offers/${id}`)}`;
}

/** Throws StoreError for a row that was changed on the disk. */
export function openSealed({ credentials }: Pick<Deps, 'credentials'>, { id, sealed }: CredentialOffer): SealedOffer {
  return JSON.parse(credentials.secrets.decrypt(sealedName(id), sealed)) as SealedOffer;
}

const sealedName = (id: string) => `credential-offers/${id}`;

/** Uniform: a byte beyond the last multiple of ten is drawn again. */
function drawDigits(random: Pick<Random, 'bytes'>, length: number): string {
  let digits = '';
  while (digits.length < length)
    for (const byte of random.bytes(length)) if (byte < 250 && digits.length < length) digits += byte % 10;
  return digits;
}
