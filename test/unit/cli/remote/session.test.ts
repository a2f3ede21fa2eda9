// Which node and which token a command uses, and when a token is refreshed.
import { expect } from 'chai';
import type { ClientError } from '../../../../api/client/client.js';
import { refusalIn } from '../../../../api/client/client-error.js';
import { CommandError, type Context, EXIT } from '../../../../cli/command/command.js';
import { inputOf } from '../../../../cli/command/input.js';
import { outputOf } from '../../../../cli/command/output.js';
import { changeProfiles, profilesFile, readProfiles } from '../../../../cli/remote/profile.js';
import { refusal } from '../../../../cli/remote/remote.js';
import { languagesIn, openSession } from '../../../../cli/remote/session.js';
import { folderOfEach } from '../../../support/base/folders.js';
import { fakeTerminal, withFetch } from '../../../support/program/terminal.js';

const NOW = 1_000_000;
const fresh = { accessToken: 'new-access', refreshToken: 'new-refresh', expiresIn: 3600, tokenType: 'Bearer' };

describe('cli/remote/session', () => {
  const folder = folderOfEach();

  function context(env: Record<string, string> = {}, profile?: string): Context {
    const terminal = fakeTerminal({ env: { XDG_CONFIG_HOME: folder, ...env }, nowMs: NOW });
    const input = inputOf({ args: {}, options: { profile }, declared: new Set() });
    return { input, terminal, out: outputOf(terminal, input) };
  }

  async function loggedIn(expiresAtMs: number): Promise<void> {
    const work = {
      url: 'http://node:1/',
      email: 'e',
      accessToken: 'old-access',
      refreshToken: 'old-refresh',
      expiresAtMs,
    };
    await changeProfiles(profilesFile({ XDG_CONFIG_HOME: folder }), () => ({ current: 'work', profiles: { work } }));
  }

  const thrown = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => undefined,
      (error: unknown) => error,
    );

  async function failure(run: Promise<unknown>): Promise<CommandError> {
    const error = await thrown(run);
    if (error instanceof CommandError) return error;
    throw new Error('expected a CommandError');
  }

  it('is the local node without a token when no user is logged in', async () => {
    expect(await openSession(context())).to.deep.equal({ url: 'http://127.0.0.1:8080', token: undefined });
  });

  it('uses the current profile while its token lives', async () => {
    await loggedIn(NOW + 60_000);
    expect(await openSession(context())).to.include({ url: 'http://node:1', token: 'old-access' });
  });

  it('lets the environment win, and never sends a token to another node', async () => {
    await loggedIn(NOW + 60_000);
    expect(await openSession(context({ QUORATE_TOKEN: 't' }))).to.deep.equal({ url: 'http://node:1', token: 't' });
    expect(await openSession(context({ QUORATE_URL: 'http://other:2' }))).to.deep.equal({
      url: 'http://other:2',
      token: undefined,
    });
  });

  it('asks for the languages of --lang, or else of the terminal', () => {
    const read = (env: Record<string, string>, lang?: string) => {
      const { input, ...rest } = context(env);
      return languagesIn({ ...rest, input: { ...input, lang } as typeof input });
    };
    expect(read({ LANG: 'de_CH.UTF-8' })).to.deep.equal(['de-ch']);
    expect(read({ LANG: 'de_CH.UTF-8', LC_ALL: 'fr_FR' })).to.deep.equal(['fr-fr']);
    expect(read({ LANG: 'de_CH.UTF-8' }, 'it,en;q=0.5')).to.deep.equal(['it', 'en']);
    expect([read({}), read({ LANG: 'C.UTF-8' })]).to.deep.equal([[], []]);
  });

  it('names a stated profile that does not exist', async () => {
    const error = await failure(openSession(context({}, 'absent')));
    expect(error.message).to.equal('there is no profile "absent"');
    expect(error.hint).to.equal('Run: quorate login --profile absent');
    expect((await failure(openSession(context({ QUORATE_PROFILE: 'gone' })))).message).to.equal(
      'there is no profile "gone"',
    );
  });

  it('refreshes a token that is about to expire once, and keeps the new pair', async () => {
    await loggedIn(NOW + 29_000);
    const requests = await withFetch(
      () => ({ status: 200, body: fresh }),
      async () => {
        const sessions = await Promise.all([openSession(context()), openSession(context())]);
        expect(sessions.map(({ token }) => token)).to.deep.equal(['new-access', 'new-access']);
      },
    );
    expect(requests.map(({ method, url, body }) => ({ method, url, body }))).to.deep.equal([
      {
        method: 'POST',
        url: 'http://node:1/api/auth/token/refresh',
        body: '{"refreshToken":"old-refresh"}',
      },
    ]);
    const kept = readProfiles(profilesFile({ XDG_CONFIG_HOME: folder })).profiles.work;
    expect(kept).to.include({ accessToken: 'new-access', refreshToken: 'new-refresh', expiresAtMs: NOW + 3_600_000 });
  });

  it('asks to log in again when the refresh is refused', async () => {
    await loggedIn(NOW);
    await withFetch(
      () => ({ status: 401, body: { code: 'TOKEN_REVOKED' } }),
      async () => {
        const error = await failure(openSession(context()));
        expect([error.exit, error.hint]).to.deep.equal([EXIT.failed, 'Run: quorate login']);
      },
    );
  });

  it('ends with 3 when no node answers', async () => {
    await loggedIn(NOW);
    await withFetch(
      () => new TypeError('fetch failed'),
      async () => {
        const error = refusal((await thrown(openSession(context()))) as ClientError);
        expect(error.exit).to.equal(EXIT.unreachable);
        expect(error.message).to.equal('The node at http://node:1 does not answer');
      },
    );
  });

  it('tells what to follow for a transaction that says it itself, and of an action what may be done', () => {
    const told = (path: string) => {
      const problem = { code: 'VAL_BP_003', detail: 'No.', path };
      return refusal(refusalIn(new Response(null, { status: 422 }), problem)).hint;
    };
    expect(told('/header/actionId')).to.contain('The transaction to follow');
    expect(told('/actionId')).to.contain('quorate action pending').and.not.contain('to follow');
  });

  it('sends to other nodes only for what their clock may have taken', () => {
    const told = (code: string) => {
      const problem = { code, detail: 'No.', definitive: false };
      return refusal(refusalIn(new Response(null, { status: 400 }), problem)).hint;
    };
    for (const code of ['VAL_CALC_001', 'VAL_HAND_002'])
      expect(told(code), code).to.contain('correct it').and.not.contain('another node');
    expect(told('VAL_TIME_001')).to.contain('another node may have accepted it').and.contain('tx receipt');
  });
});
