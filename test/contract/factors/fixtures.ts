// One-time codes for the example user: a secret that the tests know, set up or switched on.
import { TOTP } from 'otpauth';
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { askForNew, askForSignature, newPasskey } from '../../../api/sign-in/passkeys.js';
import { bytesToUuid } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import type { Totp } from '../../../core/tenant/factors/factors.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { SignInMethod } from '../../../core/tenant/session.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { type Options, SoftPasskey } from './soft-authenticator.js';

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
    secret: deps.factorSecrets.encrypt(USER, SECRET),
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
    return { body: { loginToken: loginTokenOf(world), ...body(world) } };
  };

/** Of the example user, after a first factor. */
export function loginTokenOf({ deps }: World, method: SignInMethod = 'pwd'): string {
  const { organisationId, userId: membershipId } = EXAMPLE;
  return deps.loginTokens.issue({ platformUserId: USER, organisationId, membershipId, address: '127.0.0.1', method });
}

/** A passkey of the example user, which the node knows. */
export async function enrolledPasskey(world: World): Promise<SoftPasskey> {
  const passkey = new SoftPasskey();
  await withTotp(world, 'none');
  const { deps } = world;
  const ceremony = { kind: 'enrol', platformUserId: USER, sessionId: '', displayName: 'key' } as const;
  const owner = { id: USER, name: 'u', displayName: 'u' };
  const { transactionId, options } = await askForNew(deps, { ceremony, owner, mustVerify: false }, '127.0.0.1');
  const begun = deps.ceremonies.take(transactionId, 'enrol');
  if (isFailure(begun)) throw new Error(begun.issue.message);
  const response = passkey.attest(options as unknown as Options);
  const made = await newPasskey(deps, begun, { response, mustVerify: false });
  if (isFailure(made)) throw new Error(made.issue.message);
  await deps.commit([deps.factors.put(USER, { passkeys: [{ ...made, displayName: 'key' }] })]);
  return passkey;
}

/** The public organisation takes people who come alone. */
export async function withRegistration({ deps }: World, settings: object = {}): Promise<void> {
  const organisation = deps.tenants.organisation(PUBLIC_ORGANISATION_ID);
  if (!organisation) throw new Error('there is no public organisation');
  const open = { selfRegistrationEnabled: true, allowedEmailDomains: [], auditRetentionMonths: null, ...settings };
  await deps.commit(deps.tenants.putOrganisation({ ...organisation, settings: open }));
}

const prepareRegistration: Readonly<Record<string, Prepare>> = {
  register: async (world) => {
    await withRegistration(world);
    return {};
  },
  verifyEmail: async (world) => {
    await withRegistration(world);
    const email = `${world.deps.random.bytes(4).join('')}@citizens.example`;
    const organisationId = PUBLIC_ORGANISATION_ID;
    const passwordHash = await world.deps.passwords.hash(EXAMPLE.password);
    if (isFailure(passwordHash)) throw new Error(passwordHash.issue.message);
    const pending = { kind: 'account', email, organisationId, displayName: 'Cara', passwordHash } as const;
    return { body: { token: world.deps.pendingAddresses.open(pending, '127.0.0.1'), password: EXAMPLE.password } };
  },
  resendVerification: async (world) => {
    const token = await world.token('user');
    const { deps } = world;
    const user = deps.tenants.user(USER);
    if (user) await deps.commit(deps.tenants.putUser({ ...user, email: '' }));
    const email = `${deps.random.bytes(4).join('')}@citizens.example`;
    return { token, body: { email } };
  },
  beginPasskeySignUp: async (world) => {
    await withRegistration(world);
    return {};
  },
  signUpWithPasskey: async (world) => {
    await withRegistration(world);
    const owner = { id: bytesToUuid(world.deps.random.bytes(16)), name: 'Cara', displayName: 'Cara' };
    const ceremony = { kind: 'sign-up', platformUserId: owner.id, displayName: 'Cara' } as const;
    const asked = await askForNew(world.deps, { ceremony, owner, mustVerify: true }, '127.0.0.1');
    const attestationResponse = new SoftPasskey().attest(asked.options as unknown as Options);
    return { body: { transactionId: asked.transactionId, attestationResponse } };
  },
};

const preparePasskeys: Readonly<Record<string, Prepare>> = {
  beginPasskey: user('none'),
  enrolPasskey: async (world) => {
    await withTotp(world, 'none');
    const token = await world.token('user');
    const { sessionId } = (await world.deps.tokens.verify(token)) as Caller;
    const ceremony = { kind: 'enrol', platformUserId: USER, sessionId, displayName: 'key' } as const;
    const owner = { id: USER, name: 'u', displayName: 'u' };
    const asked = await askForNew(world.deps, { ceremony, owner, mustVerify: false }, '127.0.0.1');
    const attestationResponse = new SoftPasskey().attest(asked.options as unknown as Options);
    return { token, body: { transactionId: asked.transactionId, attestationResponse } };
  },
  listPasskeys: user('none'),
  revokePasskey: async (world) => ({ as: 'user', params: { id: (await enrolledPasskey(world)).id } }),
  signInWithPasskey: async (world) => {
    const passkey = await enrolledPasskey(world);
    const asked = await askForSignature(world.deps, { ceremony: { kind: 'sign-in' }, mustVerify: true }, '127.0.0.1');
    return {
      body: {
        transactionId: asked.transactionId,
        assertionResponse: passkey.assert(asked.options as unknown as Options),
      },
    };
  },
  beginPasskeyFactor: async (world) => {
    await enrolledPasskey(world);
    return { body: { loginToken: loginTokenOf(world) } };
  },
  showPasskey: async (world) => {
    const passkey = await enrolledPasskey(world);
    const ceremony = { kind: 'second-factor', platformUserId: USER } as const;
    const asked = await askForSignature(world.deps, { ceremony, mustVerify: false }, '127.0.0.1');
    const assertionResponse = passkey.assert(asked.options as unknown as Options);
    return { body: { loginToken: loginTokenOf(world), transactionId: asked.transactionId, assertionResponse } };
  },
};

export const prepareFactors: Readonly<Record<string, Prepare>> = {
  ...preparePasskeys,
  ...prepareRegistration,
  stepUp: user('none'),
  beginStepUp: async (world) => {
    await enrolledPasskey(world);
    return { as: 'user' };
  },
  verifyTwoFactor: waiting((world) => ({ code: codeNow(world) })),
  validateTotp: waiting((world) => ({ code: codeNow(world) })),
  validateBackupCode: waiting(() => ({ backupCode: BACKUP_CODE })),
  setUpTotp: user('none'),
  verifyTotp: async (world) => ({ ...(await user('set up')(world)), body: { code: codeNow(world) } }),
  disableTotp: user('switched on'),
  getTotpStatus: user('switched on'),
};
