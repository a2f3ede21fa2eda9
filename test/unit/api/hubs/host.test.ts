// The host of all hubs with a hub of its own and sockets that only remember: bounds on connections and subscriptions,
// tokens and rights that end, telling once and in order, failing methods, looks, and the end of the node.
import { expect } from 'chai';
import Type from 'typebox';
import { type AnnouncementHub, announcementHub } from '../../../../actors/announcements.js';
import { ANONYMOUS, type Caller } from '../../../../api/auth/caller.js';
import type { ApiDeps } from '../../../../api/deps/deps.js';
import type { HubCounters } from '../../../../api/deps/hub-counters.js';
import { Dispatcher } from '../../../../api/dispatch/dispatcher.js';
import type { HubConnection } from '../../../../api/hubs/connection.js';
import type { Hub, HubStreamSource } from '../../../../api/hubs/define.js';
import { type HubDispatch, HubHost } from '../../../../api/hubs/host.js';
import { Places } from '../../../../api/hubs/places.js';
import { Limiters } from '../../../../api/requests/rate.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import {
  HUB_CLOSE_MS,
  HUB_CONNECTIONS_SUBJECT_MAX,
  HUB_LOOK_MS,
  HUB_PING_MS,
  HUB_SILENCE_MS,
  HUB_SUBSCRIPTIONS_MAX,
} from '../../../../core/base/limits/node/hubs.js';
import type { Log } from '../../../../core/base/ports.js';
import { fail } from '../../../../core/base/result.js';

const SHAKE = '{"protocol":"json","version":1}\x1e';
const AT = '2026-11-21T18:00:00.000Z';

const letters: Hub = {
  name: 'letters',
  paths: ['/hubs/letters'],
  can: 'RequireAuthenticated',
  methods: {
    Listen: {
      summary: 'a letter.',
      args: [Type.String()],
      run: ([l], s) => s.subscribe('letter', String(l)),
    },
    Leave: {
      summary: 'a letter.',
      args: [Type.String()],
      run: ([l], s) => s.unsubscribe('letter', String(l)),
    },
    Seldom: { summary: 'nothing.', args: [], rate: 'strict', run: (_, { call }) => call.operationId },
    Odd: { summary: 'nothing.', args: [], run: (_, s) => s.subscribe('number', '1') },
    Throw: {
      summary: 'nothing.',
      args: [],
      run: () => {
        throw new Error('a secret of the node');
      },
    },
    Reject: { summary: 'nothing.', args: [], run: () => Promise.reject(new Error('a secret of the node')) },
  },
  streams: {
    Count: {
      summary: 'nothing.',
      args: [],
      source: () => ({
        still: () => undefined,
        items: async function* ({ signal, woken }) {
          for (let n = 1; !signal.aborted; n++) {
            await woken('letter:a');
            yield n;
          }
        } as HubStreamSource['items'],
      }),
    },
  },
  topics: {
    letter: {
      admit: (name, { caller }) =>
        caller.roles.length > 0 ? fail(issue('FORBIDDEN', '', 'Not for you.')) : name === 'both' ? ['a', 'b'] : [name],
    },
  },
  tells: {
    'register-created': ({ registerId, name }) => ({
      topics: name.split(','),
      signals: () => [
        { target: 'First', ids: [registerId] },
        { target: 'Second', ids: [registerId, 2] },
      ],
    }),
    'register-deleted': ({ registerId }) => ({
      topics: [`letter:${registerId}`],
      last: true,
      signals: () => [{ target: 'Gone', ids: [registerId] }],
    }),
  },
};

const CONNECTIONS_MAX = 100;

/** The rules of operations; each call has its turn at once. */
function aDispatch(deps: ApiDeps): HubDispatch {
  const unused = () => {
    throw new Error('a method of a hub asked for it');
  };
  const dispatcher = new Dispatcher({
    deps,
    waitMsMax: 0,
    repeats: { begin: unused },
    turns: { wait: (_call, begin) => begin(), answer: unused },
    poolRefusals: { take: unused, refuse: unused },
  });
  const limiters = new Limiters({ strict: 1, platformAuth: 0, auth: 0, api: 0, heavy: 0 }, () => 0);
  return { dispatcher, limiters, later: (run) => run(), places: new Places(CONNECTIONS_MAX) };
}

