// Profiles on disk: who may read them, that changes do not overwrite each other, and damaged files.
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { changeProfiles, type Profile, profilesFile, readProfiles } from '../../../../cli/remote/profile.js';
import { folderOfEach } from '../../../support/base/folders.js';

const profile = (email: string): Profile => ({
  url: 'http://127.0.0.1:8080',
  email,
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 1,
});

describe('cli/remote/profile', () => {
  const folder = folderOfEach();
  let file: string;
  beforeEach(() => {
    file = profilesFile({ XDG_CONFIG_HOME: folder });
  });

  it('lies under XDG_CONFIG_HOME, else under ~/.config', () => {
    expect(file).to.equal(join(folder, 'quorate', 'profiles.json'));
    expect(profilesFile({ HOME: '/home/x' })).to.equal('/home/x/.config/quorate/profiles.json');
  });

  it('is empty at first and keeps what is written, for the owner only', async () => {
    expect(readProfiles(file)).to.deep.equal({ current: 'default', profiles: {} });
    await changeProfiles(file, () => ({ current: 'work', profiles: { work: profile('a@x') } }));
    expect(readProfiles(file)).to.deep.equal({ current: 'work', profiles: { work: profile('a@x') } });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(statSync(dirname(file)).mode & 0o777).to.equal(0o700);
  });

  it('applies changes one after the other', async () => {
    const add = (name: string) =>
      changeProfiles(file, async (before) => {
        await Promise.resolve();
        return { ...before, profiles: { ...before.profiles, [name]: profile(name) } };
      });
    await Promise.all(['a', 'b', 'c'].map(add));
    expect(Object.keys(readProfiles(file).profiles).sort()).to.deep.equal(['a', 'b', 'c']);
  });

  it('keeps the old file when a change fails, and lets the next one in', async () => {
    await changeProfiles(file, () => ({ current: 'a', profiles: {} }));
    const text = readFileSync(file, 'utf8');
    let refused = '';
    await changeProfiles(file, () => Promise.reject(new CommandError('no'))).catch((error: CommandError) => {
      refused = error.message;
    });
    expect(refused).to.equal('no');
    expect(readFileSync(file, 'utf8')).to.equal(text);
    await changeProfiles(file, (before) => before);
  });

  it('refuses a file that others can read, and one that is damaged', async () => {
    await changeProfiles(file, (before) => before);
    chmodSync(file, 0o644);
    expect(() => readProfiles(file)).to.throw(CommandError, 'is open to other users');
    chmodSync(file, 0o600);
    for (const text of ['{', '[]', '{"current":1}', 'null']) {
      writeFileSync(file, text);
      expect(() => readProfiles(file), text).to.throw(CommandError, 'is damaged');
    }
  });
});
