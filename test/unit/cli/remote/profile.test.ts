// Profiles on disk: who may read them, that changes do not overwrite each other, and damaged files.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { CommandError } from '../../../../cli/command/command.js';
import { changeProfiles, type Profile, profilesFile, readProfiles } from '../../../../cli/remote/profile.js';

const profile = (email: string): Profile => ({
  url: 'http://127.0.0.1:8080',
  email,
  accessToken: 'a',
  refreshToken: 'r',
  expiresAtMs: 1,
});

describe('cli/remote/profile', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorate-profile-'));
    file = profilesFile({ XDG_CONFIG_HOME: folder });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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

  /** Whether a change gets past the lock within a second; the lock is taken away then. */
  const passes = async (text: string, dateMs = Date.now()): Promise<boolean> => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.lock`, text);
    utimesSync(`${file}.lock`, dateMs / 1000, dateMs / 1000);
    let isDone = false;
    const change = changeProfiles(file, (before) => before).then(() => {
      isDone = true;
    });
    for (let i = 0; i < 20 && !isDone; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    const passed = isDone;
    rmSync(`${file}.lock`, { force: true });
    await change;
    expect(readdirSync(dirname(file))).to.deep.equal(['profiles.json']);
    return passed;
  };
  const holder = (over: object) => JSON.stringify({ host: hostname(), pid: process.pid, ...over });

  it('takes over the lock of a process that is gone, whatever its date', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const dateMs of [1000, Date.now(), Date.now() + 3_600_000])
      expect(await passes(holder({ pid, start: '1' }), dateMs), String(dateMs)).to.equal(true);
    // Another process has its number since.
    expect(await passes(holder({ start: '1' }))).to.equal(true);
    // Nothing that this program writes.
    for (const text of ['', '{', '"x"', '{"pid":1}']) expect(await passes(text), text).to.equal(true);
  });

  it('waits for a process that runs, however long, and for one elsewhere as long as it may take', async () => {
    let isHeld = true;
    const held = changeProfiles(file, async (before) => {
      while (isHeld) await new Promise((resolve) => setTimeout(resolve, 10));
      return before;
    });
    const lock = readFileSync(`${file}.lock`, 'utf8');
    utimesSync(`${file}.lock`, 1, 1);
    let isDone = false;
    const second = changeProfiles(file, (before) => before).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([isDone, readFileSync(`${file}.lock`, 'utf8')]).to.deep.equal([false, lock]);
    isHeld = false;
    await Promise.all([held, second]);
    expect(await passes(holder({ host: 'elsewhere' }))).to.equal(false);
    expect(await passes(holder({ host: 'elsewhere' }), Date.now() - 31_000)).to.equal(true);
    expect(await passes(holder({ host: 'elsewhere' }), Date.now() + 3_600_000)).to.equal(true);
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
