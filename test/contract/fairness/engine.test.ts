// The thread of the engine is one for all: an organisation whose users fill its queue, each within its limits, does not
// keep a stranger from a turn.
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { type EngineTask, runTask } from '../../../core/design/task.js';
import { ENGINE_LIMITS, EngineWorker } from '../../../node/threads/engine-worker.js';
import type { TaskThread } from '../../../node/threads/task-worker.js';
import { EXAMPLE_TEMPLATE } from '../blueprints/templates.js';
import { worldOfEach } from '../world/world-of.js';
import { aCrowd, until } from './crowd.js';

/** A thread that runs its task when the test says so. */
function heldThread() {
  const tasks: EngineTask[] = [];
  const thread = new EventEmitter();
  const turn = (): void => {
    const task = tasks.shift();
    if (task === undefined) throw new Error('expected a task in the thread, found none');
    thread.emit('message', { result: runTask(task, () => undefined) });
  };
  const postMessage = (task: EngineTask): void => void tasks.push(task);
  return {
    tasks,
    turn,
    thread: Object.assign(thread, { unref: () => undefined, postMessage, terminate: async () => 0 }),
  };
}

describe('the engine among organisations', () => {
  const world = worldOfEach();
  let held: ReturnType<typeof heldThread>;
  beforeEach(() => {
    held = heldThread();
    const worker = new EngineWorker(world.deps.clock, ENGINE_LIMITS, {
      startThread: () => held.thread as unknown as TaskThread,
    });
    (world.deps.engine as { run: unknown }).run = worker.run.bind(worker);
  });

  it('gives a stranger a turn in the first round while two crowds fill it, and tells these when to come back', async () => {
    const attacker = await aCrowd(world, 'a', 5);
    const another = await aCrowd(world, 'b', 5);
    const stranger = await aCrowd(world, 'c', 1);
    const answered: string[] = [];
    const refused: string[] = [];
    const ask = async (who: string, token: string) => {
      const answer = await world.app.inject({
        ...{ method: 'POST', url: '/api/templates/validate', payload: { template: EXAMPLE_TEMPLATE } },
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.statusCode === 200) answered.push(who);
      else refused.push(`${who} ${answer.statusCode} ${answer.json().code} ${answer.headers['retry-after']}`);
    };
    const calls = [attacker, another].flatMap(({ tokens }, i) =>
      Array.from({ length: 8 }, () => tokens.map((token) => ask(`crowd ${i}`, token))).flat(),
    );
    // The thread loads, so that nothing runs: of 80 calls 32 wait, and the others were told to come back.
    await until(() => refused.length === 80 - 32);
    expect(new Set(refused.map((text) => text.split(' ').slice(2).join(' ')))).to.deep.equal(
      new Set(['503 ENGINE_BUSY 2']),
    );
    const all = Promise.all([...calls, ask('stranger', stranger.tokens[0] as string)]);
    // The newest of a crowd makes room.
    await until(() => refused.length === 80 - 31);
    expect(refused.filter((text) => text.startsWith('stranger'))).to.deep.equal([]);
    held.thread.emit('message', { ready: true });
    for (let turns = 0; turns < 3; turns++) held.turn();
    // One of each crowd, then the stranger.
    await until(() => answered.length === 3);
    expect(answered).to.have.members(['crowd 0', 'crowd 1', 'stranger']);
    await until(
      () => answered.length + refused.length === 81,
      () => held.tasks.length > 0 && held.turn(),
    );
    await all;
  });
});
