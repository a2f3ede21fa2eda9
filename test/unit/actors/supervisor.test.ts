// The restart policy: back-off, a new driver from disk each time, a limit in the window, and halted until somebody
// resumes.
import { expect } from 'chai';
import { createActor } from 'xstate';
import { RESTART_POLICY, type Supervised, type SupervisedDriver, supervisor } from '../../../actors/supervisor.js';
import { VirtualClock } from '../../support/base/virtual-clock.js';

function aSupervisor(options: { settled?: () => Promise<void>; openFails?: () => boolean } = {}) {
  const clock = new VirtualClock();
  const told: string[] = [];
  let fail: ((error: unknown) => void) | undefined;
  let opened = 0;
  const input: Supervised<SupervisedDriver> = {
    policy: RESTART_POLICY,
    steady: () => clock.steady(),
    open: (failed) => {
      opened++;
      if (options.openFails?.()) throw new Error('cannot open');
      fail = failed;
      return { stop: async () => void told.push('stopped') };
    },
    discard: () => told.push('discarded'),
    whenSettled: options.settled ?? (() => Promise.resolve()),
    onLive: () => told.push('live'),
    onDown: () => told.push('down'),
    onHalted: (error) => told.push(`halted ${(error as Error).message}`),
  };
  const actor = createActor(supervisor, {
    input,
    clock: {
      setTimeout: (run, delayMs) => clock.setTimer(() => run(), delayMs),
      clearTimeout: (timer: { cancel(): void } | undefined) => timer?.cancel(),
    },
  });
  actor.subscribe({ error: () => told.push('error') });
  actor.start();
  return {
    clock,
    actor,
    told: () => told.splice(0),
    opened: () => opened,
    fail: (message = 'broken') => fail?.(new Error(message)),
  };
}

describe('supervisor', () => {
  it('opens a new driver after a back-off that doubles', async () => {
    const s = aSupervisor();
    expect(s.told()).to.deep.equal(['live']);
    s.fail();
    await s.clock.advance(RESTART_POLICY.backoffMs - 1);
    expect(s.told()).to.have.members(['down', 'discarded']);
    await s.clock.advance(1);
    expect(s.told()).to.deep.equal(['live']);
    s.fail();
    await s.clock.advance(2 * RESTART_POLICY.backoffMs - 1);
    expect(s.told()).to.have.members(['down', 'discarded']);
    await s.clock.advance(1);
    expect(s.told()).to.deep.equal(['live']);
  });

  it('never reads the disk again before the journal has drained what the failed driver queued', async () => {
    let drained: (() => void) | undefined;
    const s = aSupervisor({ settled: () => new Promise((resolve) => (drained = resolve)) });
    s.fail();
    await s.clock.advance(60_000);
    expect(s.opened()).to.equal(1);
    drained?.();
    await s.clock.advance(RESTART_POLICY.backoffMs);
    expect(s.opened()).to.equal(2);
  });

  it('forgets failures after the window also where the clock was set back by a week', async () => {
    const s = aSupervisor();
    s.clock.setMs = 7 * 24 * 3_600_000;
    for (let i = 0; i < RESTART_POLICY.restartsMax; i++) {
      s.fail();
      await s.clock.advance(RESTART_POLICY.backoffMaxMs);
    }
    s.clock.setMs = 0;
    await s.clock.advance(RESTART_POLICY.windowMs);
    s.fail();
    await s.clock.advance(RESTART_POLICY.backoffMaxMs);
    expect(s.told().at(-1)).to.equal('live');
  });

  it('halts after too many failures in the window, and goes on when resumed', async () => {
    const s = aSupervisor();
    for (let i = 0; i <= RESTART_POLICY.restartsMax; i++) {
      s.fail(`failure ${i}`);
      await s.clock.advance(RESTART_POLICY.backoffMaxMs);
    }
    expect(s.actor.getSnapshot().value).to.equal('halted');
    expect(s.told()).to.include(`halted failure ${RESTART_POLICY.restartsMax}`);
    expect(s.opened()).to.equal(1 + RESTART_POLICY.restartsMax);
    s.actor.send({ type: 'RESUME' });
    await s.clock.advance(RESTART_POLICY.backoffMaxMs);
    expect(s.actor.getSnapshot().value).to.equal('live');
  });

  it('forgets failures that are older than the window', async () => {
    const s = aSupervisor();
    for (let i = 0; i < 3 * RESTART_POLICY.restartsMax; i++) {
      s.fail();
      await s.clock.advance(RESTART_POLICY.windowMs);
    }
    expect(s.actor.getSnapshot().value).to.equal('live');
  });

  it('treats a driver that cannot be opened as failed', async () => {
    const s = aSupervisor({ openFails: () => true });
    await s.clock.advance(60_000);
    expect(s.actor.getSnapshot().value).to.equal('halted');
    expect(s.told()).to.include('halted cannot open').and.not.to.include('error');
  });

  it('counts one failure of a driver once, and stops from any state', async () => {
    const s = aSupervisor();
    s.fail();
    s.fail();
    await s.clock.advance(RESTART_POLICY.backoffMs);
    expect(s.opened()).to.equal(2);
    s.told();
    s.actor.send({ type: 'STOP' });
    await s.clock.settle();
    expect(s.told()).to.deep.equal(['stopped']);
    expect(s.actor.getSnapshot().status).to.equal('done');
    expect(s.clock.armed).to.equal(0);
  });
});
