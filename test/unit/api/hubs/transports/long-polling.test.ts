// Long polling with requests that only remember: the first answer, waiting, many texts in one answer; a second poll in
// place of the first; the end, and what counts as not yet taken.
import { expect } from 'chai';
import { LongPolling, type Poll } from '../../../../../api/hubs/transports/long-polling.js';
import { GOING_AWAY, NORMAL } from '../../../../../api/hubs/transports/socket.js';
import { HUB_POLL_MS } from '../../../../../core/base/limits/node/hubs.js';

class FakePoll implements Poll {
  readonly answers: string[] = [];
  out: (() => void) | undefined;
  answer(status: 200 | 204, text: string, out?: () => void): void {
    this.answers.push(`${status} ${text}`);
    this.out = out;
  }
}

function aPolling() {
  const turns: (() => void)[] = [];
  let gone = 0;
  const polling = new LongPolling({ later: (run) => void turns.push(run), onGone: () => void gone++ });
  const poll = (nowMs = 0): FakePoll => {
    const made = new FakePoll();
    polling.poll(made, nowMs);
    return made;
  };
  const turn = () => {
    for (const run of turns.splice(0)) run();
  };
  return { polling, poll, turn, gone: () => gone };
}

function opened() {
  const made = aPolling();
  made.poll();
  return made;
}

describe('api/hubs/transports/long-polling', () => {
  it('answers the first poll at once, the next when there is something, with all of one turn', () => {
    const { polling, poll, turn } = aPolling();
    expect(poll().answers).to.deep.equal(['200 ']);
    const next = poll();
    polling.send('a');
    polling.send('b');
    expect(next.answers).to.deep.equal([]);
    turn();
    expect(next.answers).to.deep.equal(['200 ab']);
    polling.send('c');
    turn();
    expect(poll().answers).to.deep.equal(['200 c']);
  });

  it('answers without news before proxies give up', () => {
    const { polling, poll } = opened();
    const waiting = poll(5);
    polling.look(4 + HUB_POLL_MS);
    expect(waiting.answers).to.deep.equal([]);
    polling.look(5 + HUB_POLL_MS);
    expect(waiting.answers).to.deep.equal(['200 ']);
    polling.look(5 + 2 * HUB_POLL_MS);
    expect(waiting.answers).to.deep.equal(['200 ']);
  });

  it('has one poll: a second takes the place of the first, and one that was given up gets nothing', () => {
    const { polling, poll, turn } = opened();
    const [first, second] = [poll(), poll()];
    expect([first.answers, second.answers]).to.deep.equal([['204 '], []]);
    polling.leave(first);
    polling.leave(second);
    polling.send('a');
    turn();
    expect(second.answers).to.deep.equal([]);
    expect(poll().answers).to.deep.equal(['200 a']);
  });

  it('counts what waits and what is on its way, and says when it is taken', () => {
    const { polling, poll } = opened();
    let taken = 0;
    polling.send('abc', () => void taken++);
    polling.send('de');
    expect(polling.bufferedAmount).to.equal(5);
    const { out } = poll();
    polling.send('f');
    expect([polling.bufferedAmount, taken]).to.deep.equal([6, 0]);
    out?.();
    expect([polling.bufferedAmount, taken]).to.deep.equal([1, 1]);
  });

  it('gives what was sent before its end, and then the end', () => {
    const { polling, poll, gone } = opened();
    polling.send('why');
    polling.close(NORMAL);
    polling.send('after');
    expect([poll().answers, gone()]).to.deep.equal([['200 why'], 0]);
    expect([poll().answers, gone()]).to.deep.equal([['204 '], 1]);
    const waiting = opened();
    const held = waiting.poll();
    waiting.polling.send('why');
    waiting.polling.close(NORMAL);
    waiting.turn();
    expect([held.answers, waiting.gone()]).to.deep.equal([['200 why'], 0]);
    const idle = opened();
    const told = idle.poll();
    idle.polling.close(NORMAL);
    expect([told.answers, idle.gone()]).to.deep.equal([['204 '], 1]);
  });

  it('waits for no further poll when the node goes away', () => {
    const { polling, poll, gone } = opened();
    const waiting = poll();
    polling.send('come back');
    polling.close(GOING_AWAY);
    expect([waiting.answers, gone()]).to.deep.equal([['200 come back'], 1]);
  });

  it('ends at once, once, and takes nothing more', () => {
    const { polling, poll, gone } = opened();
    const waiting = poll();
    polling.send('lost');
    polling.terminate();
    polling.terminate();
    polling.close(NORMAL);
    polling.send('lost');
    expect([waiting.answers, gone(), polling.bufferedAmount]).to.deep.equal([['204 '], 1, 0]);
  });
});