interface Heard {
  readonly sent: string[];
  readonly ends: (number | 'terminated')[];
}

function aHost() {
  let nowMs = Date.parse(AT);
  let setMs = 0;
  const timers: { atMs: number; readonly run: () => void; done: boolean }[] = [];
  const counted: string[] = [];
  const errors: object[] = [];
  const refused = new Map<string, Issue>();
  const watched: (() => void)[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => void errors.push(fields),
    child: () => log,
  };
  const counters: HubCounters = {
    countConnection: ({ hub }, change) => void counted.push(`${hub} ${change}`),
    countEvent: ({ target, connections }) => void counted.push(`${target} to ${connections}`),
    cut: (_hub, reason) => void counted.push(`cut ${reason}`),
  };
  const announcements: AnnouncementHub = announcementHub(log);
  let drawn = 0;
  const deps = {
    clock: {
      now: () => nowMs,
      steady: () => nowMs - setMs,
      setTimer: (run: () => void, delayMs: number) => {
        const timer = { atMs: nowMs + delayMs, run, done: false };
        timers.push(timer);
        return {
          cancel: () => {
            timer.done = true;
          },
        };
      },
    },
    random: { bytes: (length: number) => new Uint8Array(length).fill(++drawn), number: () => 0 },
    log,
    announcements,
    sessions: {
      watch: (watcher: () => void) => {
        watched.push(watcher);
        return () => void watched.splice(0);
      },
    },
    tokens: { standing: (caller: Caller) => refused.get(caller.subject) },
    ...{ config: { publicUrl: 'http://localhost' }, programs: { proofs: undefined } },
    counters: { publishOverride: () => undefined, hubs: counters, access: null },
  } as unknown as ApiDeps;
  const host = new HubHost(deps, [letters], aDispatch(deps));
  const setClock = (ms: number): void => {
    setMs += ms;
    nowMs += ms;
    for (const timer of timers) timer.atMs += ms;
  };
  const advance = (ms: number): void => {
    nowMs += ms;
    for (const timer of timers)
      if (!timer.done && timer.atMs <= nowMs) {
        timer.done = true;
        timer.run();
      }
  };
  const enter = (subject: string, extra: Partial<Caller> = {}): { connection: HubConnection } & Heard => {
    const heard: Heard = { sent: [], ends: [] };
    const socket = {
      bufferedAmount: 0,
      send: (text: string) => void heard.sent.push(text),
      close: (code: number) => void heard.ends.push(code),
      terminate: () => void heard.ends.push('terminated'),
    };
    const caller: Caller = { ...ANONYMOUS, kind: 'user', tier: 'platform', subject, ...extra };
    const connection = host.enter({
      ...{ hub: letters, caller, socket, traceId: 't', address: '127.0.0.1' },
      transport: 'WebSockets',
    });
    host.receive(connection, SHAKE);
    heard.sent.length = 0;
    return { connection, ...heard };
  };
  const call = (connection: HubConnection, target: string, ...args: unknown[]): void =>
    host.receive(connection, `${JSON.stringify({ type: 1, invocationId: 'i', target, arguments: args })}\x1e`);
  const created = (topics: string, registerId = 'r'): void =>
    announcements.announce({ type: 'register-created', registerId, name: topics, tenantId: '' });
  const waiting = (): number => timers.filter(({ done }) => !done).length;
  const revoked = (): void => {
    for (const watcher of watched) watcher();
  };
  const heard = { counted, errors, announcements };
  return { host, enter, call, created, advance, setClock, refused, revoked, waiting, ...heard };
}

const OK = '{"type":3,"invocationId":"i"}\x1e';
const FIRST = (trace: string): string =>
  `{"type":1,"target":"First","arguments":["r","${AT}","${trace.repeat(16)}"]}\x1e`;
const SECOND = (trace: string): string =>
  `{"type":1,"target":"Second","arguments":["r",2,"${AT}","${trace.repeat(16)}"]}\x1e`;

