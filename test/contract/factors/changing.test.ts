// The right to change how an account is signed in to: no consumer session of staff has it, no session that ended
// meanwhile, and no session may take away the last way; and what lifts the bound of a provider.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { passkeyHandlers } from '../../../api/groups/accounts/passkeys/handlers.js';
import { openSession } from '../../../api/sign-in/session.js';
import { isFailure } from '../../../core/base/result.js';
import type { ExternalIdentity } from '../../../core/tenant/federation/identity.js';
import type { SignInMethod } from '../../../core/tenant/session.js';
import { code, type Posted, postTo, sendTo } from '../world/caller.js';
import type { World } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { loginTokenOf, USER, withTotp } from './fixtures.js';
import { SoftPasskey } from './soft-authenticator.js';

const IDENTITY = EXAMPLE.deviceId;

describe('a change of how an account is signed in to', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await withTotp(world, 'none');
  });

  const post = (...sent: Posted) => postTo(world, ...sent);
  const unlink = async (token: string) => {
    const { status, json } = await sendTo(world, 'DELETE', `/api/auth/identities/${IDENTITY}`, { token });
    return [status, json?.code];
  };

  async function enrolled(): Promise<SoftPasskey> {
    const passkey = new SoftPasskey();
    const token = await world.token('user');
    const { transactionId, options } = (await post('/api/passkey/register/options', {}, token)).json();
    const answer = { transactionId, attestationResponse: passkey.attest(options) };
    expect((await post('/api/passkey/register/verify', answer, token)).statusCode).to.equal(201);
    return passkey;
  }

  async function linked(): Promise<void> {
    const identity: ExternalIdentity = {
      ...{ id: IDENTITY, organisationId: EXAMPLE.organisationId, issuer: 'https://idp.example', subject: 's' },
      ...{ slot: 'idp', preset: 'Custom', createdAt: EXAMPLE.time },
    };
    await world.deps.commit(world.deps.identities.put(USER, [identity]));
  }

  async function consumerToken(): Promise<string> {
    const { tenants, clock } = world.deps;
    const organisation = tenants.organisation(EXAMPLE.organisationId)!;
    const membership = tenants.membership(organisation.id, EXAMPLE.userId)!;
    const signIn = { method: 'pwd', signedInAtMs: clock.now(), tier: 'consumer' } as const;
    return (await openSession(world.deps, { identity: { membership, organisation }, signIn, address: '' })).accessToken;
  }

  it('is made by no consumer session of staff, at its last step neither', async () => {
    await linked();
    const token = await consumerToken();
    const attested = new SoftPasskey().attest({ challenge: 'AAAA' });
    const answers = [
      await post(
        '/api/passkey/register/verify',
        { transactionId: 'A'.repeat(43), attestationResponse: attested },
        token,
      ),
      await post('/api/totp/verify', { code: '000000' }, token),
      await post('/api/auth/resend-verification', { email: 'new@quorate.example' }, token),
    ];
    for (const answer of answers) expect(code(answer)).to.deep.equal([403, 'FORBIDDEN']);
    expect(await unlink(token)).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('is made by no session that ended while the answer of a passkey was judged', async () => {
    const token = await world.token('user');
    const { transactionId, options } = (await post('/api/passkey/register/options', {}, token)).json();
    const caller = await world.deps.tokens.verify(token);
    if (isFailure(caller)) throw new Error(caller.issue.message);
    const body = { transactionId, attestationResponse: new SoftPasskey().attest(options) };
    const enrolling = passkeyHandlers.enrolPasskey(
      { body } as never,
      { deps: world.deps, caller, address: '' } as never,
    );
    await world.deps.commit([world.deps.sessions.revoke(`sid:${caller.sessionId}`, world.deps.clock.now())]);
    const answer = await enrolling;
    expect(isFailure<unknown>(answer) && answer.issue.code).to.equal('TOKEN_REVOKED');
    expect(world.deps.factors.of(USER).passkeys).to.deep.equal([]);
  });

  it('leaves the last way: of an account without a password, its only identity or its only passkey', async () => {
    await linked();
    const passkey = await enrolled();
    const { tenants } = world.deps;
    const { passwordHash: _, ...user } = tenants.user(USER)!;
    await world.deps.commit(tenants.putUser(user));
    const token = (await openSessionOf(world)).accessToken;
    const revoke = async () => {
      const { status, json } = await sendTo(world, 'DELETE', `/api/passkey/credentials/${passkey.id}`, { token });
      return [status, json?.code];
    };
    const before = world.deps.identities.of(USER);
    await world.deps.commit(world.deps.identities.put(USER, [{ ...before[0]!, organisationId: EXAMPLE.deviceId }]));
    expect(await revoke(), 'an identity at an organisation that was left').to.deep.equal([409, 'PASSKEY_LAST']);
    await world.deps.commit(world.deps.identities.put(USER, before));
    expect(await revoke()).to.deep.equal([204, undefined]);
    expect(await unlink(token)).to.deep.equal([409, 'IDENTITY_LAST']);
    expect(world.deps.identities.of(USER)).to.have.length(1);
    await world.deps.commit(tenants.putUser({ ...user, passwordHash: 'a hash' }));
    expect(await unlink(token)).to.deep.equal([204, undefined]);
  });

  it('is opened after a provider by a passkey that verified its user, and by no other one', async () => {
    const passkey = await enrolled();
    const show = async (method: SignInMethod, isVerified: boolean) => {
      const loginToken = loginTokenOf(world, method);
      const { transactionId, options } = (await post('/api/auth/verify-passkey/options', { loginToken })).json();
      const assertionResponse = passkey.assert(options, { isVerified });
      const answer = await post('/api/auth/verify-passkey', { loginToken, transactionId, assertionResponse });
      return [options.userVerification, answer.statusCode];
    };
    for (const method of ['oidc', 'social'] as const) {
      expect(await show(method, false)).to.deep.equal(['required', 401]);
      expect(await show(method, true)).to.deep.equal(['required', 200]);
    }
    expect(await show('pwd', false), 'beside a password').to.deep.equal(['preferred', 200]);
  });
});

function openSessionOf({ deps }: World) {
  const organisation = deps.tenants.organisation(EXAMPLE.organisationId)!;
  const membership = deps.tenants.membership(organisation.id, EXAMPLE.userId)!;
  const signIn = { method: 'passkey' as const, signedInAtMs: deps.clock.now() };
  return openSession(deps, { identity: { membership, organisation }, signIn, address: '' });
}
