// The first start (docs/specification.md C7): the platform organisation, the public one and one SystemAdmin, in one
// commit. The generated password is given once to its keeper, which has to be durable before the account is, and has to
// be changed first; only its hash is stored.
import { bytesToUuid, toBase64Url } from '../../core/base/bytes.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { join } from '../../core/tenant/members/joining.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import {
  PLATFORM_ORGANISATION_ID,
  PLATFORM_ORGANISATION_NAME,
  PUBLIC_ORGANISATION_ID,
} from '../../core/tenant/roles.js';
import { normaliseEmail, type PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import type { Passwords } from './passwords.js';

export interface BootstrapPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly tenants: Tenants;
  readonly passwords: Passwords;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** Keeps a generated password for the operator. */
  readonly keep?: (password: string) => void;
}

export interface FirstAdmin {
  readonly email: string;
  readonly password: string;
  /** False for a password that the operator brought. */
  readonly isGenerated: boolean;
}

export const FIRST_ADMIN_EMAIL = 'admin@quorate.local';

/**
 * Undefined on every start but the first. `password` replaces the generated one (tests, and installations that bring
 * their own), and need not be changed.
 */
export async function bootstrapTenants(
  ports: BootstrapPorts,
  first: { email?: string; password?: string | undefined } = {},
): Promise<FirstAdmin | undefined> {
  if (ports.tenants.isBootstrapped()) return undefined;
  const email = normaliseEmail(first.email ?? FIRST_ADMIN_EMAIL);
  const password = first.password ?? toBase64Url(ports.random.bytes(18));
  const passwordHash = await ports.passwords.hash(password);
  if (isFailure(passwordHash)) throw new Error(passwordHash.issue.message);
  const isGenerated = first.password === undefined;
  if (isGenerated) ports.keep?.(password);
  const createdAt = new Date(ports.clock.now()).toISOString();
  const userId = bytesToUuid(ports.random.bytes(16));
  const membershipId = bytesToUuid(ports.random.bytes(16));
  const platform: Organisation = {
    ...organisation(PLATFORM_ORGANISATION_NAME, 'system-admin', createdAt),
    id: PLATFORM_ORGANISATION_ID,
  };
  const user: PlatformUser = {
    ...{ id: userId, email, displayName: 'System administrator', passwordHash },
    ...(isGenerated && { mustChangePassword: true }),
    ...{ emailVerifiedAt: createdAt, createdAt, memberships: [] },
  };
  await ports.commit([
    ...ports.tenants.putOrganisation({
      ...organisation('Public', 'public', createdAt),
      id: PUBLIC_ORGANISATION_ID,
      orgType: 'Public',
    }),
    ...ports.tenants.join(
      join({ user, organisation: platform }, { id: membershipId, roles: ['SystemAdmin', 'Administrator'], createdAt }),
    ),
  ]);
  return { email, password, isGenerated };
}

function organisation(name: string, subdomain: string, createdAt: string): Omit<Organisation, 'id'> {
  return { name, subdomain, status: 'Active', createdAt, orgType: 'Standard', isPlatformOrg: true, userCount: 0 };
}
