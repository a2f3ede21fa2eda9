// The metadata of an issuer: JSON, or by Accept a JWT under the certificate of a wallet that issues, where one has it.
import { ISSUER_DOCUMENT_MS } from '../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../core/base/result.js';
import { draftSignedMetadata, issuerMetadata } from '../../../../core/credentials/issuing/metadata.js';
import { takesAttestations } from '../../../credentials/attestations.js';
import { type AskedIssuer, findIssuer, OPEN } from '../../../credentials/issuers.js';
import { type ApiCall, type RawRequest, Refusal } from '../../../define.js';
import { negotiation } from '../../../requests/negotiation.js';
import type { Signer } from '../../../status/signing.js';
import type { CredentialDeps } from '../deps.js';

const JSON_TYPE = 'application/json';
const METADATA_JWT = 'application/jwt';

const chooseSigned = negotiation({ [JSON_TYPE]: JSON_TYPE, [METADATA_JWT]: METADATA_JWT });
const chooseUnsigned = negotiation({ [JSON_TYPE]: JSON_TYPE });

export async function answerMetadata(
  { params }: { readonly params: { readonly subdomain: string } },
  { deps }: Pick<ApiCall<CredentialDeps>, 'deps'>,
  request: RawRequest,
) {
  const issuer = findIssuer(deps, params.subdomain);
  if (isFailure(issuer)) return issuer;
  const { organisation, url, server } = issuer;
  const { types } = deps.credentials.issuers.of(organisation.id);
  const content = {
    ...{ url, name: organisation.name, types, takesAttestations: takesAttestations(deps, issuer) },
    requestKey: deps.credentials.requestKey.jwk,
    ...(server !== url && { server }),
  };
  const signer = signerOf(deps, issuer);
  const choose = signer === undefined ? chooseUnsigned : chooseSigned;
  const form = choose({ headers: request.headers, note: () => {} });
  if (form instanceof Refusal) return form;
  const body =
    form === METADATA_JWT && signer !== undefined
      ? await deps.credentials.sign(signer, (named) =>
          draftSignedMetadata(content, {
            ...{ issuer: named, issuedAtMs: deps.clock.now(), keptForMs: ISSUER_DOCUMENT_MS },
          }),
        )
      : JSON.stringify(issuerMetadata(content));
  if (isFailure(body)) return body;
  const kept = { 'cache-control': `public, max-age=${ISSUER_DOCUMENT_MS / 1000}`, vary: 'accept, accept-encoding' };
  return { status: 200, headers: { ...OPEN, ...kept, 'content-type': form }, body };
}

/** The first wallet that issued and has a certificate. */
function signerOf({ credentials }: CredentialDeps, { organisation }: AskedIssuer): Signer | undefined {
  const organisationId = organisation.id;
  for (const { wallet } of credentials.issuers.of(organisationId).keys)
    for (const trustAnchor of ['x509-tenant', 'x509-lotl'] as const)
      if (credentials.certificateOf({ organisationId, wallet, use: 'credentials', trustAnchor }))
        return { organisationId, wallet, trustAnchor, format: 'jose' };
  return undefined;
}
