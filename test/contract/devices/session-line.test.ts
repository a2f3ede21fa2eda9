// The sessions that are made from that of a device: for another organisation, for a program, by a short code. Somebody
// who has a stolen device makes one before its owner revokes the device.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { VERIFIER } from '../factors/programs.js';
import { sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const DEVICE = { label: 'Phone', platform: 'ios' };

describe('the sessions that are made from that of a device', () => {
  const world = worldOfEach();
  let mine: string;
  beforeEach(async () => {
    mine = await world.token('user');
  });

  const post = async (url: string, token?: string, body?: object) =>
    (await sendTo(world, 'POST', url, { token, body })).json;
  const enrolled = async (token: string, device: object | null = DEVICE) => {
    const { code } = await post('/api/auth/enrol-session/short-code', token, {});
    return post('/api/auth/enrol-session/redeem-short-code', undefined, { code, ...(device && { device }) });
  };
  const statusOf = async (token: string) => (await sendTo(world, 'GET', '/api/auth/me', { token })).status;
  const revoke = (id: string) => sendTo(world, 'DELETE', `/api/v1/me/devices/${id}`, { token: mine });
  const switched = (token: string) => post('/api/auth/switch-org', token, { organizationId: EXAMPLE.organisationId });
  const program = async (token: string) => {
    const body = { program: 'a program', codeChallenge: challengeOf(VERIFIER) };
    const { code } = await post('/api/auth/program/grant', token, body);
    return post('/api/auth/program/token', undefined, { code, codeVerifier: VERIFIER });
  };

  it('end with the device, refreshed and handed on as they may be', async () => {
    const phone = await enrolled(mine);
    const first = await switched(phone.accessToken);
    const second = await switched(first.accessToken);
    const refreshed = await post('/api/auth/token/refresh', undefined, { refreshToken: second.refreshToken });
    const nameless = await enrolled(phone.accessToken, null);
    for (const { accessToken } of [phone, first, refreshed, nameless])
      expect(await statusOf(accessToken)).to.equal(200);
    // The program takes the session over.
    const last = await program(first.accessToken);
    const made = [nameless, last];
    for (const { accessToken } of made) expect(await statusOf(accessToken)).to.equal(200);
    expect((await revoke(phone.deviceId)).status).to.equal(204);
    expect(await Promise.all(made.map(({ accessToken }) => statusOf(accessToken)))).to.deep.equal(made.map(() => 401));
    for (const { refreshToken } of [refreshed, last])
      expect((await post('/api/auth/token/refresh', undefined, { refreshToken })).code).to.equal('TOKEN_REVOKED');
    expect(await statusOf(mine)).to.equal(200);
  });

  it('end not with another device, which it enrolled: that is revoked by itself', async () => {
    const phone = await enrolled(mine);
    const tablet = await enrolled(phone.accessToken);
    await revoke(phone.deviceId);
    expect(await statusOf((await switched(tablet.accessToken)).accessToken)).to.equal(200);
    await revoke(tablet.deviceId);
    expect(await statusOf(tablet.accessToken)).to.equal(401);
  });
});
