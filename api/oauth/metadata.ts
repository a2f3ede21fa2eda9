// The documents of the authorization server about itself (RFC 8414), and of what takes its tokens (RFC 9728).

import { PROOF_ALGORITHMS } from '../../core/credentials/issuing/dpop.js';
import { SCOPES_OF_OTHERS } from '../../core/tenant/programs/clients.js';
import { ASSERTION_ALGORITHMS } from '../../core/tenant/programs/keys.js';
import { resourceUri } from '../../core/tenant/programs/resources.js';
import { PROGRAM_SCOPE_WORDS, type ProgramResource } from '../../core/tenant/programs/scopes.js';
import { GRANTS } from './granting.js';

const METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'];

export function serverDocument(publicUrl: string, takesRegistrations = false) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    pushed_authorization_request_endpoint: `${publicUrl}/oauth/par`,
    token_endpoint: `${publicUrl}/oauth/token`,
    device_authorization_endpoint: `${publicUrl}/oauth/device`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    introspection_endpoint: `${publicUrl}/oauth/introspect`,
    ...(takesRegistrations && { registration_endpoint: `${publicUrl}/oauth/register` }),
    scopes_supported: PROGRAM_SCOPE_WORDS,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: Object.keys(GRANTS),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/docs/operations#programs`,
  };
}

export function resourceDocument(publicUrl: string, resource: ProgramResource | undefined) {
  return {
    resource: resourceUri(publicUrl, resource),
    authorization_servers: [publicUrl],
    scopes_supported: SCOPES_OF_OTHERS,
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
  };
}
