// A command that the node asks for a recent sign-in: the person is asked once, and the command goes on.
import { expect } from 'chai';
import { changeProfiles, profilesFile, readProfiles } from '../../../../cli/remote/profile.js';
import { folderOfEach } from '../../../support/base/folders.js';
import { type Answers, called, problem, whole } from '../../../support/program/command.js';
import type { FakeOptions, Request } from '../../../support/program/terminal.js';

const RENEWED = { accessToken: 'new-access', refreshToken: 'new-refresh', expiresIn: 3600, tokenType: 'Bearer' };
const OLD = problem(401, 'SIGN_IN_NOT_RECENT', 'Prove once more who you are: POST /api/auth/step-up.');

describe('cli/remote/step-up', () => {
  const folder = folderOfEach();
  beforeEach(async () => {
    const work = {
      url: 'http://node:1',
      email: 'e',
      accessToken: 'old-access',
      refreshToken: 'old',
      expiresAtMs: 1e15,
    };
    await changeProfiles(profilesFile({ XDG_CONFIG_HOME: folder }), () => ({ current: 'work', profiles: { work } }));
  });

  const ANSWERS: Answers = {
    'POST /api/auth/step-up': RENEWED,
    'DELETE /api/passkey/credentials/key-1': ({ headers }: Request) =>
      headers.get('authorization') === 'Bearer new-access' ? whole(204) : OLD,
  };
  const remove = (options: FakeOptions = {}, answers: Answers = ANSWERS) => {
    const env = { QUORATE_TOKEN: '', XDG_CONFIG_HOME: folder, ...options.env };
    return called(['passkey', 'revoke', 'key-1', '--yes'], answers, { ...options, env });
  };
  const kept = () => readProfiles(profilesFile({ XDG_CONFIG_HOME: folder })).profiles.work;

  it('asks for the password or a code, goes on, and keeps the new pair', async () => {
    for (const [typed, proof] of [
      ['four copper kettles sing', { password: 'four copper kettles sing' }],
      ['123456', { code: '123456' }],
    ] as const) {
      const { exit, bodies, requests } = await remove({ answers: [typed] });
      expect(exit).to.equal(0);
      expect(kept()).to.include({ accessToken: 'new-access', refreshToken: 'new-refresh' });
      expect(bodies).to.deep.equal([proof]);
      const paths = requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
      expect(paths.at(-1)).to.equal('DELETE /api/passkey/credentials/key-1');
      await changeProfiles(profilesFile({ XDG_CONFIG_HOME: folder }), ({ current, profiles }) => ({
        ...{ current, profiles: { ...profiles, work: { ...profiles.work!, accessToken: 'old-access' } } },
      }));
    }
  });

  it('reads QUORATE_PASSWORD where nobody is there', async () => {
    expect((await remove({ env: { QUORATE_PASSWORD: 'four copper kettles sing' } })).exit).to.equal(0);
    expect(kept()?.accessToken).to.equal('new-access');
  });

  it('says what to do where nobody is there, where the proof is wrong, and to a token of the environment', async () => {
    const alone = await remove();
    expect([alone.exit, alone.requests.length]).to.deep.equal([1, 1]);
    expect(alone.err).to.contain('QUORATE_PASSWORD').and.contain('quorate login');
    const wrong = problem(401, 'LOGIN_FAILED', 'The current password is wrong.');
    const refused = await remove({ answers: ['not it'] }, { ...ANSWERS, 'POST /api/auth/step-up': wrong });
    expect([refused.exit, refused.requests.length]).to.deep.equal([1, 2]);
    expect(refused.err).to.contain('The current password is wrong');
    const stated = await remove({ env: { QUORATE_TOKEN: 'stated' }, answers: ['four copper kettles sing'] });
    expect([stated.exit, stated.requests.length]).to.deep.equal([1, 1]);
    expect(kept()).to.include({ accessToken: 'old-access', refreshToken: 'old' });
  });
});
