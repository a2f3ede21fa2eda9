// The platform as a whole: what its operators set while it runs, and the bootstrap of its first organisation.
import Type from 'typebox';
import { INVITATION_DAYS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { route } from '../../../define.js';
import { DisplayName, PasswordField } from '../../../schemas/accounts/tenant.js';
import { Email, IfMatchHeader, namedObject, nullable, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const Founding = Type.Enum(['platform', 'anyone', 'node'], {
  title: 'FoundingPolicy',
  description: 'The callers that may found an organisation; node follows auth.founding.',
});
const Days = nullable(
  Type.Integer({
    minimum: 1,
    maximum: INVITATION_DAYS_MAX,
    description: 'How long an invitation can be accepted that says nothing else; null follows auth.invitationMs.',
  }),
);
export const PlatformSettingsView = namedObject('PlatformSettings', { founding: Founding, invitationDays: Days });
export const PlatformSettingsChange = namedObject('PlatformSettingsChange', {
  founding: Type.Optional(Founding),
  invitationDays: Type.Optional(Days),
});

const NodeSetting = namedObject('NodeSetting', {
  path: Type.String({ description: 'Its name in a file, and behind --set.' }),
  env: Type.String({ description: 'Its name in the environment.' }),
  description: Type.String(),
  value: nullable(Type.String({ description: 'As JSON; null for a secret, and where there is none.' })),
  standard: nullable(Type.String({ description: 'The value where nothing is stated, as JSON.' })),
  isSecret: Type.Boolean(),
  isStated: Type.Boolean({ description: 'There is a value, which may be the standard one.' }),
  isLive: Type.Boolean({ description: 'A running node takes up a changed value on SIGHUP.' }),
  origin: Type.Enum(['default', 'file', 'environment', 'flag'], {
    title: 'SettingOrigin',
    description: 'The place where the value that holds was stated.',
  }),
});
export const NodeSettings = namedObject('NodeSettings', { settings: Type.Array(NodeSetting) });

export const Bootstrap = namedObject('Bootstrap', {
  organizationName: nameSchema(100),
  organizationSubdomain: Type.String({ minLength: 1, maxLength: 63 }),
  organizationDescription: Type.Optional(Type.String({ maxLength: 200, description: 'The tagline of its branding.' })),
  adminEmail: Email,
  adminName: DisplayName,
  adminPassword: PasswordField,
  createServicePrincipal: Type.Optional(Type.Boolean()),
  servicePrincipalName: Type.Optional(nameSchema(100)),
});

export const Bootstrapped = namedObject('Bootstrapped', {
  organizationId: Uuid,
  organizationSubdomain: Type.String(),
  adminUserId: Uuid,
  adminEmail: Email,
  createdAt: Timestamp,
  adminAccessToken: Type.Optional(Type.String({ description: 'The first time only, as the secrets below.' })),
  adminRefreshToken: Type.Optional(Type.String()),
  servicePrincipalId: Type.Optional(Uuid),
  servicePrincipalClientId: Type.Optional(Type.String()),
  servicePrincipalClientSecret: Type.Optional(Type.String()),
});

export const platformRoutes = {
  getPlatformSettings: route({
    method: 'GET',
    url: '/api/platform/settings',
    can: 'RequireSystemAdmin',
    summary: 'Read the settings of the platform',
    output: PlatformSettingsView,
    errors: [],
  }),
  listNodeSettings: route({
    method: 'GET',
    url: '/api/platform/node-settings',
    uncached: true,
    can: 'RequireSystemAdmin',
    summary: 'List all settings of the node, with where each value came from',
    description:
      'In the order of the file of settings. A secret has no value here, nor has an address with a password.',
    output: NodeSettings,
    errors: [],
  }),
  updatePlatformSettings: route({
    method: 'PUT',
    url: '/api/platform/settings',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Change the settings of the platform',
    description: 'In the place of settings of the node, at once. Members that are left out stay.',
    input: { body: PlatformSettingsChange, headers: IfMatchHeader },
    output: PlatformSettingsView,
    errors: ['RESOURCE_CHANGED'],
  }),
  bootstrapTenant: route({
    method: 'POST',
    url: '/api/tenants/bootstrap',
    writes: 'node',
    can: 'RequireSystemAdmin',
    takesRecentSignIn: true,
    summary: 'Make the first organisation with its administrator, once',
    description:
      'By the SystemAdmin of the first start, because the first who comes to an open door would own the organisation. Asked again for the same organisation and administrator it answers the same, without tokens and secrets; for others it is refused.',
    input: { body: Bootstrap },
    output: Bootstrapped,
    errors: [
      'BOOTSTRAP_DONE',
      'SUBDOMAIN_INVALID',
      'SUBDOMAIN_TAKEN',
      'EMAIL_TAKEN',
      'PASSWORD_WEAK',
      'NODE_UNAVAILABLE',
    ],
    secretAnswer: true,
    rate: 'platformAuth',
  }),
};
