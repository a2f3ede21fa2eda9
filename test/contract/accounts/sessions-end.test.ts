// A suspension, of a user or of its organisation, ends these: requests, the refresh token, and a live connection of a
// client that says nothing.
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { worldOfEach } from '../world/world-of.js';

describe('a suspension', () => {
  const world = worldOfEach();
  let url: string;
  beforeEach(async () => {
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });

  const sent = async (method: 'POST' | 'PUT' | 'GET', path: string, how: { token?: string; body?: object } = {}) => {
    const { token, body } = how;
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    return [answer.status, text === '' ? undefined : JSON.parse(text).code];
  };

  const USER = `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}`;
  const ways = [
    ['of its user', 'POST', `${USER}/suspend`, undefined, 204],
    ['of its user, by a change', 'PUT', USER, { status: 'Suspended' }, 200],
    [
      'of its organisation',
      'PUT',
      `/api/platform/organizations/${EXAMPLE.organisationId}/status`,
      { status: 'Suspended' },
      204,
    ],
  ] as const;
  for (const [whose, method, path, body, status] of ways)
    it(`${whose} ends a session everywhere at once`, async () => {
      const { accessToken: token, refreshToken } = await world.session('user');
      const connection = new HubConnectionBuilder()
        .withUrl(`${url}/hubs/blueprint`, { accessTokenFactory: () => token })
        .configureLogging(LogLevel.None)
        .build();
      await connection.start();
      const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
      expect((await sent('GET', '/api/auth/me', { token }))[0]).to.equal(200);
      const root = await world.token('systemAdmin');
      expect((await sent(method, path, { token: root, ...(body && { body }) }))[0]).to.equal(status);
      expect((await closed)?.message).to.contain('The token was revoked');
      expect(await sent('GET', '/api/auth/me', { token })).to.deep.equal([401, 'TOKEN_REVOKED']);
      expect(await sent('POST', '/api/auth/token/refresh', { body: { refreshToken } })).to.deep.equal([
        401,
        'TOKEN_REVOKED',
      ]);
      const login = { email: EXAMPLE.userEmail, password: EXAMPLE.password };
      expect((await sent('POST', '/api/auth/login', { body: login }))[0]).to.equal(403);
    });
});
