// Contexts are the profiles of logins: listed, and one chosen.
import { expect } from 'chai';
import { changeProfiles, profilesFile, readProfiles } from '../../../../../cli/remote/profile.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';

describe('cli/commands/people/context', () => {
  const home = folderOfAll();
  const env = { XDG_CONFIG_HOME: home, QUORATE_URL: '', QUORATE_TOKEN: '' };
  const file = profilesFile(env);
  const call = (...words: readonly string[]) => called(words, {}, { env });

  beforeEach(async () => {
    const profile = (url: string) => ({
      url,
      email: 'ada@x.example',
      accessToken: 'a',
      refreshToken: 'r',
      expiresAtMs: 0,
    });
    const profiles = { home: profile('http://home:1'), work: profile('http://work:1') };
    await changeProfiles(file, () => ({ current: 'home', profiles }));
  });

  it('are listed without their tokens', async () => {
    const { out } = await call('context', 'list', '--json');
    expect(
      (JSON.parse(out) as { name: string; isUsed: boolean }[]).map(({ name, isUsed }) => [name, isUsed]),
    ).to.deep.equal([
      ['home', true],
      ['work', false],
    ]);
    expect(out).not.to.match(/token/i);
    expect((await call('context', 'list')).out).to.match(/^\*\s+home\s+http:\/\/home:1/m);
  });

  it('are chosen', async () => {
    expect((await call('context', 'use', 'work')).exit).to.equal(0);
    expect(readProfiles(file).current).to.equal('work');
  });

  it('are not made by a mistake', async () => {
    const { exit, err } = await call('context', 'use', 'wrok');
    expect(exit).to.equal(2);
    expect(err).to.contain('Did you mean work?');
    expect((await call('context', 'use', 'zzzzzz')).err).to.contain('Known: home, work.');
    expect((await call('context', 'use', 'constructor')).exit).to.equal(2);
    expect(readProfiles(file).current).to.equal('home');
  });
});
