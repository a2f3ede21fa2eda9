// Two stores whose operators gave them one signing key: a token of the one opens nothing at the other, whatever becomes
// of it at home. The other says in its log that it saw one.
import { expect } from 'chai';
import { openSession } from '../../../api/sign-in/session.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { sendTo } from '../world/caller.js';
import { aWorld, type World } from '../world/world.js';

const NEW = { serviceName: 'from the other store', scopes: ['users:delegate'] };

describe('two stores with one signing key', () => {
  let home: World;
  let other: World;
  let token: string;
  let refreshToken: string;
  beforeEach(async () => {
    [home, other] = [await aWorld(), await aWorld()];
    ({ accessToken: token, refreshToken } = await anOperator(home));
  });
  afterEach(() => Promise.all([home.close(), other.close()]));

  const tried = async (at: World) => {
    const listed = await sendTo(at, 'GET', '/api/platform/organizations', { token });
    const made = await sendTo(at, 'POST', '/api/service-principals', { token, body: NEW });
    return [listed.status, made.status, made.json.code];
  };
  const foreign = (world: World) => world.warnings.filter((one) => 'issuedAt' in one);

  it('have operators of their own: the other answers 401, and says once that the key is shared', async () => {
    expect(await tried(home)).to.deep.equal([200, 201, undefined]);
    expect(await tried(other)).to.deep.equal([401, 401, 'TOKEN_INVALID']);
    expect(await tried(other)).to.deep.equal([401, 401, 'TOKEN_INVALID']);
    expect(foreign(other)).to.have.length(1);
    expect(foreign(home)).to.have.length(0);
  });

  it('enrol no device and refresh no session of each other', async () => {
    const enrol = (await sendTo(home, 'POST', '/api/auth/enrol-session', { token })).json.sessionToken;
    const device = { label: 'x', platform: 'y' };
    const redeemed = { sessionToken: enrol, device };
    const answers = [
      await sendTo(other, 'POST', '/api/auth/enrol-session/redeem', { body: redeemed }),
      await sendTo(other, 'POST', '/api/auth/token/refresh', { body: { refreshToken } }),
    ];
    expect(answers.map(({ json }) => json.code)).to.deep.equal(['ENROL_TOKEN_INVALID', 'TOKEN_INVALID']);
  });

  it('forget an account that was taken away without a revocation, as a store of before does', async () => {
    const { tenants, commit } = home.deps;
    expect((await sendTo(home, 'GET', '/api/auth/me', { token })).status).to.equal(200);
    await commit(tenants.removeMembership(tenants.membership(PLATFORM_ORGANISATION_ID, OPERATOR)!));
    expect((await sendTo(home, 'GET', '/api/auth/me', { token })).json.code).to.equal('TOKEN_INVALID');
  });
});

const OPERATOR = '5a1e0c7e-3b1f-4c0f-9a3e-0c2f1b7d8e01';
const PERSON = '6b2f1d8f-4c20-4d10-8b4f-1d30208e9f12';

/** The session of an operator whose account the other store has not. */
async function anOperator({ deps }: World) {
  const { tenants, commit, clock } = deps;
  const organisation = tenants.organisation(PLATFORM_ORGANISATION_ID)!;
  const createdAt = new Date(clock.now()).toISOString();
  const who = { email: 'operator@a.example', displayName: 'Olga Operator', createdAt };
  const membership = {
    ...{ ...who, id: OPERATOR, organisationId: PLATFORM_ORGANISATION_ID, platformUserId: PERSON },
    ...({ roles: ['SystemAdmin'], status: 'Active' } as const),
  };
  const memberships = [{ organisationId: PLATFORM_ORGANISATION_ID, membershipId: OPERATOR }];
  await commit([
    ...tenants.putUser({ ...who, id: PERSON, emailVerifiedAt: createdAt, memberships }),
    ...tenants.putMembership(membership),
  ]);
  const signIn = { method: 'pwd', signedInAtMs: clock.now() } as const;
  return openSession(deps, { identity: { membership, organisation }, signIn, address: '192.0.2.1' });
}
