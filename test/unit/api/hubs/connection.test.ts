// One connection over a socket that only remembers: handshake, calls, pace, silence, slow readers, and that an ended
// connection says nothing more.
import { expect } from 'chai';
import { ANONYMOUS } from '../../../../api/auth/caller.js';
import type { Cut } from '../../../../api/deps/hub-counters.js';
import { HubConnection } from '../../../../api/hubs/connection.js';
import { issue } from '../../../../core/base/issue.js';
import type { Json } from '../../../../core/base/json.js';
import {
  HUB_CALLS_MAX,
  HUB_FRAME_BYTES_MAX,
  HUB_HANDSHAKE_MS,
  HUB_MESSAGES_MAX,
  HUB_PING_MS,
  HUB_QUEUE_BYTES_MAX,
  HUB_RECORD_MS,
  HUB_SILENCE_MS,
} from '../../../../core/base/limits/node/hubs.js';
import { type Failure, fail, type Result } from '../../../../core/base/result.js';

const SHAKE = '{"protocol":"json","version":1}\x1e';

class FakeSocket {
  bufferedAmount = 0;
  isPolled: true | undefined;
  readonly sent: string[] = [];
  readonly ends: (number | 'terminated')[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(code: number): void {
    this.ends.push(code);
  }
  terminate(): void {
    this.ends.push('terminated');
  }
}

type MethodResult = Result<Json | undefined>;
type Run = (target: string, args: readonly Json[]) => MethodResult | Promise<MethodResult>;

function aConnection(run: Run = () => undefined) {
  const call = (
    { target, args }: { target: string; args: readonly Json[] },
    answer: (result: MethodResult) => void,
  ) => {
    const result = run(target, args);
    if (result instanceof Promise) result.then(answer);
    else answer(result);
  };
  const socket = new FakeSocket();
  const cuts: Cut[] = [];
  const stream = (_: unknown, answer: (problem: Failure) => void) =>
    answer(fail(issue('HUB_METHOD_UNKNOWN', '', 'None.')));
  const streaming = {
    later: (then: () => void) => then(),
    fault: () => issue('INTERNAL', '', ''),
    woken: () => Promise.resolve(),
  };
  const onCut = (reason: Cut) => void cuts.push(reason);
  const connection = new HubConnection({ ...{ socket, caller: ANONYMOUS, call, stream, streaming }, onCut }, 0);
  return { socket, cuts, connection };
}

function opened(call?: Run) {
  const made = aConnection(call);
  made.connection.receive(SHAKE, 0);
  made.socket.sent.length = 0;
  return made;
}

const call = (id: string, target = 'Do', args: readonly Json[] = []): string =>
  `${JSON.stringify({ type: 1, invocationId: id, target, arguments: args })}\x1e`;

describe('api/hubs/connection', () => {
  it('answers a handshake, and what came in the same frame', () => {
    const { socket, connection } = aConnection((target, args) => `${target} ${args.length}`);
    connection.receive('{"protocol":"json",', 0);
    expect(socket.sent).to.deep.equal([]);
    connection.receive(`"version":1}\x1e${call('a', 'Do', [1, 2])}`, 0);
    expect(socket.sent).to.deep.equal(['{}\x1e', '{"type":3,"invocationId":"a","result":"Do 2"}\x1e']);
  });

  it('refuses a bad handshake in the words of the protocol, and ends', () => {
    const { socket, cuts, connection } = aConnection();
    connection.receive(`{"protocol":"messagepack","version":1}\x1e${call('a')}`, 0);
    expect(socket.sent).to.deep.equal(['{"error":"This server speaks the protocol \\"json\\" only."}\x1e']);
    expect([socket.ends, cuts]).to.deep.equal([[1000], ['protocol']]);
  });

  it('tells nothing before the handshake', () => {
    const { socket, connection } = aConnection();
    expect(connection.tell('x', 0)).to.equal(false);
    connection.receive(SHAKE, 0);
    expect(connection.tell('x', 0)).to.equal(true);
    expect(socket.sent).to.deep.equal(['{}\x1e', 'x']);
  });

  it('answers calls with a result, nothing or an error, and says nothing to a call without an id', async () => {
    const answers: Record<string, ReturnType<Run>> = {
      nothing: undefined,
      result: { a: 1 },
      refused: fail(issue('WALLET_NOT_FOUND', '', 'No such wallet.')),
      later: Promise.resolve('done'),
    };
    const { socket, connection } = opened((target) => answers[target]);
    for (const target of Object.keys(answers)) connection.receive(call(target, target), 0);
    connection.receive('{"type":1,"target":"refused","arguments":[]}\x1e', 0);
    await Promise.resolve();
    await Promise.resolve();
    expect(socket.sent).to.deep.equal([
      '{"type":3,"invocationId":"nothing"}\x1e',
      '{"type":3,"invocationId":"result","result":{"a":1}}\x1e',
      '{"type":3,"invocationId":"refused","error":"WALLET_NOT_FOUND: No such wallet."}\x1e',
      '{"type":3,"invocationId":"later","result":"done"}\x1e',
    ]);
  });

  it('has a bound on calls that are not answered yet', async () => {
    let finish: (value: string) => void = () => undefined;
    const gate = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const { socket, connection } = opened(() => gate);
    for (let i = 0; i <= HUB_CALLS_MAX; i++) connection.receive(call(String(i)), 0);
    expect(socket.sent).to.have.length(1);
    expect(socket.sent[0]).to.contain('HUB_LIMIT').and.contain(`"${HUB_CALLS_MAX}"`);
    finish('x');
    await gate;
    await Promise.resolve();
    expect(socket.sent).to.have.length(1 + HUB_CALLS_MAX);
    connection.receive(call('more'), 0);
    await Promise.resolve();
    await Promise.resolve();
    expect(socket.sent.at(-1)).to.equal('{"type":3,"invocationId":"more","result":"x"}\x1e');
  });

  it('ends on garbage and on a record that is too long, with a last message that names it', () => {
    for (const [frame, problem] of [
      ['GET / HTTP/1.1\r\n\r\n\x1e', 'HUB_PROTOCOL: A record is not a JSON object'],
      ['{"type":"1"}\x1e', 'no type'],
      ['x'.repeat(HUB_FRAME_BYTES_MAX + 1), 'HUB_LIMIT'],
    ] as const) {
      const { socket, cuts, connection } = opened();
      connection.receive(frame, 0);
      expect(socket.sent).to.have.length(1);
      expect(socket.sent[0])
        .to.match(/^\{"type":7,"error":/)
        .and.contain(problem);
      expect([socket.ends, cuts]).to.deep.equal([[1000], ['protocol']]);
      connection.receive(call('a'), 0);
      expect(connection.tell('x', 0)).to.equal(false);
      expect(socket.sent).to.have.length(1);
    }
  });

  it('bounds messages and frames between two looks', () => {
    const ping = '{"type":6}\x1e';
    const many = opened();
    many.connection.look(0);
    many.connection.receive(ping.repeat(HUB_MESSAGES_MAX - 1), 0);
    expect(many.cuts).to.deep.equal([]);
    many.connection.look(1);
    many.connection.receive(ping.repeat(HUB_MESSAGES_MAX), 1);
    expect(many.cuts).to.deep.equal(['pace']);
    // A record that grows by a character a frame is as much work as many records.
    const slow = opened();
    for (let i = 0; i <= HUB_MESSAGES_MAX; i++) slow.connection.receive('x', 0);
    expect(slow.cuts).to.deep.equal(['pace']);
  });

  it('runs no call beyond the bound on messages', () => {
    let calls = 0;
    const { connection } = opened(() => {
      calls++;
      return undefined;
    });
    connection.receive(call('a').repeat(HUB_MESSAGES_MAX * 2), 0);
    expect(calls).to.be.lessThan(HUB_MESSAGES_MAX);
  });

  it('cuts off a slow reader, and leaves it the time between two looks to read why', () => {
    const { socket, cuts, connection } = opened();
    socket.bufferedAmount = HUB_QUEUE_BYTES_MAX - 3;
    expect(connection.tell('abc', 0)).to.equal(true);
    expect(connection.tell('abcd', 0)).to.equal(false);
    expect(connection.tell('a', 0)).to.equal(false);
    const why = `{"type":7,"error":"HUB_LIMIT: More than ${HUB_QUEUE_BYTES_MAX} bytes wait for the client."}\x1e`;
    expect([socket.sent, socket.ends, cuts]).to.deep.equal([['abc', why], [1000], ['slow']]);
    connection.look(1);
    expect(socket.ends).to.deep.equal([1000]);
    connection.look(2);
    expect(socket.ends).to.deep.equal([1000, 'terminated']);
  });

  it('neither pings a client that polls nor cuts it while it asks, unless it asks too often', () => {
    const { socket, cuts, connection } = opened();
    socket.isPolled = true;
    connection.look(HUB_PING_MS);
    expect(socket.sent).to.deep.equal([]);
    connection.noteSign(HUB_PING_MS);
    connection.look(HUB_PING_MS + HUB_SILENCE_MS - 1);
    expect(cuts).to.deep.equal([]);
    for (let i = 0; i <= HUB_MESSAGES_MAX; i++) connection.noteSign(HUB_SILENCE_MS);
    expect(cuts).to.deep.equal(['pace']);
  });

  it('pings when it has said nothing, and cuts a client that has', () => {
    const { socket, cuts, connection } = opened();
    connection.look(HUB_PING_MS - 1);
    expect(socket.sent).to.deep.equal([]);
    connection.look(HUB_PING_MS);
    expect(socket.sent).to.deep.equal(['{"type":6}\x1e']);
    connection.tell('x', HUB_PING_MS + 5);
    connection.look(2 * HUB_PING_MS);
    expect(socket.sent).to.have.length(2);
    connection.receive('{"type":6}\x1e', HUB_PING_MS);
    connection.look(HUB_PING_MS + HUB_SILENCE_MS - 1);
    expect(cuts).to.deep.equal([]);
    connection.look(HUB_PING_MS + HUB_SILENCE_MS);
    expect(cuts).to.deep.equal(['silent']);
    expect(socket.ends).to.deep.equal([1000]);
    connection.look(HUB_PING_MS + HUB_SILENCE_MS + 1);
    connection.look(HUB_PING_MS + HUB_SILENCE_MS + 2);
    expect([cuts, socket.ends]).to.deep.equal([['silent'], [1000, 'terminated']]);
  });

  it('does not wait for a handshake without end', () => {
    const { socket, cuts, connection } = aConnection();
    connection.look(HUB_HANDSHAKE_MS - 1);
    expect(cuts).to.deep.equal([]);
    connection.look(HUB_HANDSHAKE_MS);
    expect(cuts).to.deep.equal(['handshake']);
    expect(socket.sent).to.deep.equal(['{"error":"The handshake took too long."}\x1e']);
  });

  it('does not wait for a record without end, however busy its client is', () => {
    const ended = (frames: readonly string[]) => {
      const { socket, connection } = opened();
      let nowMs = 1;
      for (const frame of frames) {
        connection.receive(frame, nowMs);
        nowMs += HUB_RECORD_MS / 3;
        connection.look(nowMs);
      }
      return socket.sent.filter((text) => text.includes('HUB_LIMIT: A record was begun and not ended in time.')).length;
    };
    expect(ended(['{"type"', ' ', ' ', ' ', ' '])).to.equal(1);
    // Each of these is whole in time, and the next one begins in the same frame.
    expect(ended(['{"type"', ':6}\x1e{', '"type":6}\x1e{', '"type":6}\x1e{', '"type":6}\x1e'])).to.equal(0);
  });

  it('asks clients to come back when the node stops, and lets go of one that goes itself', () => {
    const drained = opened();
    drained.connection.drain();
    drained.connection.drain();
    expect(drained.socket.sent).to.deep.equal(['{"type":7,"allowReconnect":true}\x1e']);
    expect([drained.socket.ends, drained.cuts]).to.deep.equal([[1001], ['draining']]);
    const leaving = opened();
    leaving.connection.receive(`{"type":7}\x1e${call('a')}`, 0);
    expect([leaving.socket.sent, leaving.socket.ends, leaving.cuts]).to.deep.equal([[], [1000], []]);
  });

  it('does not answer a call after its end', async () => {
    const later = Promise.resolve('x');
    const { socket, connection } = opened(() => later);
    connection.receive(call('a'), 0);
    connection.loseSocket();
    await later;
    await Promise.resolve();
    expect(socket.sent).to.deep.equal([]);
  });
});
