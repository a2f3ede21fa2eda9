// Streams over a socket that only remembers: one item at a time and none into a full socket, and the ends of a stream:
// its source, its client, its right, its connection, and a fault.
import { expect } from 'chai';
import type { HubStreamRun, HubStreamSource } from '../../../../api/hubs/define.js';
import { ConnectionStreams, inSlices, TopicWaits } from '../../../../api/hubs/streams.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import {
  HUB_STREAM_AHEAD_BYTES,
  HUB_STREAM_ITEM_MAX,
  HUB_STREAM_SLICE,
  HUB_STREAMS_MAX,
} from '../../../../core/base/limits/node/hubs.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';

const TICK = () => new Promise<void>((resolve) => setImmediate(resolve));
const GONE = issue('REGISTER_NOT_FOUND', '', 'It is gone.');

interface Staging {
  /** The action of the socket in place of taking a record. */
  readonly refuses?: () => void;
  readonly later?: (run: () => void) => void;
}

function aStage({ refuses, later = (run) => void setImmediate(run) }: Staging = {}) {
  const sent: string[] = [];
  const ended: [string, string | undefined][] = [];
  const socket = { waiting: 0, takes: true, held: [] as (() => void)[] };
  const waits = new TopicWaits();
  const streams = new ConnectionStreams({
    send: (record, taken) => {
      if (refuses !== undefined) return refuses();
      sent.push(record);
      if (socket.takes) taken();
      else socket.held.push(taken);
    },
    onEnded: (id, error) => ended.push([id, error?.code]),
    waiting: () => socket.waiting,
    later,
    fault: () => issue('INTERNAL', '', 'A fault.'),
    woken: (topic, signal) => waits.wait(topic, signal),
  });
  const start = (id: string, source: Result<HubStreamSource>): Issue | undefined => {
    const begun = streams.begin(id);
    if (isFailure(begun)) return begun.issue;
    begun(source);
    return undefined;
  };
  return { sent, ended, socket, waits, streams, start };
}

interface Counter extends HubStreamSource {
  made: number;
  returned: number;
  problem: Issue | undefined;
}

/** Counts up to `end`, and then ends with `last`. */
function counting(end: number, last?: Issue): Counter {
  const source: Counter = {
    ...{ made: 0, returned: 0, problem: undefined },
    still: () => source.problem,
    items: async function* (): AsyncGenerator<Json, Issue | undefined> {
      try {
        while (source.made < end) yield ++source.made;
        return last;
      } finally {
        source.returned++;
      }
    },
  };
  return source;
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !condition(); i++) await TICK();
  expect(condition()).to.equal(true);
}

const item = (n: number, id = 's') => `{"type":2,"invocationId":"${id}","item":${n}}\x1e`;

