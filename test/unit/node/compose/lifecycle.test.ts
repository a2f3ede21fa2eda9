// The life of the parts: a stop that comes anywhere in the start ends it, and stops what came up; nothing begins behind
// it.
import { expect } from 'chai';
import { type Lifecycle, lifecycle, type Part } from '../../../../node/compose/lifecycle.js';
import { QUIET } from '../../../support/node/ledger-world.js';

const PARTS = ['store', 'ledger', 'http'];
/** Waits of the start of each part. */
const WAITS = 3;

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Parts whose start waits WAITS times, each time until `go`. */
function steppedLife(stopTimeoutMs?: number) {
  const said: string[] = [];
  const waiting: (() => void)[] = [];
  const parts = PARTS.map(
    (name): Part => ({
      name,
      start: async () => {
        for (let i = 0; i < WAITS; i++) await new Promise<void>((resolve) => waiting.push(resolve));
        said.push(`${name} is up`);
      },
      stop: async () => {
        await settle();
        said.push(`${name} is down`);
      },
    }),
  );
  const go = async (): Promise<boolean> => {
    const step = waiting.shift();
    step?.();
    await settle();
    return step !== undefined;
  };
  return { said, go, life: lifecycle(parts, QUIET, stopTimeoutMs) };
}

async function outcome(run: Promise<void>): Promise<string> {
  return run.then(
    () => 'resolved',
    (error: Error) => error.message,
  );
}

/** Every part that came up was stopped, in reverse. */
function balanced(said: readonly string[]): void {
  const up = said.filter((line) => line.endsWith('up')).map((line) => line.split(' ')[0]);
  const down = said.filter((line) => line.endsWith('down')).map((line) => line.split(' ')[0]);
  expect(down).to.deep.equal(up.reverse());
}

describe('node/compose/lifecycle', () => {
  it('starts in order and stops in reverse, once', async () => {
    const { said, go, life } = steppedLife();
    const started = outcome(life.start());
    while (await go());
    expect(await started).to.equal('resolved');
    await Promise.all([life.stop(), life.stop()]);
    expect(said).to.deep.equal([
      ...PARTS.map((name) => `${name} is up`),
      ...[...PARTS].reverse().map((name) => `${name} is down`),
    ]);
  });

  it('stops at each wait of the start of each part: what came up goes down, and nothing begins behind it', async () => {
    for (let steps = 0; steps < PARTS.length * WAITS; steps++) {
      const { said, go, life } = steppedLife();
      const started = outcome(life.start());
      for (let i = 0; i < steps; i++) await go();
      let isDown = false;
      const stopped = life.stop().then(() => {
        isDown = true;
      });
      await settle();
      // The part that is coming up is waited for.
      expect(isDown, `${steps}`).to.equal(false);
      while (await go());
      await stopped;
      expect(await started, `${steps}`).to.equal('The node was stopped while it started.');
      balanced(said);
      expect(said.filter((line) => line.endsWith('up')).length, `${steps}`).to.equal(Math.floor(steps / WAITS) + 1);
    }
  });

  it('starts nothing that was stopped before', async () => {
    const { said, life } = steppedLife();
    await life.stop();
    expect(await outcome(life.start())).to.equal('The node was stopped while it started.');
    expect(said).to.deep.equal([]);
  });

  it('stops those before a part that fails, and gives its error, also when a stop comes at that moment', async () => {
    for (const isStopped of [false, true]) {
      const { said, go, life } = steppedLife();
      const failing: Lifecycle = lifecycle(
        [
          { name: 'first', start: () => life.start(), stop: () => life.stop() },
          { name: 'bad', start: () => Promise.reject(new Error('no port')), stop: async () => void said.push('bad') },
        ],
        QUIET,
      );
      const started = outcome(failing.start());
      if (isStopped) void failing.stop();
      while (await go());
      expect(await started).to.equal(isStopped ? 'The node was stopped while it started.' : 'no port');
      balanced(said);
      expect(said).to.have.length(PARTS.length * 2);
    }
  });

  it('abandons a part that does not come up in time, and stops it when it does', async () => {
    const { said, go, life } = steppedLife(20);
    const started = outcome(life.start());
    await life.stop();
    expect(said).to.deep.equal([]);
    while (await go());
    expect(await started).to.equal('The node was stopped while it started.');
    await settle();
    await settle();
    expect(said).to.deep.equal(['store is up', 'store is down']);
  });

  it('goes on past a part that fails to stop', async () => {
    const said: string[] = [];
    const life = lifecycle(
      [
        { name: 'first', start: async () => undefined, stop: async () => void said.push('first') },
        { name: 'bad', start: async () => undefined, stop: () => Promise.reject(new Error('of the test')) },
      ],
      QUIET,
    );
    await life.start();
    await life.stop();
    expect(said).to.deep.equal(['first']);
  });
});
