// One-time codes for the example user: a secret that the tests know, set up or switched on.
import { TOTP } from 'otpauth';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Totp } from '../../../core/tenant/factors/factors.js';
import type { Prepare } from '../prepared.js';
import { seedExample, type World } from '../world.js';

export const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
export const BACKUP_CODE = 'K5QW2ZLE';
/** Platform user of the example user. */
export const USER = `f${EXAMPLE.userId.slice(1)}`;

/** The code that an app shows now, or so many steps from now. */
export function codeNow({ deps }: World, steps = 0): string {
  return new TOTP({ secret: SECRET }).generate({ timestamp: deps.clock.now() + steps * 30_000 });
}

export async function withTotp({ deps }: World, how: 'set up' | 'switched on' | 'none'): Promise<void> {
  await seedExample(deps);
  const totp: Totp = {
    secret: deps.factorSecrets.seal(USER, SECRET),
    lastStep: 0,
    backupCodes: [deps.factorSecrets.hash(USER, BACKUP_CODE)],
    ...(how === 'switched on' && { verifiedAt: EXAMPLE.time }),
  };
  await deps.commit([deps.factors.put(USER, { ...(how !== 'none' && { totp }), passkeys: [] })]);
}

const user =
  (how: Parameters<typeof withTotp>[1]): Prepare =>
  async (world) => {
    await withTotp(world, how);
    return { as: 'user' };
  };

/** A sign-in of the example user that waits for the second factor. */
const waiting =
  (body: (world: World) => object): Prepare =>
  async (world) => {
    await withTotp(world, 'switched on');
    const loginToken = world.deps.loginTokens.issue({
      ...{ platformUserId: USER, organisationId: EXAMPLE.organisationId, address: '127.0.0.1' },
    });
    return { body: { loginToken, ...body(world) } };
  };

export const prepareFactors: Readonly<Record<string, Prepare>> = {
  verifyTwoFactor: waiting((world) => ({ code: codeNow(world) })),
  validateTotp: waiting((world) => ({ code: codeNow(world) })),
  validateBackupCode: waiting(() => ({ backupCode: BACKUP_CODE })),
  setUpTotp: user('none'),
  verifyTotp: async (world) => ({ ...(await user('set up')(world)), body: { code: codeNow(world) } }),
  disableTotp: user('switched on'),
  getTotpStatus: user('switched on'),
};
