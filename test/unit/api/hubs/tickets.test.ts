// Connection tokens: good once, for one caller and hub, and for a short time; and a bound on how many there are.
import { expect } from 'chai';
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
const ada = { subject: 'ada' };

describe('api/hubs/tickets', () => {
  it('are good once, for whom and what they were given', () => {
    const tickets = new Tickets({ clock, random });
    const token = tickets.give('blueprint', ada);
    expect(tickets.take(token, 'register', ada)).to.equal(false);
    expect(tickets.take(token, 'blueprint', { subject: 'bob' })).to.equal(false);
    expect(tickets.take('', 'blueprint', ada)).to.equal(false);
    expect(tickets.take(token, 'blueprint', ada)).to.equal(true);
    expect(tickets.take(token, 'blueprint', ada)).to.equal(false);
  });

  it('are good for a short time', () => {
    const tickets = new Tickets({ clock, random });
    const [one, two] = [tickets.give('blueprint', ada), tickets.give('blueprint', ada)];
    steadyMs += HUB_TICKET_MS - 1;
    nowMs += 3_600_000;
    expect(tickets.take(one, 'blueprint', ada)).to.equal(true);
    steadyMs += 1;
    nowMs -= 2 * 3_600_000;
    expect(tickets.take(two, 'blueprint', ada)).to.equal(false);
  });

  it('are bounded: the oldest is forgotten', () => {
    const tickets = new Tickets({ clock, random });
    const first = tickets.give('blueprint', ada);
    const second = tickets.give('blueprint', ada);
    for (let i = 2; i <= HUB_TICKETS_MAX; i++) tickets.give('blueprint', ada);
    expect(tickets.take(first, 'blueprint', ada)).to.equal(false);
    expect(tickets.take(second, 'blueprint', ada)).to.equal(true);
  });

  it('have other forms than ids and traces', () => {
    expect(new Tickets({ clock, random }).give('x', ada)).to.match(/^[\w-]{43}$/);
    expect(connectionId(random)).to.match(/^[0-9a-f]{32}$/);
    expect(traceIdOf(random)).to.match(/^[0-9a-f]{32}$/);
  });
});
