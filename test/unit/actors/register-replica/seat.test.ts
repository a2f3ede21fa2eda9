// The seat of an open register against a fake of its docket driver: what is ordered, what it opens, and who is
// answered.
import { expect } from 'chai';
import { NO_SEAT, ReplicaSeat } from '../../../../actors/register-replica/seat.js';

function bench(order: 'Running' | 'Paused' | 'Stopped' = 'Running') {
  const log: string[] = [];
  const key: { signer: object | undefined; fence: string | undefined } = { signer: {}, fence: undefined };
  const reopened: (() => void)[] = [];
  const seat = new ReplicaSeat(order, {
    docket: {
      open: (signing) => void log.push(`open ${signing}`),
      reopen: (signing) => {
        log.push(`reopen ${signing}`);
        return new Promise((resolve) => void reopened.push(resolve));
      },
      driver: { pause: (isPaused: boolean) => void log.push(`pause ${isPaused}`) } as never,
      startedAtMs: 5,
    },
    seating: () => key as never,
    onChanged: (state) => void log.push(state),
    fail: (error) => void log.push(`failed: ${error}`),
  });
  seat.start();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const done = async () => {
    await turn();
    reopened.shift()?.();
    await turn();
  };
  return { seat, log, key, done, turn };
}

describe('actors/register-replica/seat', () => {
  it('opens as it was ordered before', () => {
    expect([bench('Running').log, bench('Stopped').log]).to.deep.equal([
      ['open true', 'Running'],
      ['open false', 'Stopped'],
    ]);
    expect(bench('Paused').log).to.include('open true').and.include('Paused');
  });

  it('answers an order once it is followed', async () => {
    const { seat, log, done, turn } = bench();
    let told: string | undefined;
    void seat.order({ type: 'STOP' }).then((state) => {
      told = state;
    });
    await turn();
    expect([told, seat.state]).to.deep.equal([undefined, 'Stopping']);
    await done();
    expect([told, seat.state]).to.deep.equal(['Stopped', 'Stopped']);
    expect(log).to.include('reopen false');
  });

  it('answers an order when it closes on the way', async () => {
    const { seat, turn } = bench();
    const ordered = seat.order({ type: 'STOP' });
    await turn();
    seat.close();
    expect(await ordered).to.equal('Stopping');
  });

  it('is Stopped for an operator where the roster does not name it', () => {
    const { seat, key } = bench();
    expect(seat.now).to.deep.equal({ state: 'Running', reason: undefined, startedAtMs: 5 });
    key.signer = undefined;
    expect(seat.now).to.deep.equal({ state: 'Stopped', reason: NO_SEAT, startedAtMs: undefined });
  });

  it('follows its key: fenced with one that may not sign, and back with one that may', async () => {
    const { seat, key, done } = bench();
    key.fence = 'restored';
    const fenced = seat.review();
    await done();
    expect([await fenced, seat.now.reason]).to.deep.equal(['Fenced', 'restored']);
    key.fence = undefined;
    const freed = seat.review();
    await done();
    expect(await freed).to.equal('Running');
  });

  it('of which the ledger is in doubt opens nothing more, and by a lie of another it is not stopped', async () => {
    const { seat, log, done, turn } = bench();
    seat.onMisbehaviour({ name: 'Evidence' });
    await turn();
    expect([seat.state, log]).to.deep.equal(['Running', ['open true', 'Running']]);
    seat.onMisbehaviour({ name: 'Fork' });
    await done();
    expect([seat.state, log.includes('reopen undefined')]).to.deep.equal(['Faulted', true]);
  });
});
