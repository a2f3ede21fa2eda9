// The room for files: what is allowed, less what the ledger needs of the disk.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { FILES_DISK_RESERVE_BYTES, FILES_DISK_STALE_MS } from '../../../../core/base/limits/node/files.js';
import { diskRoomOf, FileRoom } from '../../../../node/platform/file-room.js';

describe('node/platform/file-room', () => {
  it('is what is allowed while the disk has more, and leaves the ledger its reserve', () => {
    let nowMs = 0;
    let looks = 0;
    let free: number | undefined = FILES_DISK_RESERVE_BYTES + 5000;
    const chunks = { storedBytes: 100 };
    const ports = {
      clock: { steady: () => nowMs },
      chunks,
      free: () => {
        looks++;
        return free;
      },
    };
    const room = new FileRoom(ports, 1000);
    expect(room.bytesMax).to.equal(1000);
    free = FILES_DISK_RESERVE_BYTES + 300;
    expect([room.bytesMax, looks]).to.deep.equal([1000, 1]);
    nowMs += FILES_DISK_STALE_MS;
    expect(room.bytesMax).to.equal(400);
    // Bytes that are stored since then take of the same room.
    chunks.storedBytes = 400;
    expect([room.bytesMax, looks]).to.deep.equal([400, 2]);
    free = FILES_DISK_RESERVE_BYTES - 1;
    nowMs += FILES_DISK_STALE_MS;
    expect(room.bytesMax).to.equal(chunks.storedBytes);
    free = undefined;
    nowMs += FILES_DISK_STALE_MS;
    expect(room.bytesMax).to.equal(1000);
  });

  it('is asked of a disk that there is', () => {
    expect(diskRoomOf(tmpdir())?.bytes).to.be.greaterThan(0);
    expect(diskRoomOf(tmpdir())?.files).to.not.equal(0);
    expect(diskRoomOf('/nowhere/at/all')).to.equal(undefined);
    // It makes inodes as it needs them.
    if (existsSync('/proc/self')) expect(diskRoomOf('/proc/self')?.files).to.equal(undefined);
  });
});
