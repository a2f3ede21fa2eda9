// A program on another computer that asks the authorization server (RFC 8628).
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { code, postTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { FORM, refusedAs, sendForm } from './fixtures.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const CLIENT = { client_id: FORM.client_id };

describe('a program with a device code', () => {
  const world = worldOfEach();
  let token: string;
  beforeEach(async () => {
    token = await world.token('user');
  });

  const ask = async (fields: Readonly<Record<string, string>> = {}) =>
    (await sendForm(world, '/oauth/device', { ...CLIENT, scope: 'workflow:read offline_access', ...fields })).json();
  const poll = (device_code: string, client_id = FORM.client_id) =>
    sendForm(world, '/oauth/token', { grant_type: GRANT, client_id, device_code });
  const read = (userCode: string) => postTo(world, '/api/auth/device-code/read', { userCode }, token);
  const answer = (userCode: string, isAllowed: boolean) =>
    postTo(world, '/api/auth/device-code/answer', { userCode, isAllowed }, token);

  it('waits for the person, who is shown what it wants, and gets that once', async () => {
    const { device_code, user_code, verification_uri, interval } = await ask();
    expect([verification_uri, interval]).to.deep.equal(['http://localhost:8080/login?device', 5]);
    expect(refusedAs(await poll(device_code))).to.equal('400 authorization_pending');
    expect(refusedAs(await poll(device_code))).to.equal('400 slow_down');
    const shown = (await read(user_code)).json();
    expect(shown).to.include({ program: 'The command line of Quorate', clientId: FORM.client_id });
    expect(shown.scopes.map(({ scope }: { scope: string }) => scope)).to.deep.equal([
      'workflow:read',
      'offline_access',
    ]);
    expect((await answer(user_code, true)).statusCode).to.equal(200);
    const answers = await Promise.all([poll(device_code), poll(device_code)]);
    expect(answers.map(refusedAs).sort()).to.deep.equal(['200', '400 expired_token']);
    const tokens = answers.find(({ statusCode }) => statusCode === 200)?.json();
    const caller = (await world.deps.tokens.verify(tokens.access_token)) as Caller;
    expect(caller.access).to.deep.equal({
      ...{ clientId: FORM.client_id },
      scopes: ['workflow:read', 'offline_access'],
    });
    expect(tokens.refresh_token).to.be.a('string');
  });

  it('is told that the person said no', async () => {
    const { device_code, user_code } = await ask();
    await answer(user_code, false);
    expect(refusedAs(await poll(device_code))).to.equal('400 access_denied');
    expect(refusedAs(await poll(device_code))).to.equal('400 expired_token');
  });

  it('gets nothing by the code of another program, and no whole session by the endpoint of before', async () => {
    const { device_code, user_code } = await ask();
    await answer(user_code, true);
    expect(refusedAs(await poll(device_code, 'https://p.example/c'))).to.equal('400 expired_token');
    const whole = await postTo(world, '/api/auth/device-code/token', { deviceCode: device_code });
    expect(code(whole)).to.deep.equal([410, 'DEVICE_CODE_INVALID']);
    const before = (await postTo(world, '/api/auth/device-code', { program: 'old' })).json();
    expect(refusedAs(await poll(before.deviceCode))).to.equal('400 expired_token');
    expect((await poll(device_code)).statusCode).to.equal(200);
  });

  it('says what it wants, and who it is', async () => {
    const refused = async (fields: Readonly<Record<string, string>>) =>
      refusedAs(await sendForm(world, '/oauth/device', { ...CLIENT, scope: 'workflow:read', ...fields }));
    expect(await refused({ scope: 'root' })).to.equal('400 invalid_scope');
    expect(await refused({ client_id: 'nobody' })).to.equal('401 invalid_client');
    expect(await refused({ client_id: 'https://p.example/c', scope: 'account:manage' })).to.equal('400 invalid_scope');
    expect(await refused({ resource: 'https://other.example/' })).to.equal('400 invalid_target');
  });
});
