// The access token of a login for scripts: fresh, alone, and with a warning at a terminal.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { changeProfiles, profilesFile } from '../../../../../cli/remote/profile.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { called, problem } from '../../../../support/program/command.js';

const claims = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`;
const OLD = claims(1);
const NEW = claims(1_800_000_000);

describe('cli token', () => {
  const folder = folderOfEach();

  /** The call of somebody whose token is good for so long yet. */
  async function asked(leftMs: number, answers: Record<string, unknown> = {}, words = ['token'], tty = false) {
    const env = { XDG_CONFIG_HOME: folder, QUORATE_URL: '', QUORATE_TOKEN: '' };
    const profile = { url: 'http://node:1', email: 'ada@x.example', accessToken: OLD, refreshToken: 'refresh-secret' };
    await changeProfiles(profilesFile(env), () => ({
      current: 'default',
      profiles: { default: { ...profile, expiresAtMs: leftMs } },
    }));
    return called(words, answers, { env, tty, nowMs: 0 });
  }

  it('prints the token and nothing else, which a terminal is warned of', async () => {
    const piped = await asked(600_001);
    expect([piped.exit, piped.out, piped.err, piped.requests.length]).to.deep.equal([0, `${OLD}\n`, '', 0]);
    const shown = await asked(600_001, {}, ['token'], true);
    expect(shown.out).to.equal(`${OLD}\n`);
    expect(shown.err).to.contain('show it to nobody').and.not.contain('refresh-secret');
  });

  it('refreshes one that ends within ten minutes, and keeps the refresh token to itself', async () => {
    const answers = {
      'POST /api/auth/token/refresh': { accessToken: NEW, refreshToken: 'next-secret', expiresIn: 3600 },
    };
    const { out, err, bodies } = await asked(600_000, answers, ['token', '--json']);
    expect(bodies).to.deep.equal([{ refreshToken: 'refresh-secret' }]);
    expect(JSON.parse(out)).to.deep.equal({
      ...{ accessToken: NEW, url: 'http://node:1', expiresAt: new Date(1_800_000_000_000).toISOString() },
    });
    expect(out + err).to.not.contain('-secret');
    expect(readFileSync(profilesFile({ XDG_CONFIG_HOME: folder }), 'utf8')).to.contain('next-secret');
  });

  it('says what to do where no user is logged in, or the login is over', async () => {
    const nobody = await called(['token'], {}, { env: { XDG_CONFIG_HOME: folder, QUORATE_TOKEN: '' } });
    expect([nobody.exit, nobody.out]).to.deep.equal([1, '']);
    expect(nobody.err).to.contain('nobody is logged in').and.contain('quorate login');
    const over = await asked(0, { 'POST /api/auth/token/refresh': problem(401, 'TOKEN_INVALID', 'It is over.') });
    expect(over.err).to.contain('the login has expired');
  });
});
