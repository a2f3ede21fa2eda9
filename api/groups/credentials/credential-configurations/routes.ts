// The types of credentials that an organisation issues, with its rules for each, and the keys that it publishes.
import Type from 'typebox';
import { route } from '../../../define.js';
import { ConfigurationsView, StatedConfigurations } from '../../../schemas/accounts/credential-configuration.js';
import { IfMatchHeader, Uuid } from '../../../schemas/base/common.js';

const params = Type.Object({ orgId: Uuid });
const URL = '/api/organizations/:orgId/credential-configurations';

export const credentialConfigurationRoutes = {
  listCredentialConfigurations: route({
    ...{ method: 'GET', url: URL, can: 'RequireAdministrator' },
    summary: 'List the types of credentials that an organisation issues, and its keys',
    description: 'A type is here from its first offer on, or from when it was stated.',
    input: { params },
    output: ConfigurationsView,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  setCredentialConfigurations: route({
    ...{ method: 'PUT', url: URL, can: 'RequireAdministrator', writes: 'node', bodySize: 'form' },
    takesRecentSignIn: true,
    summary: 'State the types of credentials that an organisation issues, and its rules for each',
    description:
      'Takes the place of all rules. A type is left out while no offer of it waits; a key while no offer waits for it, and nothing that it signed can be in force.',
    input: { params, body: StatedConfigurations, headers: IfMatchHeader },
    output: ConfigurationsView,
    errors: [
      ...(['ORGANISATION_NOT_FOUND', 'BODY_INVALID', 'RESOURCE_CHANGED'] as const),
      ...(['CREDENTIAL_TYPE_IN_USE', 'ISSUER_KEY_IN_USE'] as const),
    ],
  }),
};
