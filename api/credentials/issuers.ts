// Which issuer an address means: an organisation of this node, by its subdomain, or the one at the root of the node.
import { issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import type { ApiDeps } from '../deps/deps.js';

/** For documents that any page may read, without its cookies. */
export const OPEN = { 'access-control-allow-origin': '*' } as const;

/** In the place of a subdomain, which never begins with a hyphen: the root paths are aliases of its paths. */
export const ROOT_ISSUER = '-';

export interface AskedIssuer {
  readonly organisation: Organisation;
  /** Its identifier (OpenID4VCI 1.0 section 12.2.1), which its addresses begin with. */
  readonly url: string;
  /**
   * Its authorisation server. That of the issuer at the root is the one of its organisation: at the root is the one for
   * programs.
   */
  readonly server: string;
}

type Deps = Pick<ApiDeps, 'config' | 'credentials' | 'tenants'>;

export function issuerUrl(
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  { subdomain }: Pick<Organisation, 'subdomain'>,
): string {
  return `${publicUrl}/credentials/${subdomain}`;
}

/** ORGANISATION_NOT_FOUND for no organisation, and for one that is suspended. */
export function findIssuer({ config, credentials, tenants }: Deps, subdomain: string): Result<AskedIssuer> {
  if (!credentials.settings.enabled)
    return fail(
      issue('ORGANISATION_NOT_FOUND', '/subdomain', 'This node issues no credentials (credentials.enabled).'),
    );
  const isRoot = subdomain === ROOT_ISSUER;
  const organisation = tenants.organisationOfSubdomain(isRoot ? credentials.settings.rootIssuer : subdomain);
  if (organisation?.status !== 'Active')
    return fail(issue('ORGANISATION_NOT_FOUND', '/subdomain', 'There is no such issuer of credentials.'));
  const server = issuerUrl(config, organisation);
  return { organisation, url: isRoot ? config.publicUrl : server, server };
}
