// Tenants as the surface shows them: organisations, users, sessions. Views never hold a password hash or a lock record.
import Type from 'typebox';
import { DEVICE_TOKEN_MAX } from '../../../core/tenant/devices/known-device.js';
import { isProven } from '../../../core/tenant/members/address.js';
import type { Organisation } from '../../../core/tenant/organisation.js';
import { ROLES } from '../../../core/tenant/roles.js';
import type { Membership } from '../../../core/tenant/user.js';
import type { Tenants } from '../../../storage/tables/accounts/tenants.js';
import { namedObject, ShownEmail, Timestamp, Uuid } from '../base/common.js';
import { nameSchema } from '../base/names.js';

const Colour = Type.String({ pattern: '^#[0-9A-Fa-f]{3,8}$' });

export const BrandingSchema = namedObject('Branding', {
  logoUrl: Type.Optional(
    Type.String({ maxLength: 2048, pattern: '^https://[^\\s"<>]+$', description: 'An https address.' }),
  ),
  primaryColor: Type.Optional(Colour),
  secondaryColor: Type.Optional(Colour),
  companyTagline: Type.Optional(Type.String({ maxLength: 200 })),
});

export const StatusSchema = Type.Enum(['Active', 'Suspended'], { title: 'AccountStatus' });
export const RoleSchema = Type.Enum([...ROLES], { title: 'Role' });
/** A role that is asked for: which one may be given, core/tenant/roles.ts says. */
export const RoleText = Type.String({ maxLength: 30, documented: RoleSchema });
export const RoleTexts = Type.Array(RoleText, { maxItems: 10, documented: { uniqueItems: true } });

const Figure = Type.Object({
  used: Type.Integer(),
  limit: Type.Optional(Type.Integer({ description: 'Left out where there is none.' })),
});
export const UsageView = namedObject('OrganisationUsage', {
  registers: Figure,
  users: Type.Object(Figure.properties, { description: 'Members and open invitations.' }),
  wallets: Figure,
  bytes: Type.Object(Figure.properties, {
    description: 'Of sealed transactions that the organisation brought to this node.',
  }),
});

export const OrganisationView = namedObject('Organisation', {
  id: Uuid,
  name: Type.String(),
  subdomain: Type.String(),
  status: StatusSchema,
  createdAt: Timestamp,
  branding: Type.Optional(BrandingSchema),
  orgType: Type.Enum(['Standard', 'Public'], { title: 'OrganisationType' }),
  isPlatformOrg: Type.Boolean(),
  userCount: Type.Integer(),
  usage: Type.Optional(UsageView),
});

export const UserView = namedObject('OrganisationUser', {
  id: Uuid,
  organizationId: Uuid,
  email: ShownEmail,
  emailVerified: Type.Boolean({ description: 'Whether the account proved that the address is its own.' }),
  displayName: Type.String(),
  roles: Type.Array(RoleSchema),
  status: StatusSchema,
  createdAt: Timestamp,
  lastLoginAt: Type.Optional(Timestamp),
});

export const PasswordField = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'At least 12 characters, not among those guessed first.',
});
export const DisplayName = nameSchema(100);

export const SessionView = namedObject('Session', {
  accessToken: Type.String(),
  refreshToken: Type.String(),
  tokenType: Type.Enum(['Bearer']),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
  deviceToken: Type.Optional(
    Type.String({
      description:
        'Of a sign-in by password or code: with it in the next login this device waits behind no stranger who guesses. It opens nothing. Browsers have it in a cookie.',
    }),
  ),
});

export const DeviceToken = Type.Optional(
  Type.String({ maxLength: DEVICE_TOKEN_MAX, description: 'deviceToken of a session of the same account before.' }),
);

export const EndOtherSessions = Type.Optional(
  Type.Boolean({
    description:
      'Ends all other sessions of the account in the same step, those of devices too. DELETE /api/auth/sessions?which=others does it later.',
  }),
);

/** Reads the record and shows what is public of it. */
export function organisationView(o: Organisation) {
  const { id, name, subdomain, status, createdAt, branding, orgType, isPlatformOrg, userCount } = o;
  return { id, name, subdomain, status, createdAt, branding, orgType, isPlatformOrg, userCount };
}

/** A member of an organisation, with what its account says of the address. */
export function userView(m: Membership, tenants: Pick<Tenants, 'user'>) {
  return {
    id: m.id,
    organizationId: m.organisationId,
    email: m.email,
    emailVerified: isProven(tenants.user(m.platformUserId)),
    displayName: m.displayName,
    roles: m.roles,
    status: m.status,
    createdAt: m.createdAt,
    lastLoginAt: m.lastLoginAt,
  };
}
