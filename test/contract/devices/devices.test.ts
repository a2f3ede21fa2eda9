// Devices and how they come to an account, over HTTP and on the hubs: each refusal, each race of two that come at
// once, and what a revocation ends.
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { SignJWT } from 'jose';
import { EXAMPLE } from '../../../api/examples/values.js';
import { enrolmentRoutes } from '../../../api/groups/people/enrolment/routes.js';
import { issue } from '../../../core/base/issue.js';
import {
  DEVICES_ACTIVE_MAX,
  ENROL_SESSION_MS,
  FLIP_PAUSE_MS,
  SHORT_CODE_MS,
} from '../../../core/base/limits/node/people.js';
import { type Method, sendTo } from '../world/caller.js';
import { seedExample } from '../world/personas.js';
import { aWorld, NO_LIMITS, type World } from '../world/world.js';
import { USER } from './fixtures.js';

const ENROL = '/api/auth/enrol-session';
const DEVICES = '/api/v1/me/devices';
const device = { label: "Uma's phone", platform: 'ios' };
const NONE = '11111111-2222-4333-8444-555555555555';

describe('devices', () => {
  let world: World;
  let mine: string;
  beforeEach(async () => {
    world = await aWorld();
    mine = await world.token('user');
  });
  afterEach(() => world.close());

  const send = (method: Method, url: string, token?: string, body?: object) =>
    sendTo(world, method, url, { token, body });
  const begin = async (token = mine): Promise<string> => (await send('POST', ENROL, token)).json.sessionToken;
  const redeem = (sessionToken: string) => send('POST', `${ENROL}/redeem`, undefined, { sessionToken, device });
  const enrol = async () => (await redeem(await begin())).json;
  const mint = async (token = mine, payload?: object) =>
    (await send('POST', `${ENROL}/short-code`, token, payload)).json;
  const present = (code: unknown, more: object = {}) =>
    send('POST', `${ENROL}/redeem-short-code`, undefined, { code, ...more });
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
  const outcome = ({ status, json }: { status: number; json: { code?: string; reason?: string } }) => [
    ...[status, json.code],
    ...(json.reason === undefined ? [] : [json.reason]),
  ];

  describe('enrol sessions', () => {
    it('bring a device to the account, with a consumer session that signed in no later than its maker', async () => {
      const begun = await send('POST', ENROL, mine);
      expect(begun.json.qrUrl).to.equal(`http://localhost:8080/enrol#${begun.json.sessionToken}`);
      expect(Date.parse(begun.json.expiresAt) - Date.parse(EXAMPLE.time)).to.equal(ENROL_SESSION_MS);
      expect(claims(begun.json.sessionToken)).to.include({ aud: 'test:enrol-session' }).and.not.have.property('roles');
      world.advance(60_000);
      const { json } = await redeem(begun.json.sessionToken);
      expect(json).to.include({ displayName: 'Uma User', email: EXAMPLE.userEmail, expiresIn: 3600 });
      const [made, maker] = [claims(json.accessToken), claims(mine)];
      expect([made.aud, made.sub, made.auth_time]).to.deep.equal(['test:consumer', maker.sub, maker.auth_time]);
      expect(made).not.to.have.property('roles');
      const refreshed = await send('POST', '/api/auth/token/refresh', undefined, { refreshToken: json.refreshToken });
      expect(claims(refreshed.json.accessToken).aud).to.equal('test:consumer');
      expect((await send('GET', DEVICES, mine)).json.devices).to.deep.equal([
        {
          ...{ deviceId: json.deviceId, ...device, status: 'Active', enrolledAt: '2026-11-21T10:01:00.000Z' },
          ...{ revokedAt: null, lastSeenAt: '2026-11-21T10:01:00.000Z', delegationExpiresAt: null },
        },
      ]);
      expect((await send('GET', '/api/me/inbox', mine)).json.items[0]).to.include({ type: 'DeviceEnrolled' });
    });

    it('say why a token is none', async () => {
      const token = await begin();
      expect(outcome(await redeem('nothing'))).to.deep.equal([400, 'ENROL_TOKEN_MALFORMED', 'malformed_token']);
      const forged = await new SignJWT(claims(token))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(new TextEncoder().encode('a signing key of somebody else entirely'));
      expect(outcome(await redeem(forged))).to.deep.equal([400, 'ENROL_TOKEN_INVALID', 'invalid_signature']);
      expect(outcome(await redeem(mine))).to.deep.equal([400, 'ENROL_TOKEN_SCOPE', 'scope_mismatch']);
      expect((await redeem(token)).status).to.equal(200);
      expect(outcome(await redeem(token))).to.deep.equal([409, 'ENROL_TOKEN_USED', 'already_used']);
      const late = await begin();
      world.advance(ENROL_SESSION_MS);
      // The skew that other tokens are granted is none of these.
      expect(outcome(await redeem(late))).to.deep.equal([410, 'ENROL_TOKEN_EXPIRED', 'expired']);
      world.advance(300_000);
      expect(outcome(await redeem(late))).to.deep.equal([410, 'ENROL_TOKEN_EXPIRED', 'expired']);
      expect((await redeem(token)).json.message).to.be.a('string');
    });

    it('end with the session that asked, and with the membership', async () => {
      const [first, second] = [await begin(), await begin()];
      await send('POST', '/api/auth/logout', mine);
      expect(outcome(await redeem(first))).to.deep.equal([410, 'ENROL_TOKEN_EXPIRED', 'expired']);
      const admin = await world.token('administrator');
      await send('POST', `/api/organizations/${EXAMPLE.organisationId}/users/${EXAMPLE.userId}/suspend`, admin);
      expect((await redeem(second)).status).to.equal(410);
    });

    it('enrol one device where two come at once', async () => {
      const token = await begin();
      // All of them have their token verified before any goes on.
      const { tokens } = world.deps;
      const verify = tokens.verify.bind(tokens);
      let left = 3;
      let go: () => void = () => undefined;
      const all = new Promise<void>((resolve) => {
        go = resolve;
      });
      tokens.verify = async (text) => {
        const verified = await verify(text);
        if (text !== token) return verified;
        if (--left === 0) go();
        await all;
        return verified;
      };
      const answers = await Promise.all([redeem(token), redeem(token), redeem(token)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
      expect((await send('GET', DEVICES, mine)).json.devices).to.have.length(1);
    });

    it('let their token do nothing else', async () => {
      const token = await begin();
      for (const [method, url] of [
        ['GET', DEVICES],
        ['GET', '/api/auth/me'],
        ['GET', '/api/me/inbox'],
        ['POST', ENROL],
      ] as const)
        expect((await send(method, url, token)).status, url).to.equal(403);
    });

    it('keep to the bound on devices, and spend no token for one too many', async () => {
      for (let i = 0; i < DEVICES_ACTIVE_MAX; i++) await enrol();
      const token = await begin();
      expect(outcome(await redeem(token))).to.deep.equal([409, 'DEVICES_FULL']);
      const { devices } = (await send('GET', DEVICES, mine)).json;
      await send('DELETE', `${DEVICES}/${devices[3].deviceId}`, mine);
      expect((await redeem(token)).status).to.equal(200);
    });
  });

  describe('short codes', () => {
    it('give a consumer session, once, and a device where one is named', async () => {
      const { code, expiresAt } = await mint();
      expect(code).to.match(/^[0-9]{6}$/);
      expect(Date.parse(expiresAt) - Date.parse(EXAMPLE.time)).to.equal(SHORT_CODE_MS);
      const { status, json } = await present(code);
      expect([status, Object.keys(json)]).to.deep.equal([200, ['accessToken', 'expiresIn', 'displayName', 'email']]);
      expect(claims(json.accessToken).aud).to.equal('test:consumer');
      expect((await send('GET', `${DEVICES}/has-any`, mine)).json).to.deep.equal({
        hasAnyDevice: false,
        latestEnrolledAt: null,
      });
      const next = await mint(mine, { route: 'PwaTakeover' });
      expect((await present(next.code, { device })).json.deviceId).to.be.a('string');
      expect((await send('GET', `${DEVICES}/has-any`, mine)).json).to.deep.equal({
        ...{ hasAnyDevice: true, latestEnrolledAt: EXAMPLE.time },
      });
    });

    it('have the four refusals of the specification, by code and status, with a message', async () => {
      const bodies = async (code: unknown) => {
        const { status, json } = await present(code);
        expect(json.message).to.be.a('string').that.equals(json.error);
        return [status, json.code];
      };
      for (const code of [undefined, '12345', 'abcdef', 123_456, null, {}])
        expect(await bodies(code)).to.deep.equal([400, 'MalformedCode']);
      const { code } = await mint();
      await present(code);
      for (let i = 0; i < 4; i++) expect(await bodies(code)).to.deep.equal([409, 'AlreadyUsedCode']);
      expect(await bodies(code)).to.deep.equal([429, 'RateLimited']);
      const late = await mint();
      world.advance(SHORT_CODE_MS);
      expect(await bodies(late.code)).to.deep.equal([410, 'ExpiredCode']);
    });

    it('have one winner where two redeem at once', async () => {
      const { code } = await mint();
      const answers = await Promise.all([present(code), present(code)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    });

    it('end with the session that asked, with a changed password and with a newer code', async () => {
      const first = await mint();
      const second = await mint();
      expect(outcome(await present(first.code))).to.deep.equal([410, 'ExpiredCode']);
      await send('POST', '/api/auth/logout', mine);
      expect(outcome(await present(second.code))).to.deep.equal([410, 'ExpiredCode']);
      mine = await world.token('user');
      const third = await mint();
      await world.deps.commit([world.deps.sessions.revoke(`user:${USER}`, world.deps.clock.now())]);
      expect(outcome(await present(third.code))).to.deep.equal([410, 'ExpiredCode']);
    });

    it('spend the token of an enrol session, which makes one code and no device beside it', async () => {
      const token = await begin();
      const made = await Promise.all([1, 2].map(() => send('POST', `${ENROL}/short-code`, token)));
      expect(made.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
      expect(outcome(await redeem(token))).to.deep.equal([409, 'ENROL_TOKEN_USED', 'already_used']);
      const { code } = made.find(({ status }) => status === 200)!.json;
      expect((await present(code)).status).to.equal(200);
    });

    it('are for people, and are told to each person once', async () => {
      const service = await world.token('service');
      expect(outcome(await send('POST', `${ENROL}/short-code`, service))).to.deep.equal([403, 'FORBIDDEN']);
      const headers = { authorization: `Bearer ${mine}`, 'idempotency-key': 'k' };
      const codes = [];
      for (let i = 0; i < 2; i++)
        codes.push((await world.app.inject({ method: 'POST', url: `${ENROL}/short-code`, headers })).json().code);
      expect(codes[0]).not.to.equal(codes[1]);
    });
  });

  it('come by operations of the policy PlatformAuth, each of them', async () => {
    for (const [id, definition] of Object.entries(enrolmentRoutes))
      expect(definition.rate, id).to.equal('platformAuth');
    await world.close();
    world = await aWorld({ rates: { ...NO_LIMITS, platformAuth: 2 } });
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await present('000000'));
    expect(answers.map(({ status }) => status)).to.deep.equal([410, 410, 429]);
    // Too many requests of a caller look as too many of a code: a program reads one body.
    const { json, headers } = answers[2]!;
    expect(json).to.deep.include({
      ...{ code: 'RateLimited', type: 'urn:quorate:problem:RateLimited', message: json.detail, error: json.detail },
    });
    expect(json.errors.map(({ code }: { code: string }) => code)).to.deep.equal(['RateLimited']);
    expect(Number(headers['retry-after'])).to.be.greaterThan(0);
  });

  describe('revoked', () => {
    it('lose their session at once, for good, and only by their owner', async () => {
      const made = await enrol();
      const at = `${DEVICES}/${made.deviceId}`;
      const other = await world.token('administrator');
      const answers = await Promise.all([send('DELETE', at, other), send('DELETE', `${DEVICES}/${NONE}`, mine)]);
      const [foreign, none] = answers.map(({ json: { traceId: _, instance: __, ...rest } }) => rest);
      expect(foreign).to.deep.equal(none).and.to.include({ status: 404, code: 'DEVICE_NOT_FOUND' });
      expect((await send('GET', '/api/auth/me', made.accessToken)).status).to.equal(200);
      expect((await send('DELETE', at, mine)).status).to.equal(204);
      expect(outcome(await send('GET', '/api/auth/me', made.accessToken))).to.deep.equal([401, 'TOKEN_REVOKED']);
      const { refreshToken } = made;
      expect((await send('POST', '/api/auth/token/refresh', undefined, { refreshToken })).status).to.equal(401);
      const before = (await send('GET', DEVICES, mine)).json.devices;
      expect(before[0]).to.include({ status: 'Revoked', revokedAt: EXAMPLE.time });
      world.advance(1000);
      expect((await send('DELETE', at, mine)).status).to.equal(204);
      expect((await send('GET', DEVICES, mine)).json.devices).to.deep.equal(before);
      expect((await send('GET', `${DEVICES}/has-any`, mine)).json).to.deep.equal({
        hasAnyDevice: false,
        latestEnrolledAt: null,
      });
    });

    it('owe the flip of their status until it is done: 502, then a retry completes it', async () => {
      const made = await enrol();
      const at = `${DEVICES}/${made.deviceId}`;
      let asked = 0;
      world.flipped({ revoke: async () => (++asked < 3 ? issue('NODE_UNAVAILABLE', '', 'It is down.') : undefined) });
      expect(outcome(await send('DELETE', at, mine))).to.deep.equal([502, 'DEVICE_FLIP_FAILED']);
      expect((await send('GET', '/api/auth/me', made.accessToken)).status).to.equal(401);
      expect(world.deps.devices.of(USER)[0]?.flip?.tries).to.equal(1);
      expect((await send('DELETE', at, mine)).status).to.equal(502);
      expect((await send('DELETE', at, mine)).status).to.equal(204);
      expect((await send('DELETE', at, mine)).status).to.equal(204);
      expect([asked, world.deps.devices.of(USER)[0]?.flip]).to.deep.equal([3, undefined]);
    });

    it('are flipped by the node itself, when it is due, and where the port throws too', async () => {
      const { deviceId } = await enrol();
      world.flipped({
        revoke: async () => {
          throw new Error('a fault');
        },
      });
      expect((await send('DELETE', `${DEVICES}/${deviceId}`, mine)).status).to.equal(502);
      world.flipped();
      const owing = async () => {
        await world.sweepFlips();
        let people = 0;
        for await (const _ of world.deps.devices.owing()) people++;
        return people;
      };
      expect(await owing()).to.equal(1);
      world.advance(FLIP_PAUSE_MS);
      expect(await owing()).to.equal(0);
    });

    it('try one flip at a time, whichever caller asks meanwhile', async () => {
      const { deviceId } = await enrol();
      let asked = 0;
      world.flipped({
        revoke: async () => {
          asked++;
          await new Promise(setImmediate);
          return undefined;
        },
      });
      const answers = await Promise.all([1, 2, 3].map(() => send('DELETE', `${DEVICES}/${deviceId}`, mine)));
      expect([answers.map(({ status }) => status), asked]).to.deep.equal([[204, 204, 204], 1]);
    });
  });

  describe('on the hubs', () => {
    const open: HubConnection[] = [];
    afterEach(async () => {
      for (const connection of open.splice(0)) await connection.stop();
    });

    async function listening(url: string, token: string, target: string) {
      const connection = new HubConnectionBuilder()
        .withUrl(url, { accessTokenFactory: () => token })
        .configureLogging(LogLevel.None)
        .build();
      const heard = new Promise<unknown[]>((resolve) => connection.on(target, (...args) => resolve(args)));
      open.push(connection);
      await connection.start();
      // In an object: a promise that is returned by itself would be waited for.
      return { heard };
    }

    it('are told when they are enrolled, and that they are revoked though their session is ended', async () => {
      const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
      const enrolled = await listening(`${url}/hubs/tenant`, mine, 'DeviceEnrolled');
      const made = await enrol();
      expect((await enrolled.heard).slice(0, 2)).to.deep.equal([USER, made.deviceId]);
      const revoked = await listening(`${url}/hubs/wallet`, made.accessToken, 'DeviceRevoked');
      await send('DELETE', `${DEVICES}/${made.deviceId}`, mine);
      const [deviceId, occurredAt, traceId] = (await revoked.heard) as string[];
      expect([deviceId, occurredAt]).to.deep.equal([made.deviceId, EXAMPLE.time]);
      expect(traceId).to.match(/^[0-9a-f]{32}$/);
    });
  });

  describe('pairing links', () => {
    const SEND = '/api/auth/pairing-resumption-email';
    const mails = () => world.mails.filter(({ kind }) => kind === 'pairing');
    const linkIn = (text: string) => text.match(/token=([A-Za-z0-9_-]+)/)?.[1] ?? '';
    const follow = async (token: string) => {
      const answer = await world.app.inject({ url: `/api/auth/pairing-resumption/redeem?token=${token}` });
      return [answer.statusCode, answer.headers.location];
    };
    const EXPIRED = [302, 'http://localhost:8080/login?reason=resumption-expired'];

    beforeEach(() => seedExample(world.deps));

    it('lead to the login, once, within a day', async () => {
      expect((await send('POST', SEND, mine)).status).to.equal(202);
      expect(mails()[0]).to.include({ to: EXAMPLE.userEmail });
      const token = linkIn(mails()[0]!.text);
      const login = 'http://localhost:8080/login?returnUrl=%2Fenrol&reason=pairing-resumption';
      expect(await follow(token)).to.deep.equal([302, login]);
      expect(await follow(token)).to.deep.equal(EXPIRED);
      expect(await follow('nothing')).to.deep.equal(EXPIRED);
      world.advance(60_000);
      await send('POST', SEND, mine);
      world.advance(24 * 3_600_000);
      expect(await follow(linkIn(mails()[1]!.text))).to.deep.equal(EXPIRED);
    });

    it('are sent to one address three times an hour for one account', async () => {
      for (let i = 0; i < 5; i++) {
        expect((await send('POST', SEND, mine)).status).to.equal(202);
        world.advance(60_000);
      }
      expect(mails()).to.have.length(3);
      world.advance(60 * 60_000);
      await send('POST', SEND, await world.token('user'));
      expect(mails()).to.have.length(4);
    });

    it('are good one at a time, are not sent twice a minute, and are nowhere in the store', async () => {
      await send('POST', SEND, mine);
      await send('POST', SEND, mine);
      expect(mails()).to.have.length(1);
      world.advance(60_000);
      await send('POST', SEND, mine);
      expect(await follow(linkIn(mails()[0]!.text))).to.deep.equal(EXPIRED);
      const secret = linkIn(mails()[1]!.text);
      for await (const [key, value] of world.kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) }))
        expect(Buffer.concat([key, value]).includes(secret)).to.equal(false);
      expect(await world.deps.pairingLinks.sweep(world.deps.clock.now())).to.deep.equal([]);
      expect(await world.deps.pairingLinks.sweep(world.deps.clock.now() + 24 * 3_600_000)).to.have.length(2);
    });

    it('go to a verified address alone, and are for people', async () => {
      const { emailVerifiedAt: _, ...unverified } = world.deps.tenants.user(USER)!;
      await world.deps.commit(world.deps.tenants.putUser(unverified));
      expect((await send('POST', SEND, mine)).status).to.equal(202);
      expect(mails()).to.deep.equal([]);
      expect(outcome(await send('POST', SEND, await world.token('service')))).to.deep.equal([403, 'FORBIDDEN']);
    });
  });
});
