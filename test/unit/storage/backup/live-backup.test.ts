// The pace and the limit of a backup of a running node go by a steady clock, which cannot be set.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { LiveBackups } from '../../../../storage/backup/live-backup.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { QUIET } from '../../../support/node/ledger-world.js';

const DAY_MS = 24 * 60 * 60_000;

describe('storage/backup/live-backup', () => {
  it('goes on when somebody sets the clock by days, at the same pace', async () => {
    const kv = memoryKv();
    for (let i = 0; i < 40; i++)
      await kv.write([{ key: Buffer.from(`a${String(i).padStart(3, '0')}`), value: Buffer.alloc(100_000, i) }]);
    const clock = new VirtualClock();
    const stream = new LiveBackups({ kv, clock, log: QUIET }, 100_000).begin()!;
    let [bytes, ended, error] = [0, false, undefined as Error | undefined];
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on('end', () => {
      ended = true;
    });
    stream.on('error', (found) => {
      error = found;
    });
    await clock.advance(10_000);
    const before = bytes;
    for (const setMs of [3 * DAY_MS, -3 * DAY_MS]) {
      clock.setMs = setMs;
      await clock.advance(10_000);
    }
    expect(error).to.equal(undefined);
    expect(bytes - before, 'neither faster nor slower').to.be.within(1_000_000, 3_000_000);
    await clock.advance(60_000);
    expect(ended).to.equal(true);
  });

  it('breaks off once its reader may read no further, and leaves room for another', async () => {
    const kv = memoryKv();
    for (let i = 0; i < 40; i++)
      await kv.write([{ key: Buffer.from(`a${String(i).padStart(3, '0')}`), value: Buffer.alloc(100_000, i) }]);
    const clock = new VirtualClock();
    const backups = new LiveBackups({ kv, clock, log: QUIET }, 100_000);
    let end: ReturnType<typeof issue> | undefined;
    const stream = backups.begin(() => end)!;
    let [bytes, error] = [0, undefined as Error | undefined];
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on('error', (found) => {
      error = found;
    });
    await clock.advance(10_000);
    const before = bytes;
    expect(before).to.be.greaterThan(0);
    end = issue('TOKEN_REVOKED', '', 'The token was revoked.');
    await clock.advance(20_000);
    expect(error?.message).to.contain('The token was revoked.');
    expect(bytes, 'no part after it').to.equal(before);
    expect(backups.begin()).to.not.equal(undefined);
  });
});
