// The docket driver of an open register against fakes: it is opened anew only behind the disk, one after the other. The
// work and seals of earlier drivers are not forgotten between two of them.
import { expect } from 'chai';
import { OpenDocket } from '../../../../actors/register-replica/open-docket.js';

function bench() {
  const log: string[] = [];
  const drains: (() => void)[] = [];
  let made = 0;
  let nowMs = 100;
  const docket = new OpenDocket(7, {
    clock: { now: () => nowMs },
    journal: { whenDrained: () => new Promise((resolve) => void drains.push(resolve)) },
    chain: { loadState: () => ({ height: 1 }) as never },
    make: (signing) => {
      const name = `${++made}`;
      if (name === '13') throw new Error('broken');
      log.push(`make ${name}${signing ? ' signing' : ''}`);
      return {
        registerState: { height: 10 + made },
        figures: { proposed: 1, sealed: 2, rejected: 3, lastBuildAtMs: made === 1 ? 5 : undefined },
        stop: async () => void log.push(`stop ${name}`),
      } as never;
    },
    onOpened: () => void log.push('opened'),
    fail: (error) => void log.push(`failed: ${(error as Error).message}`),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const drain = async () => {
    await turn();
    drains.shift()?.();
    await turn();
  };
  return {
    ...{ docket, log, drain, turn },
    breaks: () => {
      made = 12;
    },
    at: (ms: number) => {
      nowMs = ms;
    },
  };
}

describe('actors/register-replica/open-docket', () => {
  it('is read from disk before a driver is open, and known without one after it', async () => {
    const { docket, drain } = bench();
    expect(docket.state().height).to.equal(1);
    docket.open(true);
    expect(docket.state().height).to.equal(11);
    const closed = docket.reopen(undefined);
    await drain();
    await closed;
    expect([docket.driver, docket.startedAtMs, docket.state().height]).to.deep.equal([undefined, undefined, 11]);
  });

  it('is opened again behind the disk, one after the other', async () => {
    const { docket, log, drain, turn } = bench();
    docket.open(true);
    const both = [docket.reopen(false), docket.reopen(true)];
    await turn();
    expect(log).to.deep.equal(['make 1 signing', 'opened', 'stop 1']);
    await drain();
    expect(log.slice(3)).to.deep.equal(['make 2', 'opened', 'stop 2']);
    await drain();
    await Promise.all(both);
    expect(log.slice(6)).to.deep.equal(['make 3 signing', 'opened']);
  });

  it('says since when it signs, and nothing where it observes', async () => {
    const { docket, drain, at } = bench();
    docket.open(true);
    expect(docket.startedAtMs).to.equal(100);
    at(200);
    const observing = docket.reopen(false);
    await drain();
    await observing;
    expect(docket.startedAtMs).to.equal(undefined);
  });

  it('adds what earlier drivers did to what this one does', async () => {
    const { docket, drain } = bench();
    docket.open(true);
    const again = docket.reopen(true);
    await drain();
    await again;
    expect(docket.figures).to.deep.equal({ proposed: 2, sealed: 4, rejected: 6, lastBuildAtMs: 5 });
  });

  it('fails the register where it cannot be opened again, and says nothing once it is closed', async () => {
    const { docket, log, drain, breaks } = bench();
    docket.open(true);
    breaks();
    const broken = docket.reopen(true);
    await drain();
    await broken;
    expect(log.at(-1)).to.equal('failed: broken');
    const late = docket.reopen(true);
    docket.close();
    await drain();
    await late;
    expect(log.at(-1)).to.equal('failed: broken');
  });
});
