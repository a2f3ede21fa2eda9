// The figures of the machine about itself, where it gives some.
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { lastClockSyncMs, machineBootId, machineMark } from '../../../../node/platform/machine.js';
import { folderOfAll } from '../../../support/base/folders.js';

describe('node/platform/machine', () => {
  const folder = folderOfAll();

  it('knows the start of the machine, and shows others a mark of it that does not say it', () => {
    const file = join(folder, 'boot_id');
    writeFileSync(file, 'a5e3\n');
    expect(machineBootId(file)).to.equal('a5e3');
    expect(machineMark('a5e3'))
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.equal(machineMark('a5e4'));
    expect([machineBootId(join(folder, 'none')), machineMark(undefined)]).to.deep.equal([undefined, undefined]);
  });

  it('knows when its time service heard the time', () => {
    const file = join(folder, 'synchronized');
    expect(lastClockSyncMs(file)).to.equal(undefined);
    writeFileSync(file, '');
    utimesSync(file, 1000, 2000);
    expect(lastClockSyncMs(file)).to.equal(2_000_000);
  });
});
