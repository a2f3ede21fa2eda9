// Programs that get the session of a person: a person who has the code alone gets nothing, and a program gets no more
// than the session that let it in.
import { expect } from 'chai';
import type { Caller } from '../../../api/auth/caller.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import { code, type Posted, postTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { VERIFIER } from './programs.js';

const MINUTE = 60_000;
const PROGRAM = 'quorate on ada-laptop';

describe('a program that asks for a session', () => {
  const world = worldOfEach();
  let token: string;
  beforeEach(async () => {
    token = await world.token('user');
  });

  const post = (...sent: Posted) => postTo(world, ...sent);
  const read = (bearer: string) => world.deps.tokens.verify(bearer) as Promise<Caller>;

  describe('on the same computer', () => {
    const grant = async (bearer = token) => {
      const body = { program: PROGRAM, codeChallenge: challengeOf(VERIFIER) };
      return post('/api/auth/program/grant', body, bearer);
    };
    const take = (granted: string, codeVerifier = VERIFIER) =>
      post('/api/auth/program/token', { code: granted, codeVerifier });

    it('gets it once, as it was, and ends the one that let it in', async () => {
      const before = await read(token);
      const granted = (await grant()).json().code;
      const answers = await Promise.all([take(granted), take(granted)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 410]);
      const session = answers.find(({ statusCode }) => statusCode === 200)?.json();
      const after = await read(session.accessToken);
      for (const member of ['subject', 'organisationId', 'tier', 'authMethod', 'signedInAtMs'] as const)
        expect(after[member], member).to.equal(before[member]);
      expect(after.sessionId).to.not.equal(before.sessionId);
      expect(code(await grant())).to.deep.equal([401, 'TOKEN_REVOKED']);
      const { rows } = await world.deps.audit.page([after.organisationId], { eventType: 'ProgramLetIn' }, 10);
      expect(rows.map(({ details }) => details)).to.deep.equal([{ program: PROGRAM }]);
    });

    it('gets nothing by the code alone, and the code is spent by the try', async () => {
      const granted = (await grant()).json().code;
      const other = `x${VERIFIER.slice(1)}`;
      expect(code(await take(granted, other))).to.deep.equal([410, 'PROGRAM_CODE_INVALID']);
      expect(code(await take(granted))).to.deep.equal([410, 'PROGRAM_CODE_INVALID']);
      expect(code(await take('never was'))).to.deep.equal([410, 'PROGRAM_CODE_INVALID']);
    });

    it('gets nothing after a minute, or where the session ended meanwhile', async () => {
      const late = (await grant()).json().code;
      world.advance(MINUTE);
      expect(code(await take(late))).to.deep.equal([410, 'PROGRAM_CODE_INVALID']);
      const granted = (await grant()).json().code;
      await post('/api/auth/logout', {}, token);
      expect(code(await take(granted))).to.deep.equal([410, 'PROGRAM_CODE_INVALID']);
    });

    it('takes a sign-in of late, and a name of one line', async () => {
      const body = { codeChallenge: challengeOf(VERIFIER) };
      for (const program of ['', 'x'.repeat(61), 'two\nlines', 'turned \u202e round'])
        expect(code(await post('/api/auth/program/grant', { ...body, program }, token)), program).to.deep.equal([
          ...[400, 'BODY_INVALID'],
        ]);
      expect(
        code(await post('/api/auth/program/grant', { program: PROGRAM, codeChallenge: 'short' }, token)),
      ).to.deep.equal([...[400, 'BODY_INVALID']]);
      world.advance(10 * MINUTE + 1000);
      expect(code(await grant())).to.deep.equal([401, 'SIGN_IN_NOT_RECENT']);
    });
  });

  describe('on another computer', () => {
    const ask = async () => (await post('/api/auth/device-code', { program: PROGRAM })).json();
    const poll = (deviceCode: string) => post('/api/auth/device-code/token', { deviceCode });
    const answer = (userCode: string, isAllowed: boolean, bearer = token) =>
      post('/api/auth/device-code/answer', { userCode, isAllowed }, bearer);
    const readCode = (userCode: string) => post('/api/auth/device-code/read', { userCode }, token);

    it('waits for the person, who types the code in any way, and gets the session once', async () => {
      const { deviceCode, userCode, verificationUri, interval } = await ask();
      expect(userCode).to.match(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(verificationUri).to.match(/\/login\?device$/);
      expect([(await poll(deviceCode)).statusCode, interval]).to.deep.equal([202, 5]);
      expect((await readCode(userCode.toLowerCase().replace('-', ' '))).json()).to.include({
        ...{ program: PROGRAM, address: '127.0.0.1' },
      });
      expect((await answer(userCode, true)).json().success).to.equal(true);
      const answers = await Promise.all([poll(deviceCode), poll(deviceCode)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 410]);
      expect(code(await answer(userCode, true))[0], 'the session of the page ended').to.equal(401);
    });

    it('is told to slow down where it asks too soon, and to wait longer each time', async () => {
      const { deviceCode, userCode } = await ask();
      const told = async () => {
        const { statusCode, json } = await poll(deviceCode);
        return [statusCode, json().status, json().interval];
      };
      expect(await told()).to.deep.equal([202, 'pending', 5]);
      expect([await told(), await told()]).to.deep.equal([
        [202, 'slow_down', 10],
        [202, 'slow_down', 15],
      ]);
      world.advance(10_000);
      expect(await told()).to.deep.equal([202, 'slow_down', 20]);
      world.advance(20_000);
      expect(await told()).to.deep.equal([202, 'pending', 20]);
      const all = await Promise.all(Array.from({ length: 50 }, told));
      expect(all.at(-1)).to.deep.equal([202, 'slow_down', 60]);
      await answer(userCode, true);
      expect((await poll(deviceCode)).statusCode, 'an answer waits for nobody').to.equal(200);
    });

    it('is enrolled as a device where it asks for that, and the session of the person goes on', async () => {
      const device = { label: 'Phone of Uma', platform: 'ios' };
      const asked = (await post('/api/auth/device-code', { program: PROGRAM, device })).json();
      expect((await readCode(asked.userCode)).json().device).to.deep.equal(device);
      expect((await answer(asked.userCode, true)).json().message).to.equal('The device is let in.');
      const { accessToken, deviceId } = (await poll(asked.deviceCode)).json();
      expect(await read(accessToken)).to.include({ tier: 'consumer', deviceId });
      const { platformUserId } = await read(token);
      const [known] = world.deps.devices.of(platformUserId).filter(({ id }) => id === deviceId);
      expect(known).to.include({ ...device, status: 'Active' });
      expect(world.deps.tokens.standing(await read(token)), 'the person').to.equal(undefined);
      expect(code(await poll(asked.deviceCode)), 'once').to.deep.equal([410, 'DEVICE_CODE_INVALID']);
    });

    it('is enrolled although strangers have ended all short codes', async () => {
      const { code: short } = (await post('/api/auth/enrol-session/short-code', {}, token)).json();
      const asked = await post('/api/auth/device-code', { program: PROGRAM, device: { label: 'P', platform: 'ios' } });
      const enrolCodes = world.deps.enrolCodes;
      for (let i = 0; i < 101; i++) enrolCodes.redeem(String((Number(short) + 1 + i) % 1_000_000).padStart(6, '0'));
      const redeemed = await post('/api/auth/enrol-session/redeem-short-code', { code: short });
      expect(redeemed.statusCode).to.equal(410);
      const { deviceCode, userCode } = asked.json();
      await answer(userCode, true);
      expect((await poll(deviceCode)).json()).to.have.property('deviceId');
    });

    it('hears a no, once, and the code is answered then', async () => {
      const { deviceCode, userCode } = await ask();
      await answer(userCode, false);
      expect(code(await answer(userCode, true))).to.deep.equal([410, 'USER_CODE_INVALID']);
      expect(code(await poll(deviceCode))).to.deep.equal([403, 'PROGRAM_REFUSED']);
      expect(code(await poll(deviceCode))).to.deep.equal([410, 'DEVICE_CODE_INVALID']);
    });

    it('is forgotten after five minutes', async () => {
      const { deviceCode, userCode } = await ask();
      world.advance(5 * MINUTE);
      expect(code(await readCode(userCode))).to.deep.equal([410, 'USER_CODE_INVALID']);
      expect(code(await poll(deviceCode))).to.deep.equal([410, 'DEVICE_CODE_INVALID']);
    });

    it('is not found by guessing: five wrong codes an account, right ones do not count', async () => {
      const { userCode } = await ask();
      for (let i = 0; i < 5; i++) {
        expect((await readCode(userCode)).statusCode).to.equal(200);
        expect(code(await (i % 2 ? answer('BBBB-BBBB', true) : readCode('BBBB-BBBB')))).to.deep.equal([
          ...[410, 'USER_CODE_INVALID'],
        ]);
      }
      const refused = await readCode(userCode);
      expect([...code(refused), refused.headers['retry-after']]).to.deep.equal([429, 'USER_CODE_LIMIT', '300']);
      expect(code(await answer(userCode, true))).to.deep.equal([429, 'USER_CODE_LIMIT']);
      expect((await answer(userCode, false, await world.token('administrator'))).statusCode).to.equal(200);
      world.advance(5 * MINUTE);
      expect(code(await readCode(userCode))).to.deep.equal([410, 'USER_CODE_INVALID']);
    });

    it('gets nothing where the session that let it in ended before it asked', async () => {
      const { deviceCode, userCode } = await ask();
      await answer(userCode, true);
      await post('/api/auth/logout', {}, token);
      expect(code(await poll(deviceCode))).to.deep.equal([410, 'DEVICE_CODE_INVALID']);
    });
  });
});
