// THE table of the formats that this node issues: how one is told of, how its claims are stated, and how a copy is
// made. Another format is a row.
import type { JsonObject } from '../../base/json.js';
import type { Result } from '../../base/result.js';
import type { SignedFormat } from '../../crypto/signing/formats.js';
import type { Draft } from '../draft.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import { disclosablePaths } from './claims.js';
import type { CopyContent } from './copy-content.js';
import { draftMdocCopy, judgeMdocClaims } from './mdoc-copy.js';
import { draftSdJwtCopy } from './sd-jwt-copy.js';

export interface FormatRow {
  /** Names of drafts for it, which requests of older wallets have. */
  readonly olderNames: readonly string[];
  /** The member that names the type, in the metadata and in requests of drafts. */
  readonly typeMember: 'vct' | 'doctype';
  /** The other members of its row in the metadata of the issuer (OpenID4VCI 1.0 appendix A). */
  readonly described: JsonObject;
  /** The form of what its issuer signs. */
  readonly signedAs: SignedFormat;
  /** Whether verifiers find the key of the issuer by a certificate alone. */
  readonly isCertified: boolean;
  /** The paths of the claims that the holder may keep to itself, by those that were named. BODY_INVALID. */
  readonly judgeClaims: (claims: JsonObject, named: readonly string[] | undefined) => Result<readonly ClaimPath[]>;
  /** A copy for one key of the holder, as the wallet gets it. Throws a fault on claims that cannot be issued. */
  readonly draft: (content: CopyContent) => Draft<string>;
}

const CREDENTIAL_FORMATS = {
  'dc+sd-jwt': {
    olderNames: ['vc+sd-jwt'],
    typeMember: 'vct',
    described: {
      cryptographic_binding_methods_supported: ['jwk'],
      credential_signing_alg_values_supported: ['ES256'],
    },
    signedAs: 'jose',
    isCertified: false,
    judgeClaims: disclosablePaths,
    draft: draftSdJwtCopy,
  },
  mso_mdoc: {
    olderNames: [],
    typeMember: 'doctype',
    described: {
      cryptographic_binding_methods_supported: ['cose_key'],
      // ES256 by its number in COSE.
      credential_signing_alg_values_supported: [-7],
    },
    signedAs: 'cose',
    isCertified: true,
    judgeClaims: judgeMdocClaims,
    draft: draftMdocCopy,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type IssuedFormat = keyof typeof CREDENTIAL_FORMATS;
export const CREDENTIAL_FORMAT_NAMES = Object.keys(CREDENTIAL_FORMATS) as readonly IssuedFormat[];
export const DEFAULT_FORMAT: IssuedFormat = 'dc+sd-jwt';

export function formatRow(format: IssuedFormat): FormatRow {
  return CREDENTIAL_FORMATS[format];
}
