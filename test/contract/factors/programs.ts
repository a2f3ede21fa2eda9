// Programs that wait for a session, and passwords that wait to be set anew, as the examples of their operations need
// them.
import type { Caller } from '../../../api/auth/caller.js';
import { sessionNow, signInOf } from '../../../api/sign-in/session.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';
import { USER } from './fixtures.js';

export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const ADDRESS = '127.0.0.1';

async function grantOf({ deps, token }: World) {
  const caller = (await deps.tokens.verify(await token('user'))) as Caller;
  return { ...sessionNow(deps, caller), signIn: signInOf(deps, caller), program: 'quorate' };
}

const asked = ({ deps }: World) =>
  deps.programSignIns.ask({ program: 'quorate', address: ADDRESS, askedAtMs: deps.clock.now() });

export const preparePrograms: Readonly<Record<string, Prepare>> = {
  grantProgram: async () => ({ as: 'user' }),
  takeProgramSession: async (world) => {
    const code = world.deps.programSignIns.grant(await grantOf(world), challengeOf(VERIFIER), ADDRESS);
    return { body: { code, codeVerifier: VERIFIER } };
  },
  readDeviceCode: async (world) => ({ as: 'user', body: { userCode: asked(world).userCode } }),
  answerDeviceCode: async (world) => ({ as: 'user', body: { userCode: asked(world).userCode, isAllowed: true } }),
  takeDeviceSession: async (world) => {
    const { deviceCode, userCode } = asked(world);
    world.deps.programSignIns.answer(userCode, USER, await grantOf(world));
    return { body: { deviceCode } };
  },
  endSession: async (world) => {
    const token = await world.token('user');
    return { token, params: { sessionId: ((await world.deps.tokens.verify(token)) as Caller).sessionId } };
  },
  resetPassword: async (world) => {
    await seedExample(world.deps);
    const { passwordResets, tenants } = world.deps;
    const token = passwordResets.draw();
    const user = tenants.user(USER);
    passwordResets.open(token, { email: '', platformUserId: USER, passwordHash: user?.passwordHash }, ADDRESS);
    return { body: { token, newPassword: 'four copper kettles sing' } };
  },
};
