// The documents of an issuer about itself: OpenID4VCI 1.0 section 12.2, and RFC 8414 for its token endpoint. Wallets
// read them before they ask for anything.
import type { JsonObject } from '../../base/json.js';
import { COPIES_MAX } from '../../base/limits/node/wallets.js';
import type { Draft } from '../draft.js';
import { ENCRYPTIONS, KEY_AGREEMENT } from '../jose/encryption.js';
import { draftJws, headerOf, type NamedIssuer } from '../jose/jws.js';
import { formatRow } from './formats.js';
import { AUTHORIZATION_CODE, PRE_AUTHORIZED, REFRESH_TOKEN } from './offer.js';
import { type IssuerType, levelMembers, shownDisplay } from './type-rules.js';

export interface IssuerContent {
  /** Its identifier, which all its endpoints begin with. */
  readonly url: string;
  readonly name: string;
  readonly types: readonly IssuerType[];
  /** Whether it believes any maker of wallets, who attests their keys. */
  readonly takesAttestations: boolean;
  /** The key that wallets encrypt their requests to. */
  readonly requestKey: JsonObject;
  /** The authorisation server, where it is not at the address of the issuer itself. */
  readonly server?: string | undefined;
}

const ES256 = ['ES256'];

/**
 * The id of a configuration is the type of its credential: an issuer has one for each.
 */
export function issuerMetadata({ url, name, types, takesAttestations, requestKey, server }: IssuerContent): JsonObject {
  const display = [{ name }];
  return {
    credential_issuer: url,
    ...(server !== undefined && { authorization_servers: [server] }),
    credential_endpoint: `${url}/credential`,
    nonce_endpoint: `${url}/nonce`,
    deferred_credential_endpoint: `${url}/deferred`,
    notification_endpoint: `${url}/notification`,
    batch_credential_issuance: { batch_size: COPIES_MAX },
    credential_request_encryption: {
      jwks: { keys: [{ ...requestKey, alg: KEY_AGREEMENT, use: 'enc' }] },
      ...{ enc_values_supported: [...ENCRYPTIONS], encryption_required: false },
    },
    credential_response_encryption: {
      alg_values_supported: [KEY_AGREEMENT],
      ...{ enc_values_supported: [...ENCRYPTIONS], encryption_required: false },
    },
    display,
    credential_configurations_supported: Object.fromEntries(
      types.map((type) => [type.credentialType, configurationOf(type, takesAttestations)]),
    ),
  };
}

function configurationOf(type: IssuerType, takesAttestations: boolean): JsonObject {
  const { format, credentialType, display = [], keyAttestation } = type;
  const { typeMember, described } = formatRow(format);
  const proofTypes = takesAttestations ? ['jwt', 'attestation'] : ['jwt'];
  const proof = {
    proof_signing_alg_values_supported: ES256,
    ...(keyAttestation && { key_attestations_required: levelMembers(keyAttestation) }),
  };
  return {
    ...{ format, scope: credentialType, [typeMember]: credentialType, ...described },
    proof_types_supported: Object.fromEntries(proofTypes.map((name) => [name, proof])),
    credential_metadata: { display: display.length > 0 ? display.map(shownDisplay) : [{ name: credentialType }] },
  };
}

const SIGNED_TYPE = 'openidvci-issuer-metadata+jwt';

/** The metadata of the issuer as a JWT under its certificate (OpenID4VCI 1.0 section 12.2.3), for a while. */
export function draftSignedMetadata(
  content: IssuerContent,
  {
    issuer,
    issuedAtMs,
    keptForMs,
  }: { readonly issuer: NamedIssuer; readonly issuedAtMs: number; readonly keptForMs: number },
): Draft<string> {
  const { url } = content;
  const [iat, exp] = [issuedAtMs, issuedAtMs + keptForMs].map((ms) => Math.floor(ms / 1000)) as [number, number];
  return draftJws(headerOf(SIGNED_TYPE, issuer), { ...issuerMetadata(content), iss: url, sub: url, iat, exp });
}

const ATTESTED = 'attest_jwt_client_auth';

/** The issuer as the authorisation server of its own. `aggregation` is the address of its status lists. */
export function serverMetadata({
  url,
  aggregation,
  takesAnonymous,
  takesAttestations,
}: {
  readonly url: string;
  readonly aggregation: string;
  /** Whether a pre-authorised code is exchanged without a client_id. */
  readonly takesAnonymous: boolean;
  readonly takesAttestations: boolean;
}) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    pushed_authorization_request_endpoint: `${url}/par`,
    require_pushed_authorization_requests: true,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    grant_types_supported: [PRE_AUTHORIZED, AUTHORIZATION_CODE, REFRESH_TOKEN],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: takesAttestations ? [ATTESTED, 'none'] : ['none'],
    ...(takesAttestations && {
      client_attestation_signing_alg_values_supported: ES256,
      client_attestation_pop_signing_alg_values_supported: ES256,
    }),
    dpop_signing_alg_values_supported: ES256,
    'pre-authorized_grant_anonymous_access_supported': takesAnonymous,
    status_list_aggregation_endpoint: aggregation,
  };
}
