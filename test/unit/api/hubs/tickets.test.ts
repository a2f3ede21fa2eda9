// Connection tokens: good once, for one caller and hub, and for a short time; and a bound on how many there are.
import { expect } from 'chai';
import { ANONYMOUS, type Caller } from '../../../../api/auth/caller.js';
import type { Visitor } from '../../../../api/hubs/places.js';
import { connectionId, Tickets, traceIdOf } from '../../../../api/hubs/tickets.js';
import { HUB_TICKET_MS, HUB_TICKETS_MAX } from '../../../../core/base/limits/node/hubs.js';

let nowMs = 0;
let steadyMs = 0;
let drawn = 0;
const clock = { now: () => nowMs, steady: () => steadyMs, setTimer: () => ({ cancel: () => undefined }) };
const random = {
  bytes: (length: number) => {
    drawn++;
    return Uint8Array.from({ length }, (_, i) => (drawn >>> (8 * (i % 4))) & 0xff);
  },
  number: () => 0,
};
const visitor = (subject: string, caller: Partial<Caller> = {}): Visitor => ({
  caller: {
    ...ANONYMOUS,
    kind: 'user',
    tier: 'platform',
    organisationId: subject,
    sessionId: 's1',
    subject,
    ...caller,
  },
  address: '192.0.2.1',
});
const ada = visitor('ada');
const given = (tickets: Tickets, who = ada): string => tickets.give('blueprint', who) as string;

describe('api/hubs/tickets', () => {
  it('are good once, for whom and what they were given', () => {
    const tickets = new Tickets({ clock, random });
    const token = given(tickets);
    expect(tickets.take(token, 'register', ada.caller)).to.equal(false);
    expect(tickets.take(token, 'blueprint', visitor('bob').caller)).to.equal(false);
    expect(tickets.take('', 'blueprint', ada.caller)).to.equal(false);
    expect(tickets.take(token, 'blueprint', ada.caller)).to.equal(true);
    expect(tickets.take(token, 'blueprint', ada.caller)).to.equal(false);
  });

  it('are good for a short time', () => {
    const tickets = new Tickets({ clock, random });
    const [one, two] = [given(tickets), given(tickets)];
    steadyMs += HUB_TICKET_MS - 1;
    nowMs += 3_600_000;
    expect(tickets.take(one, 'blueprint', ada.caller)).to.equal(true);
    steadyMs += 1;
    nowMs -= 2 * 3_600_000;
    expect(tickets.take(two, 'blueprint', ada.caller)).to.equal(false);
  });

  it('are good for the session that negotiated, with whichever of its tokens', () => {
    const tickets = new Tickets({ clock, random });
    const token = given(tickets);
    for (const other of [{ sessionId: 's2' }, { tier: 'consumer' }, { actsFor: 'bob' }] as const)
      expect(tickets.take(token, 'blueprint', visitor('ada', other).caller), JSON.stringify(other)).to.equal(false);
    expect(tickets.take(token, 'blueprint', visitor('ada', { tokenId: 'refreshed' }).caller)).to.equal(true);
  });

  it('are bounded: a caller that asks for more than are free loses its own, and no other caller does', () => {
    const tickets = new Tickets({ clock, random });
    const kept = given(tickets, visitor('bob'));
    const first = given(tickets);
    for (let i = 0; i < HUB_TICKETS_MAX; i++) given(tickets);
    const last = given(tickets);
    const stranger = given(tickets, visitor('carol'));
    expect(tickets.take(first, 'blueprint', ada.caller)).to.equal(false);
    expect(tickets.take(last, 'blueprint', ada.caller)).to.equal(true);
    expect(tickets.take(kept, 'blueprint', visitor('bob').caller)).to.equal(true);
    expect(tickets.take(stranger, 'blueprint', visitor('carol').caller)).to.equal(true);
  });

  it('make room when their time is over', () => {
    const tickets = new Tickets({ clock, random });
    for (let i = 0; i < HUB_TICKETS_MAX; i++) given(tickets);
    steadyMs += HUB_TICKET_MS;
    const [one, two] = [given(tickets, visitor('bob')), given(tickets, visitor('bob'))];
    expect(tickets.take(one, 'blueprint', visitor('bob').caller)).to.equal(true);
    expect(tickets.take(two, 'blueprint', visitor('bob').caller)).to.equal(true);
  });

  it('have other forms than ids and traces', () => {
    expect(new Tickets({ clock, random }).give('x', ada)).to.match(/^[\w-]{43}$/);
    expect(connectionId(random)).to.match(/^[0-9a-f]{32}$/);
    expect(traceIdOf(random)).to.match(/^[0-9a-f]{32}$/);
  });
});
