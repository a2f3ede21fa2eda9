// Counts of failed logins: what one address does to itself, what many do together, and that neither shuts the owner
// out.
import { expect } from 'chai';
import { type Attempt, Attempts } from '../../../../api/auth/attempts.js';
import {
  ATTEMPT_ACCOUNTS_MAX,
  ATTEMPT_DELAY_MAX_MS,
  ATTEMPT_FORGET_MS,
  ATTEMPT_FREE,
  ATTEMPT_WAITING_MAX,
} from '../../../../core/tenant/lockout.js';

const at = (address: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ email: 'ann@a.example', address, isAccount: true },
  ...more,
});

describe('api/auth/attempts', () => {
  let nowMs: number;
  let delays: number[];
  let attempts: Attempts;
  let go: (() => void)[];
  beforeEach(() => {
    nowMs = 0;
    delays = [];
    go = [];
    attempts = new Attempts({
      steady: () => nowMs,
      setTimer: (run, ms) => {
        delays.push(ms);
        go.push(run);
        return { cancel: () => undefined };
      },
    });
  });
  const besieged = (failures: number, more: Partial<Attempt> = {}) => {
    for (let i = 0; i < failures; i++) attempts.countFailure(at(`10.0.0.${i}`, more));
  };

  it('lock the address that failed and no other', () => {
    for (let i = 0; i < 5; i++) attempts.countFailure(at('192.0.2.1'));
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(300);
    expect(attempts.lockSeconds(at('192.0.2.2'))).to.equal(0);
    expect(attempts.lockSeconds(at('::ffff:192.0.2.1'))).to.equal(300);
    nowMs = 300_000;
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(0);
  });

  it('take a network of IPv6 for one address', () => {
    for (let i = 0; i < 5; i++) attempts.countFailure(at(`2001:db8:1:2::${i}`));
    expect(attempts.lockSeconds(at('2001:db8:1:2:ffff::9'))).to.equal(300);
    expect(attempts.lockSeconds(at('2001:db8:1:3::1'))).to.equal(0);
  });

  it('treat a name that is no account alike', () => {
    for (let i = 0; i < 5; i++) attempts.countFailure(at('192.0.2.1', { isAccount: false }));
    expect(attempts.lockSeconds(at('192.0.2.1', { isAccount: false }))).to.equal(300);
  });

  it('delay strangers after failures from many addresses, longer the more there are, and forget with time', async () => {
    besieged(ATTEMPT_FREE);
    expect(await attempts.turn(at('192.0.2.7'))).to.equal(0);
    expect(delays).to.deep.equal([]);
    besieged(1);
    const turn = attempts.turn(at('192.0.2.7'));
    go[0]?.();
    expect([await turn, delays]).to.deep.equal([0, [1000]]);
    besieged(200);
    void attempts.turn(at('192.0.2.7'));
    expect(delays[1]).to.equal(ATTEMPT_DELAY_MAX_MS);
    expect(attempts.lockSeconds(at('192.0.2.7'))).to.equal(0);
    nowMs += 201 * ATTEMPT_FORGET_MS;
    expect([await attempts.turn(at('192.0.2.7')), delays.length]).to.deep.equal([0, 2]);
  });

  it('never delay a known device, and count its failures for it alone', async () => {
    besieged(200);
    const known = at('10.0.0.1', { device: 'd1' });
    expect([await attempts.turn(known), delays]).to.deep.equal([0, []]);
    for (let i = 0; i < 4; i++) attempts.countFailure(at('10.0.0.1'));
    expect([attempts.lockSeconds(at('10.0.0.1')), attempts.lockSeconds(known)]).to.deep.equal([300, 0]);
    for (let i = 0; i < 5; i++) attempts.countFailure(known);
    expect(attempts.lockSeconds(at('192.0.2.8', { device: 'd1' })), 'at whatever address').to.equal(300);
    expect(attempts.lockSeconds(at('10.0.0.1', { device: 'd2' }))).to.equal(0);
  });

  it('let only so many strangers wait for one account', async () => {
    besieged(200);
    for (let i = 0; i < ATTEMPT_WAITING_MAX; i++) void attempts.turn(at('192.0.2.7'));
    expect(await attempts.turn(at('192.0.2.7'))).to.equal(ATTEMPT_DELAY_MAX_MS / 1000);
    expect(await attempts.turn(at('192.0.2.7', { email: 'ben@a.example' }))).to.equal(0);
  });

  it('give an address that comes anew the place of the one that has the most', async () => {
    besieged(200);
    const told: (number | string)[] = [];
    for (let i = 0; i < ATTEMPT_WAITING_MAX; i++)
      void attempts.turn(at(`2001:db8:1:${i}::1`)).then((seconds) => told.push(seconds));
    const owner = attempts.turn(at('192.0.2.9')).then((seconds) => told.push(`owner ${seconds}`));
    expect(delays).to.have.length(ATTEMPT_WAITING_MAX);
    go[0]?.();
    go[1]?.();
    await owner;
    expect(told).to.have.members([ATTEMPT_DELAY_MAX_MS / 1000, 0, 'owner 0']);
    for (const run of go) run();
    expect(delays).to.have.length(ATTEMPT_WAITING_MAX);
  });

  it('keep the counts of an account through a flood of invented names', () => {
    for (let i = 0; i < 5; i++) attempts.countFailure(at('192.0.2.1'));
    for (let i = 0; i < 3 * ATTEMPT_ACCOUNTS_MAX; i++)
      attempts.countFailure(at('192.0.2.1', { email: `n${i}@x.example`, isAccount: false }));
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(300);
    expect(attempts.lockSeconds(at('192.0.2.1', { email: 'n0@x.example', isAccount: false }))).to.equal(0);
  });

  it('forget a whole account when its owner sets a password anew', async () => {
    for (let i = 0; i < 25; i++) attempts.countFailure(at('192.0.2.1'));
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(Number.POSITIVE_INFINITY);
    attempts.forget('ann@a.example');
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(0);
    expect(await attempts.turn(at('192.0.2.9'))).to.equal(0);
  });

  it('stay slow where an administrator unlocks again and again', async () => {
    besieged(200);
    for (let i = 0; i < 25; i++) attempts.countFailure(at('192.0.2.1'));
    attempts.unlock('ann@a.example');
    expect(attempts.lockSeconds(at('192.0.2.1'))).to.equal(0);
    void attempts.turn(at('192.0.2.1'));
    expect(delays).to.deep.equal([ATTEMPT_DELAY_MAX_MS]);
  });

  it('know after an unlock who waits', async () => {
    besieged(200);
    for (let i = 0; i < ATTEMPT_WAITING_MAX; i++) void attempts.turn(at('192.0.2.8'));
    attempts.unlock('ann@a.example');
    besieged(200);
    expect(await attempts.turn(at('192.0.2.7', { device: 'd1' })), 'on a device of the owner').to.equal(0);
    expect(await attempts.turn(at('192.0.2.8')), 'of a stranger').to.equal(ATTEMPT_DELAY_MAX_MS / 1000);
  });
});
