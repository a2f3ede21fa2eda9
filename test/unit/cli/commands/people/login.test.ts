// Logging in and out: where the password comes from, what is kept, what is shown, and what is not.
import { expect } from 'chai';
import { profilesFile, readProfiles } from '../../../../../cli/remote/profile.js';
import { runShell } from '../../../../../cli/shell/shell.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { COMMANDS, NOUNS } from '../../../../support/program/commands.js';
import { type FakeOptions, fakeTerminal, withFetch } from '../../../../support/program/terminal.js';

const TOKENS = { accessToken: 'access-1', refreshToken: 'refresh-1', tokenType: 'Bearer', expiresIn: 3600 };

describe('cli/commands/people/login', () => {
  const folder = folderOfEach();

  async function run(words: string, options: FakeOptions = {}) {
    const terminal = fakeTerminal({ ...options, env: { XDG_CONFIG_HOME: folder, ...options.env } });
    const exit = await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, words.split(' '));
    return { exit, out: terminal.out(), err: terminal.err() };
  }
  const kept = () => readProfiles(profilesFile({ XDG_CONFIG_HOME: folder }));

  it('asks for what is missing, keeps the tokens and shows none of them', async () => {
    const requests = await withFetch(
      () => ({ status: 200, body: TOKENS }),
      async () => {
        const { exit, out, err } = await run('login --url http://node:1/', { answers: ['a@x', 'pass word'] });
        expect([exit, err]).to.deep.equal([0, '']);
        expect(out).to.contain('Logged in.').and.not.contain('access-1').and.not.contain('refresh-1');
      },
    );
    expect(requests).to.have.length(1);
    expect(requests[0]).to.include({
      method: 'POST',
      url: 'http://node:1/api/auth/login',
      body: '{"email":"a@x","password":"pass word"}',
    });
    const profile = {
      url: 'http://node:1',
      email: 'a@x',
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      expiresAtMs: 3_600_000,
    };
    expect(kept()).to.deep.equal({ current: 'default', profiles: { default: profile } });
  });

  it('asks for the password of a named account, that of the profile too, and shows no end of a token', async () => {
    await withFetch(
      () => ({ status: 200, body: TOKENS }),
      async () => {
        const { out } = await run('login --email a@x', { answers: ['pass word'] });
        expect(out).to.contain('a@x').and.not.contain('expires');
      },
    );
    const { exit, err } = await run('login');
    expect([exit, err.split('\n')[0]]).to.deep.equal([2, 'quorate: password of a@x is missing']);
  });

  it('shows the second factor, a code or a backup code, that it asks for or is given', async () => {
    const challenge = { requiresTwoFactor: true, loginToken: 't', availableMethods: ['passkey', 'totp'], message: '' };
    const shown = async (words: string, answers: string[]) => {
      const requests = await withFetch(
        ({ url }) => ({ status: 200, body: url.endsWith('/login') ? challenge : TOKENS }),
        async () => {
          const { exit, err } = await run(`login --email a@x${words}`, { answers, env: { QUORATE_PASSWORD: 'p' } });
          expect([exit, err]).to.deep.equal([0, '']);
        },
      );
      expect(requests[1]?.url).to.contain('/api/auth/verify-2fa');
      return JSON.parse(String(requests[1]?.body));
    };
    expect(await shown('', ['123456'])).to.deep.equal({ loginToken: 't', code: '123456', isBackupCode: false });
    expect(await shown(' --code K5QW2ZLE', [])).to.include({ code: 'K5QW2ZLE', isBackupCode: true });
    await withFetch(
      () => ({ status: 200, body: { ...challenge, availableMethods: ['passkey'] } }),
      async () => {
        const { exit, err } = await run('login --email a@x', { env: { QUORATE_PASSWORD: 'p' } });
        expect([exit, err.includes('asks for a passkey')]).to.deep.equal([1, true]);
      },
    );
  });

  it('sends a one-time code beside the password with --totp, and takes one way at a time', async () => {
    const requests = await withFetch(
      () => ({ status: 200, body: TOKENS }),
      async () => {
        const options = { answers: ['123456'], env: { QUORATE_PASSWORD: 'p' } };
        expect((await run('login --email a@x --totp', options)).exit).to.equal(0);
        for (const ways of ['--totp --passkey', '--device --passkey', '--device --totp'])
          expect((await run(`login --email a@x ${ways}`, options)).exit, ways).to.equal(2);
      },
    );
    expect(requests.map(({ body }) => JSON.parse(body))).to.deep.equal([
      { email: 'a@x', password: 'p', code: '123456' },
    ]);
  });

  it('is known to its node by what it keeps, over refreshes and programs, and tells it no other node', async () => {
    const given = (deviceToken: string) => ({ status: 200, body: { ...TOKENS, deviceToken } });
    const login = async (words: string, answer: { status: number; body: object }) => {
      const options = { env: { QUORATE_PASSWORD: 'p' } };
      const requests = await withFetch(
        () => answer,
        async () => {
          const { exit, out } = await run(`login --email a@x ${words}`.trim(), options);
          expect([exit, out.includes('device-')]).to.deep.equal([0, false]);
        },
      );
      return JSON.parse(String(requests[0]?.body)).deviceToken;
    };
    expect(await login('--url http://node:1', given('device-1'))).to.equal(undefined);
    // Read from the disk by each call, as by a program that was started anew.
    expect(await login('', given('device-2'))).to.equal('device-1');
    await withFetch(
      () => ({ status: 200, body: { ...TOKENS, accessToken: 'access-2' } }),
      async () => {
        const { exit, out } = await run('token', { nowMs: 3_700_000 });
        expect([exit, out.trim()]).to.deep.equal([0, 'access-2']);
      },
    );
    expect(kept().profiles['default']).to.include({ accessToken: 'access-2', deviceToken: 'device-2' });
    // A login that gives none, as by a node that forgot the account, keeps it.
    expect(await login('', { status: 200, body: TOKENS })).to.equal('device-2');
    expect(await login('--url http://other:1', given('device-3'))).to.equal(undefined);
    expect(kept().profiles['default']).to.include({ url: 'http://other:1', deviceToken: 'device-3' });
    expect(await login('--url http://node:1', { status: 200, body: TOKENS })).to.equal(undefined);
    expect(kept().profiles['default']).to.not.have.property('deviceToken');
  });

  describe('with a browser on another computer', () => {
    const asked = {
      ...{ device_code: 'd', user_code: 'BCDF-GHJK', verification_uri: 'http://127.0.0.1:8080/login?device' },
      ...{ expires_in: 300, interval: 5 },
    };
    const given = { access_token: 'access-1', refresh_token: 'refresh-1', token_type: 'Bearer', expires_in: 3600 };
    const pending = { status: 400, body: { error: 'authorization_pending', error_description: 'Wait.' } };
    const device = async (polls: readonly object[], words = 'login --device --url http://node:1') => {
      const left = [...polls];
      const paths: string[] = [];
      let ran = { exit: -1, out: '', err: '' };
      await withFetch(
        ({ method, url }) => {
          const path = `${method} ${url.replace('http://node:1', '')}`;
          paths.push(path);
          if (path === 'POST /oauth/device') return { status: 200, body: asked };
          if (path === 'GET /api/auth/sign-in-options')
            return { status: 200, body: { passkeyOrigins: ['http://localhost:8080'] } };
          if (path === 'GET /api/auth/me') return { status: 200, body: { email: 'a@x', displayName: 'A' } };
          if (path === 'POST /api/auth/logout') return { status: 200, body: {} };
          return (left.shift() ?? pending) as { status: number };
        },
        async () => {
          ran = await run(words);
        },
      );
      return { ...ran, polls: paths.filter((path) => path.endsWith('/token')).length, paths };
    };
    const busy = { status: 429, body: { code: 'RATE_LIMITED', detail: 'Later.' }, headers: { 'retry-after': '1' } };

    it('shows the code, waits for the answer and keeps the session', async () => {
      const { exit, out, err, polls } = await device([pending, busy, { status: 200, body: given }]);
      expect([exit, polls], err).to.deep.equal([0, 3]);
      expect(err).to.contain('BCDF-GHJK').and.contain('http://localhost:8080/login?device');
      expect(out + err).to.not.contain('access-1');
      expect(kept().profiles.default).to.include({ email: 'a@x', accessToken: 'access-1' });
    });

    it('ends when the person says no, and after the time of the code', async () => {
      const refused = { status: 400, body: { error: 'access_denied', error_description: 'The person said no.' } };
      expect((await device([refused])).exit).to.equal(1);
      const late = await device([]);
      expect([late.exit, late.polls]).to.deep.equal([1, 60]);
      expect(kept().profiles).to.deep.equal({});
    });

    it('lets go of a session of another account than the one that was asked for', async () => {
      const words = 'login --device --url http://node:1 --email b@x';
      const { exit, err, paths } = await device([{ status: 200, body: given }], words);
      expect([exit, err.includes('signed in as a@x')]).to.deep.equal([1, true]);
      expect(paths.at(-1)).to.equal('POST /api/auth/logout');
      expect(kept().profiles).to.deep.equal({});
    });
  });

  it('says that a first password has to be changed, and by which command', async () => {
    const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
    const errOf = (accessToken: string) =>
      withFetch(
        () => ({ status: 200, body: { ...TOKENS, accessToken } }),
        async () => {
          const { exit, err } = await run('login --email e', { env: { QUORATE_PASSWORD: 'p' } });
          expect(exit).to.equal(0);
          said.push(err);
        },
      );
    const said: string[] = [];
    for (const text of [token({ must_change_password: true }), token({ sub: 'a' }), 'h.!!.s', '']) await errOf(text);
    expect(said[0]).to.contain('has to be changed').and.contain('quorate password');
    expect(said.slice(1)).to.deep.equal(['', '', '']);
    const refusal = {
      status: 403,
      body: { code: 'PASSWORD_CHANGE_REQUIRED', detail: 'Change it first.', status: 403 },
    };
    await withFetch(
      () => refusal,
      async () => {
        const { exit, err } = await run('wallet list');
        expect(exit).to.equal(1);
        expect(err).to.contain('Run: quorate password').and.not.contain('lacks the right');
      },
    );
  });

  it('reads the password from standard input or the environment', async () => {
    const bodies: string[] = [];
    const answer = ({ body }: { readonly body: string }) => {
      bodies.push(body);
      return { status: 200, body: TOKENS };
    };
    await withFetch(answer, async () => {
      expect((await run('login --email e --password-stdin', { stdin: '\uFEFFfrom stdin\n' })).exit).to.equal(0);
      expect((await run('login --email e', { env: { QUORATE_PASSWORD: 'from env' } })).exit).to.equal(0);
    });
    expect(bodies.map((body) => (JSON.parse(body) as { password: string }).password)).to.deep.equal([
      'from stdin',
      'from env',
    ]);
  });

  it('makes the profile that was logged in to the current one', async () => {
    await withFetch(
      () => ({ status: 200, body: TOKENS }),
      async () => {
        await run('login --profile work --email e', { answers: ['p'] });
      },
    );
    expect(kept().current).to.equal('work');
  });

  it('refuses a call without password or with an address that is none, before anything is sent', async () => {
    const requests = await withFetch(
      () => new Error('unused'),
      async () => {
        expect(await run('login --email e')).to.deep.include({ exit: 2 });
        for (const url of ['ftp://x', 'non sense', 'http://user:secret@x'])
          expect((await run(`login --email e --url ${url}`, { answers: ['p'] })).exit, url).to.equal(2);
      },
    );
    expect(requests).to.deep.equal([]);
  });

  it('tells why a login was refused and keeps nothing', async () => {
    const problem = { title: 'Unauthorized', detail: 'Email or password is wrong.', code: 'LOGIN_FAILED' };
    await withFetch(
      () => ({ status: 401, body: problem }),
      async () => {
        const { exit, err } = await run('login --email e', { answers: ['p'] });
        expect([exit, err]).to.deep.equal([
          1,
          'quorate: Email or password is wrong (LOGIN_FAILED)\n  Check the email and the password.\n',
        ]);
      },
    );
    await withFetch(
      () => ({ status: 429, body: { detail: 'Too many.', code: 'RATE_LIMITED' }, headers: { 'retry-after': '7' } }),
      async () => {
        const { err } = await run('login --email e', { answers: ['p'] });
        expect(err).to.equal('quorate: Too many (RATE_LIMITED)\n  Try again in 7 seconds.\n');
      },
    );
    expect(kept().profiles).to.deep.equal({});
  });

  it('forgets the login and ends the session', async () => {
    const requests = await withFetch(
      ({ url }) => (url.endsWith('/login') ? { status: 200, body: TOKENS } : { status: 200, body: {} }),
      async () => {
        await run('login --email e', { answers: ['p'] });
        const { exit, out } = await run('logout --json');
        expect(exit).to.equal(0);
        expect(JSON.parse(out)).to.deep.equal({ profile: 'default', ended: true });
      },
    );
    expect(requests[1]?.url).to.equal('http://127.0.0.1:8080/api/auth/logout');
    expect(requests[1]?.headers.get('authorization')).to.equal('Bearer access-1');
    expect(kept().profiles).to.deep.equal({});
    expect((await run('logout')).exit).to.equal(1);
  });

  it('forgets the login when the node cannot be told, and says so', async () => {
    await withFetch(
      ({ url }) => (url.endsWith('/login') ? { status: 200, body: TOKENS } : new TypeError('fetch failed')),
      async () => {
        await run('login --email e', { answers: ['p'] });
        const { exit, err } = await run('logout');
        expect(exit).to.equal(0);
        expect(err).to.contain('did not confirm');
      },
    );
    expect(kept().profiles).to.deep.equal({});
  });
});
