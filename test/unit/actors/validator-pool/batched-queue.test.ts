// Many submissions are worked through a few at a time, and a pool that stops feeding a seat stops in the middle of it.
import { expect } from 'chai';
import type { Registry } from '../../../../actors/ledger/registry.js';
import { BatchedQueue, TURN_MAX } from '../../../../actors/validator-pool/batched-queue.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

function scene(breaksAt = Number.POSITIVE_INFINITY) {
  const clock = new VirtualClock();
  const worked: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const turns = new BatchedQueue({
    clock,
    work: (txIds) => {
      worked.push(txIds);
      if (worked.length === breaksAt) throw new Error('the disk');
    },
    fail: (error) => failures.push(error),
  });
  return { clock, turns, worked, failures, sizes: () => worked.map((txIds) => txIds.length) };
}

function many(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `tx ${i}`);
}

describe('turns', () => {
  it('work through few at once', async () => {
    const { clock, turns, sizes } = scene();
    turns.add(many(TURN_MAX));
    expect(sizes()).to.deep.equal([TURN_MAX]);
    await clock.advance(1000);
    expect(sizes()).to.deep.equal([TURN_MAX]);
  });

  it('work through many in their order, each once, with a pause behind each turn', async () => {
    const { clock, turns, worked, sizes } = scene();
    const all = many(2 * TURN_MAX + 1);
    turns.add(all);
    expect(sizes()).to.deep.equal([TURN_MAX]);
    // Those that wait already are not worked on twice.
    turns.add(all.slice(TURN_MAX));
    expect(sizes()).to.deep.equal([TURN_MAX]);
    await clock.advance(1000);
    expect(sizes()).to.deep.equal([TURN_MAX, TURN_MAX, 1]);
    expect(worked.flat()).to.deep.equal(all);
  });

  it('end with the first that fails, and begin anew', async () => {
    const { clock, turns, failures, sizes } = scene(2);
    turns.add(many(3 * TURN_MAX));
    await clock.advance(1000);
    expect(sizes()).to.deep.equal([TURN_MAX, TURN_MAX]);
    expect(failures).to.have.length(1);
    turns.add(['another']);
    expect(sizes().at(-1)).to.equal(1);
  });

  it('are not taken for what is cleared', async () => {
    const { clock, turns, sizes } = scene();
    turns.add(many(2 * TURN_MAX));
    turns.clear();
    await clock.advance(1000);
    expect(sizes()).to.deep.equal([TURN_MAX]);
  });
});

describe('a pool that is offered many promises', () => {
  it('takes them in turns, and none after its seat paused again', async () => {
    const mesh = await MeshWorld.of('one', 'two');
    const pin = await mesh.found(['one', 'two']);
    mesh.isolate('one');
    const { ledger } = mesh.node('one').world;
    await ledger.seating.control(REGISTER_ID, 'pause');
    const count = TURN_MAX + 100;
    const given = Array.from({ length: count }, (_, i) => mesh.submit('one', mesh.action('one', pin, i)));
    for (const outcome of await Promise.all(given)) expect(outcome).to.have.property('status', 'pending');
    // Its figures count what waits outside of the pool too.
    const registry = Reflect.get(ledger, 'registry') as Registry;
    const waiting = () => registry.peek(REGISTER_ID)?.driver?.pool.pool.size;
    await ledger.seating.control(REGISTER_ID, 'resume');
    expect(waiting()).to.equal(TURN_MAX);
    await ledger.seating.control(REGISTER_ID, 'pause');
    await mesh.clock.advance(100);
    expect(waiting()).to.equal(TURN_MAX);
    await ledger.seating.control(REGISTER_ID, 'resume');
    await mesh.clock.advance(100);
    expect(waiting()).to.equal(count);
    await mesh.stop();
  });
});