describe('api/hubs/streams', () => {
  it('give all items in order, then the end of the source', async () => {
    const { sent, ended, start } = aStage();
    start('s', counting(3));
    start('t', counting(2, GONE));
    await until(() => ended.length === 2);
    expect(sent.filter((record) => record.includes('"s"'))).to.deep.equal([item(1), item(2), item(3)]);
    expect(ended).to.have.deep.members([
      ['s', undefined],
      ['t', 'REGISTER_NOT_FOUND'],
    ]);
  });

  it('make no item while the socket holds too much, and go on when it took the last one', async () => {
    const { sent, ended, socket, start } = aStage();
    const source = counting(1000);
    socket.takes = false;
    socket.waiting = HUB_STREAM_AHEAD_BYTES + 1;
    start('s', source);
    for (let i = 0; i < 20; i++) await TICK();
    expect([source.made, sent.length]).to.deep.equal([1, 1]);
    socket.held.splice(0)[0]?.();
    for (let i = 0; i < 20; i++) await TICK();
    expect([source.made, sent.length]).to.deep.equal([2, 2]);
    socket.waiting = 0;
    socket.held.splice(0)[0]?.();
    await until(() => ended.length === 1);
    expect(source.made).to.equal(1000);
  });

  it('let others have their turn between two items', async () => {
    const { start } = aStage();
    const source = counting(1_000_000);
    start('s', source);
    for (let i = 0; i < 5; i++) await TICK();
    expect(source.made).to.be.lessThan(20);
    source.problem = GONE;
  });

  it('of all connections make so many items in a turn, each its share', () => {
    const turns: (() => void)[] = [];
    const later = inSlices((run) => void turns.push(run));
    const ran: number[] = [];
    for (let i = 0; i < HUB_STREAM_SLICE + 2; i++) later(() => ran.push(i));
    expect([ran.length, turns.length]).to.deep.equal([0, 1]);
    turns.shift()?.();
    expect([ran.length, turns.length]).to.deep.equal([HUB_STREAM_SLICE, 1]);
    later(() => later(() => ran.push(-1)));
    expect(turns.length).to.equal(1);
    turns.shift()?.();
    expect([ran.length, ran.at(-1), turns.length]).to.deep.equal([HUB_STREAM_SLICE + 2, HUB_STREAM_SLICE + 1, 1]);
    turns.shift()?.();
    expect([ran.at(-1), turns.length]).to.deep.equal([-1, 0]);
  });

  it('that a fact wakes at once make so many items in a turn too', async () => {
    const turns: (() => void)[] = [];
    const later = inSlices((run) => void turns.push(run));
    const stages = Array.from({ length: 4 }, () => aStage({ later }));
    let made = 0;
    const source: HubStreamSource = {
      still: () => undefined,
      items: async function* ({ woken }: HubStreamRun): AsyncGenerator<Json, Issue | undefined> {
        await woken('topic');
        yield ++made;
        return undefined;
      },
    };
    for (const { start } of stages) for (let i = 0; i < HUB_STREAMS_MAX; i++) start(`${i}`, source);
    await TICK();
    for (const { waits } of stages) waits.wake(['topic']);
    await TICK();
    expect([made, turns.length]).to.deep.equal([0, 1]);
    turns.shift()?.();
    await TICK();
    expect(made).to.equal(HUB_STREAM_SLICE);
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      turn();
      await TICK();
    }
    expect(made).to.equal(4 * HUB_STREAMS_MAX);
    expect(stages.map(({ ended }) => ended.length)).to.deep.equal(Array(4).fill(HUB_STREAMS_MAX));
  });

  it('end when the client cancels, also one that waits, and give back what the source held', async () => {
    const { ended, socket, waits, streams, start } = aStage();
    const source = counting(1_000_000);
    socket.takes = false;
    socket.waiting = HUB_STREAM_AHEAD_BYTES + 1;
    start('full', source);
    const asleep: Json[] = [];
    start('asleep', {
      still: () => undefined,
      items: async function* ({ woken, signal }: HubStreamRun): AsyncGenerator<Json, Issue | undefined> {
        while (!signal.aborted) await woken('topic');
        asleep.push('done');
        yield 'late';
        return undefined;
      },
    });
    for (let i = 0; i < 5; i++) await TICK();
    streams.cancel('full');
    streams.cancel('asleep');
    streams.cancel('never begun');
    expect(ended).to.deep.equal([
      ['full', undefined],
      ['asleep', undefined],
    ]);
    await until(() => source.returned === 1 && asleep.length === 1);
    expect([source.made, waits.isEmpty]).to.deep.equal([1, true]);
    expect(ended).to.have.length(2);
  });

  it('end when the right does: before the next item, and at a look while nothing happens', async () => {
    const { sent, ended, streams, waits, start } = aStage();
    const source = counting(1_000_000);
    start('s', source);
    await until(() => sent.length > 2);
    source.problem = GONE;
    const before = sent.length;
    await until(() => ended.length === 1);
    expect(sent.length - before).to.be.lessThan(2);
    let problem: Issue | undefined;
    start('t', {
      still: () => problem,
      items: async function* ({ woken }: HubStreamRun): AsyncGenerator<Json, Issue | undefined> {
        await woken('topic');
        yield 'a secret';
        return undefined;
      },
    });
    streams.check();
    expect(ended).to.have.length(1);
    problem = GONE;
    streams.check();
    expect(ended[1]).to.deep.equal(['t', 'REGISTER_NOT_FOUND']);
    waits.wake(['topic']);
    for (let i = 0; i < 5; i++) await TICK();
    expect(sent.join()).to.not.include('secret');
  });

  it('end without a word when the connection is gone', async () => {
    const { sent, ended, streams, start } = aStage();
    const source = counting(1_000_000);
    start('s', source);
    await until(() => sent.length > 2);
    streams.drop();
    const before = sent.length;
    await until(() => source.returned === 1);
    expect([sent.length, ended]).to.deep.equal([before, []]);
    // A source that is found after that is not begun.
    const begun = streams.begin('late');
    streams.drop();
    if (!isFailure(begun)) begun(source);
    await TICK();
    expect([sent.length, ended]).to.deep.equal([before, []]);
  });

  it('give back what the source held where the item itself ends the connection', async () => {
    const { socket, streams, start } = aStage({
      // A connection does this when its socket holds as much as it may.
      refuses: () => streams.drop(),
    });
    const source = counting(1_000_000);
    socket.waiting = HUB_STREAM_AHEAD_BYTES + 1;
    start('s', source);
    await until(() => source.returned === 1);
    expect(source.made).to.equal(1);
  });

  it('are bounded in number and in the size of an item, and a fault ends one', async () => {
    const { ended, streams, start } = aStage();
    for (let i = 0; i < HUB_STREAMS_MAX; i++) streams.begin(`waits ${i}`);
    expect(start('more', counting(1))?.code).to.equal('HUB_LIMIT');
    streams.cancel('waits 0');
    expect(start('next', fail(GONE))).to.equal(undefined);
    expect(ended.at(-1)).to.deep.equal(['next', 'REGISTER_NOT_FOUND']);
    const long = {
      ...counting(1),
      items: async function* () {
        yield 'x'.repeat(HUB_STREAM_ITEM_MAX);
        return undefined;
      },
    };
    start('long', long);
    await until(() => ended.at(-1)?.[0] === 'long');
    expect(ended.at(-1)).to.deep.equal(['long', 'INTERNAL']);
    streams.cancel('waits 1');
    start('broken', {
      still: () => undefined,
      items: () => ({ next: () => Promise.reject(new Error('a secret of the node')) }),
    });
    await until(() => ended.at(-1)?.[0] === 'broken');
    expect(ended.at(-1)).to.deep.equal(['broken', 'INTERNAL']);
  });
});