describe('api/hubs/host', () => {
  it('tells each listener once, all signals of a fact in one frame, and no one else', () => {
    const { enter, call, created, counted } = aHost();
    const [one, two, three] = [enter('1'), enter('2'), enter('3')];
    call(one.connection, 'Listen', 'a');
    call(one.connection, 'Listen', 'b');
    call(two.connection, 'Listen', 'b');
    call(three.connection, 'Listen', 'c');
    created('letter:a,letter:b,letter:b');
    created('letter:nobody');
    expect(one.sent).to.deep.equal([OK, OK, FIRST('01') + SECOND('01')]);
    expect(two.sent).to.deep.equal([OK, FIRST('01') + SECOND('01')]);
    expect(three.sent).to.deep.equal([OK]);
    expect(counted.slice(-2)).to.deep.equal(['First to 2', 'Second to 2']);
  });

  it('listens to all names of one thing, and leaves them all', () => {
    const { enter, call, created } = aHost();
    const one = enter('1');
    call(one.connection, 'Listen', 'both');
    created('letter:b');
    call(one.connection, 'Leave', 'both');
    created('letter:a');
    expect(one.sent).to.have.length(3);
  });

  it('bounds subscriptions', () => {
    const { enter, call } = aHost();
    const one = enter('1');
    for (let i = 0; i < HUB_SUBSCRIPTIONS_MAX; i++) call(one.connection, 'Listen', `l${i}`);
    expect(one.sent.every((answer) => answer === OK)).to.equal(true);
    call(one.connection, 'Listen', 'one more');
    expect(one.sent.at(-1)).to.contain('HUB_LIMIT');
    call(one.connection, 'Listen', 'l0');
    expect(one.sent.at(-1)).to.equal(OK);
    call(one.connection, 'Leave', 'l0');
    call(one.connection, 'Listen', 'one more');
    expect(one.sent.at(-1)).to.equal(OK);
  });

  it('bounds connections of a subject and of the node', () => {
    const { host, enter } = aHost();
    const problem = (subject: string) => host.problem({ caller: { ...ANONYMOUS, subject }, address: '127.0.0.1' });
    const mine = Array.from({ length: HUB_CONNECTIONS_SUBJECT_MAX }, () => enter('me'));
    expect(problem('me')?.code).to.equal('RATE_LIMITED');
    expect(problem('you')).to.equal(undefined);
    host.leave(mine[0]?.connection as HubConnection);
    host.leave(mine[0]?.connection as HubConnection);
    expect(problem('me')).to.equal(undefined);
    for (let i = HUB_CONNECTIONS_SUBJECT_MAX; i <= CONNECTIONS_MAX; i++) enter(`s${i}`);
    expect(problem('you')?.code).to.equal('NODE_UNAVAILABLE');
  });

  it('ends a connection whose token was taken away: at once, at a fact, at a message, and at a look', () => {
    const gone = issue('TOKEN_REVOKED', '', 'The token was revoked.');
    for (const end of ['revocation', 'fact', 'message', 'look']) {
      const { host, enter, call, created, advance, refused, revoked, counted } = aHost();
      const one = enter('1');
      call(one.connection, 'Listen', 'a');
      refused.set('1', gone);
      if (end === 'revocation') revoked();
      else if (end === 'fact') created('letter:a');
      else if (end === 'message') call(one.connection, 'Listen', 'b');
      else advance(HUB_LOOK_MS);
      expect(one.sent, end).to.deep.equal([OK, '{"type":7,"error":"TOKEN_REVOKED: The token was revoked."}\x1e']);
      expect([one.ends, counted.at(-1)], end).to.deep.equal([[1000], 'cut token']);
      host.leave(one.connection);
      expect(counted.at(-1)).to.equal('letters -1');
    }
  });

  it('tells no client that lost the right to a topic, but for its end', () => {
    const { enter, call, created, announcements } = aHost();
    const roles: Caller['roles'][number][] = [];
    const one = enter('1', { roles });
    call(one.connection, 'Listen', 'a');
    call(one.connection, 'Listen', 'r');
    roles.push('User');
    announcements.announce({ type: 'register-deleted', registerId: 'r', tenantId: '' });
    created('letter:a');
    roles.pop();
    created('letter:a');
    expect(one.sent).to.have.length(3);
    expect(one.sent[2]).to.contain('"Gone"');
  });

  it('answers for methods that fail, and tells no client why', async () => {
    const { enter, call, errors } = aHost();
    const one = enter('1');
    call(one.connection, 'Throw');
    call(one.connection, 'Reject');
    await new Promise((resolve) => setImmediate(resolve));
    call(one.connection, 'Odd');
    call(one.connection, 'Listen', 'a', 'b');
    call(one.connection, 'toString');
    expect(one.sent.map((answer) => /"error":"([A-Z_]+):/.exec(answer)?.[1])).to.deep.equal([
      'INTERNAL',
      'INTERNAL',
      'HUB_ARGUMENTS_INVALID',
      'HUB_ARGUMENTS_INVALID',
      'HUB_METHOD_UNKNOWN',
    ]);
    expect(one.sent.join('')).to.not.contain('secret');
    expect(errors).to.have.length(2);
  });

  it('asks the rules of operations at each call: whose right it is, and how often', () => {
    const { enter, call } = aHost();
    const service = enter('s', { kind: 'anonymous', tier: 'none' });
    call(service.connection, 'Listen', 'a');
    const one = enter('1');
    call(one.connection, 'Seldom');
    call(one.connection, 'Seldom');
    expect(service.sent.at(-1)).to.contain('"error":"FORBIDDEN: ');
    expect(one.sent[0]).to.contain('"result":"hub:letters:Seldom"');
    expect(one.sent[1]).to.contain('"error":"RATE_LIMITED: ');
  });

  it('looks after connections while there are any', () => {
    const { host, enter, advance, waiting } = aHost();
    expect(waiting()).to.equal(0);
    const one = enter('1');
    expect(waiting()).to.equal(1);
    advance(HUB_PING_MS);
    advance(HUB_LOOK_MS);
    expect(one.sent).to.deep.equal(['{"type":6}\x1e']);
    host.leave(one.connection);
    expect(waiting()).to.equal(0);
    enter('2');
    expect(waiting()).to.equal(1);
  });

  it('asks who is silent by time that passes, whatever the clock is set to', () => {
    const { enter, advance, setClock } = aHost();
    const one = enter('1');
    setClock(-HUB_SILENCE_MS);
    advance(HUB_PING_MS);
    expect(one.sent, 'after the clock was set back').to.deep.equal(['{"type":6}\x1e']);
    setClock(2 * HUB_SILENCE_MS);
    advance(HUB_LOOK_MS);
    expect(one.ends, 'after the clock was set ahead').to.deep.equal([]);
  });

  it('sends clients away when the node stops, and waits for them, but not without end', async () => {
    const { host, enter, call, created, advance, waiting } = aHost();
    const [polite, stuck] = [enter('1'), enter('2')];
    call(polite.connection, 'Listen', 'a');
    const closed = host.close().then(() => 'closed');
    for (const { sent, ends } of [polite, stuck]) {
      expect(sent.at(-1)).to.equal('{"type":7,"allowReconnect":true}\x1e');
      expect(ends).to.deep.equal([1001]);
    }
    created('letter:a');
    expect(polite.sent).to.have.length(2);
    expect(host.problem({ caller: ANONYMOUS, address: '' })?.code).to.equal('NODE_DRAINING');
    host.leave(polite.connection);
    advance(HUB_CLOSE_MS);
    expect(stuck.ends).to.deep.equal([1001, 'terminated']);
    host.leave(stuck.connection);
    expect(await closed).to.equal('closed');
    expect(waiting()).to.equal(0);
  });

  it('stops at once when no client is there', async () => {
    const { host, waiting } = aHost();
    await host.close();
    expect(waiting()).to.equal(0);
    expect(host.problem({ caller: ANONYMOUS, address: '' })).to.have.property('code');
  });

  it('gives a stream nothing more once its token has ended, whatever its source says, before the next look', async () => {
    const { host, enter, created, refused } = aHost();
    const { connection, sent } = enter('1');
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    host.receive(connection, '{"type":4,"invocationId":"s","target":"Count","arguments":[]}\x1e');
    await turn();
    created('letter:a');
    await turn();
    refused.set('1', issue('TOKEN_EXPIRED', '', 'The token has expired.'));
    created('letter:a');
    await turn();
    expect(sent).to.deep.equal([
      '{"type":2,"invocationId":"s","item":1}\x1e',
      '{"type":3,"invocationId":"s","error":"TOKEN_EXPIRED: The token has expired."}\x1e',
    ]);
  });
});
