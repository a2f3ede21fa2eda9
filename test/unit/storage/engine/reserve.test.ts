// The reserve of the disk: below it nothing is begun, with a quarter more everything goes on, and a stop lets go of
// what waits.
import { expect } from 'chai';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { DiskReserve, type DiskRoom, RESERVE_FILES } from '../../../../storage/engine/reserve.js';
import { QUIET } from '../../../support/node/ledger-world.js';

function roomOf(bytes: number | undefined, files?: number): DiskRoom | undefined {
  return bytes === undefined ? undefined : { bytes, files };
}

function reserveOf(bytes: number) {
  const world = { free: roomOf(1000), looks: [] as (() => void)[] };
  const setTimer = (run: () => void) => {
    world.looks.push(run);
    return { cancel: () => world.looks.splice(0) };
  };
  const reserve = new DiskReserve({ free: () => world.free, setTimer, log: QUIET }, bytes);
  reserve.start();
  const look = (bytes: number | undefined, files?: number): boolean => {
    world.free = roomOf(bytes, files);
    world.looks.shift()?.();
    return reserve.isLow;
  };
  return { reserve, look };
}

describe('the reserve of the disk', () => {
  it('is low below its bytes, and has room again with a quarter more', () => {
    const { reserve, look } = reserveOf(400);
    expect([look(400), look(399), look(400), look(499), look(500), look(undefined)]).to.deep.equal([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(reserve.free).to.equal(undefined);
    const off = reserveOf(0);
    expect([off.look(0), off.reserve.free]).to.deep.equal([false, undefined]);
  });

  it('is low below its files, of a disk that counts them, and has room again with a quarter more', () => {
    const { reserve, look } = reserveOf(400);
    const back = RESERVE_FILES * 1.25;
    expect([look(1000, RESERVE_FILES), look(1000, RESERVE_FILES - 1)]).to.deep.equal([false, true]);
    expect(reserve.free).to.deep.equal({ bytes: 1000, files: RESERVE_FILES - 1 });
    // Neither makes up for the other.
    expect([look(499, back), look(1000, back - 1), look(1000, back)]).to.deep.equal([true, true, false]);
    expect(look(1000, undefined)).to.equal(false);
  });

  it('keeps a docket from being built until there is room, and the journal writes what is left', async () => {
    const { reserve, look } = reserveOf(400);
    const journal = new Journal(memoryKv(), { onFatal: () => undefined, reserve });
    look(1);
    expect([journal.isFull, journal.backlogBytes, journal.waitingBytes]).to.deep.equal([true, Infinity, 0]);
    await journal.commit([{ key: Buffer.from('m1'), value: Buffer.of(1) }]);
    let goesOn = false;
    const room = journal.room().then(() => {
      goesOn = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(goesOn).to.equal(false);
    look(1000);
    await room;
    expect([journal.isFull, journal.backlogBytes]).to.deep.equal([false, 0]);
    look(1);
    const ended = journal.room();
    reserve.stop();
    await ended;
    expect(reserve.isLow).to.equal(false);
  });
});
