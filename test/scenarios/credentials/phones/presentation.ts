// The presentation that a phone makes of a credential for a request: the claims of its query and no others. SD-JWTs by
// the library of the family; mdocs by @auth0/mdl.
import { showMdoc } from '../../../contract/credentials/second-wallet.js';
import type { RequestObject } from '../../../contract/credentials/verifier-fixtures.js';
import type { AskedQuery, OnPhone } from './family.js';

export type ShowSdJwt = (
  text: string,
  names: readonly string[],
  to: { readonly request: RequestObject; readonly holder: OnPhone['key'] },
) => string | Promise<string>;

/** The presentation, and the member `vp_token` with it (OpenID4VP 1.0 section 8.1). */
export async function presentationFor(request: RequestObject, { text, key }: OnPhone, showSdJwt: ShowSdJwt) {
  const { credentials } = request['dcql_query'] as { readonly credentials: readonly [AskedQuery] };
  const [{ id, format, meta, claims = [] }] = credentials;
  const names = claims.map(({ path }) => path.at(-1) ?? '');
  const licence = { docType: meta.doctype_value ?? '', nameSpace: claims[0]?.path[0] ?? '' };
  const to = { request, holder: key };
  const presentation =
    format === 'mso_mdoc' ? await showMdoc(text, { ...licence, names }, to) : await showSdJwt(text, names, to);
  return { presentation, vpToken: { [id]: [presentation] } };
}
