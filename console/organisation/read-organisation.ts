// The organisation as its administrators run it. A part is undefined where the person may not read it.
import { ClientError } from '../../api/client/client-error.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';

const PAGE = 50;

export async function readOrganisation() {
  const who = await person();
  const { organisationId: id, may } = who;
  const [organisation, settings, provider, social, webhooks, programs, services, platform, stated] = await Promise.all([
    node.organizations.getOrganization({ params: { id } }),
    node.organizationSettings.getOrganizationSettings.answered({ params: { organizationId: id } }),
    may.has('getIdentityProvider') ? providerOf(id) : undefined,
    may.has('listSocialProviders') ? node.identityProviders.listSocialProviders({ params: { orgId: id } }) : undefined,
    may.has('listWebhooks') ? node.webhooks.listWebhooks({ params: { organizationId: id } }) : undefined,
    may.has('listProgramClients') ? node.programClients.listProgramClients() : undefined,
    may.has('listServicePrincipals')
      ? node.servicePrincipals.listServicePrincipals({ query: { pageSize: PAGE } })
      : undefined,
    may.has('getPlatformSettings') ? node.platform.getPlatformSettings() : undefined,
    may.has('listNodeSettings') ? node.platform.listNodeSettings() : undefined,
  ]);
  return {
    ...{ who, organisation, settings: settings.body, version: settings.headers.get('etag') ?? undefined },
    ...{ provider, social: social?.providers, webhooks: webhooks?.webhooks, programs: programs?.programs },
    ...{ services: services?.servicePrincipals, platform, nodeSettings: stated?.settings },
  };
}

/** Null where the organisation has none. */
async function providerOf(orgId: string) {
  try {
    return await node.identityProviders.getIdentityProvider({ params: { orgId } });
  } catch (error) {
    if (error instanceof ClientError && error.code === 'IDP_NOT_FOUND') return null;
    throw error;
  }
}

export type OrganisationRead = Awaited<ReturnType<typeof readOrganisation>>;
export type ShownWebhook = NonNullable<OrganisationRead['webhooks']>[number];
