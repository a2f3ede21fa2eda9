// The lock on the login profiles: that of a process that is gone is dropped, whatever its date; others are waited for.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { changeProfiles, profilesFile } from '../../../../cli/remote/profile.js';
import { folderOfEach } from '../../../support/base/folders.js';

describe('the lock on login profiles', function () {
  this.timeout(30_000);
  const folder = folderOfEach();
  let file: string;
  beforeEach(() => {
    file = profilesFile({ XDG_CONFIG_HOME: folder });
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
});
