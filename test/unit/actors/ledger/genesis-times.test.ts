// The time of docket 0, which its founder gives and no quorum judges: each seat does, once, where it attests it.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { placesOf } from '../../../support/base/results.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { genesisTransaction, keysOf, ledgerWorld, REGISTER_ID } from '../../../support/node/ledger-world.js';

const OTHER_ID = '99999999-2222-4333-8444-555555555555';
const HOUR_MS = 3_600_000;

describe('a register of several nodes', () => {
  it('is attested by no seat when its founder dates it ahead or back, but again however long ago that was', async () => {
    const clock = new VirtualClock();
    const [one, two] = await Promise.all(['one', 'two'].map((name) => ledgerWorld({ clock, keys: keysOf(name) })));
    const madeAt = async (ms: number, registerId: string) => {
      const transaction = genesisTransaction(ms, registerId, ['one', 'two']);
      const docket = await one?.ledger.genesis.prepare({ transaction, advertise: false });
      if (!docket || isFailure(docket)) throw new Error('no docket');
      return docket;
    };
    const attested = async (ms: number, registerId = OTHER_ID) =>
      two?.ledger.genesis.attest(await madeAt(ms, registerId));
    const said = async (ms: number): Promise<string | undefined> => {
      const given = await attested(ms);
      return typeof given === 'string' ? 'attested' : placesOf(given)[0];
    };
    const now = clock.now();
    expect(await said(now - HOUR_MS)).to.equal('DOCKET_TIME_INVALID /header/timestampMs');
    expect(await said(now + 5001)).to.equal('DOCKET_TIME_INVALID /header/timestampMs');
    expect(await said(now - HOUR_MS + 1)).to.equal('attested');
    const first = await attested(now, REGISTER_ID);
    expect(first).to.be.a('string');
    await clock.advance(24 * HOUR_MS);
    expect(await attested(now, REGISTER_ID)).to.equal(first);
    for (const world of [one, two]) await world?.ledger.stop();
  });
});
