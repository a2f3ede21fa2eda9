// One event on its way: the states of a delivery, and when it is tried again, over random attempts.
import { expect } from 'chai';
import fc from 'fast-check';
import { WEBHOOK_ATTEMPTS_SHOWN } from '../../../../core/base/limits/node/hubs.js';
import {
  afterAttempt,
  again,
  freshDelivery,
  putOff,
  type WebhookDelivery,
} from '../../../../core/webhooks/delivery.js';
import { eventOf, webhookIdOf } from '../../../../core/webhooks/event.js';
import { RETRY_DELAYS_MS, restMs, retryDelayMs } from '../../../../core/webhooks/schedule.js';

const event = eventOf({ type: 'register.created', atMs: 1, data: { registerId: 'r' } });
const fresh = freshDelivery(3, webhookIdOf('t', event.id), event);
const attempt = { atMs: 1, tookMs: 2, outcome: 'unreachable' } as const;
const failed = { attempt, isDelivered: false, isGone: false, retryAfterMs: 0, nowMs: 1000, dice: 0 };

const DAY = 24 * 60 * 60_000;
const steps = fc.array(fc.constantFrom('fail', 'fail', 'fail', 'deliver', 'gone', 'again', 'busy'), { maxLength: 40 });

describe('core/webhooks: delivery', () => {
  it('is tried ten times in a little more than three days, and is dead then', () => {
    let [delivery, nowMs, attempts] = [fresh as WebhookDelivery, 0, 0];
    while (delivery.state === 'waiting') {
      delivery = afterAttempt(delivery, { ...failed, nowMs });
      attempts++;
      nowMs = delivery.dueMs ?? nowMs;
    }
    expect([attempts, delivery.state, delivery.dueMs]).to.deep.equal([RETRY_DELAYS_MS.length + 1, 'dead', undefined]);
    expect(nowMs / DAY).to.be.within(3, 4);
  });

  it('has a time to be tried at just while it waits, ends once, and shows a bounded number of attempts', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let delivery: WebhookDelivery = fresh;
        for (const [nowMs, step] of taken.entries()) {
          const end = { ...failed, nowMs, isDelivered: step === 'deliver', isGone: step === 'gone' };
          if (step === 'again') delivery = again(delivery, nowMs);
          else if (delivery.state !== 'waiting') continue;
          else delivery = step === 'busy' ? putOff(delivery, nowMs + 1) : afterAttempt(delivery, end);
          expect(delivery.dueMs !== undefined).to.equal(delivery.state === 'waiting');
          expect(delivery.endedMs !== undefined).to.equal(delivery.state !== 'waiting');
          expect(delivery.attempts.length).to.be.at.most(WEBHOOK_ATTEMPTS_SHOWN);
          expect(delivery.tries).to.be.at.most(RETRY_DELAYS_MS.length + 1);
          if (step === 'deliver') expect(delivery.state).to.equal('delivered');
          if (step === 'gone') expect(delivery.state).to.equal('dead');
          expect([delivery.webhookId, delivery.event, delivery.sequence]).to.deep.equal([fresh.webhookId, event, 3]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has an id of its event and target alone', () => {
    expect(webhookIdOf('t', event.id))
      .to.equal(fresh.webhookId)
      .and.match(/^msg_[0-9a-f]{32}$/);
    expect(webhookIdOf('u', event.id)).not.to.equal(fresh.webhookId);
    const other = eventOf({ type: 'register.created', atMs: 1, data: { registerId: 's' } });
    expect(webhookIdOf('t', other.id)).not.to.equal(fresh.webhookId);
  });

  it('hears a target that says when to come again, up to a day', () => {
    expect(retryDelayMs(1, 0, 60_000)).to.equal(60_000);
    expect(retryDelayMs(1, 0, 10 * DAY)).to.equal(DAY);
    expect(retryDelayMs(2, 0, 1000)).to.equal(300_000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (number, dice) => {
        const delay = retryDelayMs(number, dice);
        const least = RETRY_DELAYS_MS[number - 1];
        if (least === undefined) expect(delay).to.equal(undefined);
        else expect(delay).to.be.within(least, least * 1.1);
        expect(restMs(number, dice)).to.be.at.most(33 * 60_000);
        expect(restMs(number + 1, 0)).to.be.at.least(restMs(number, 0));
      }),
    );
    expect([restMs(2, 0), restMs(3, 0), restMs(4, 0)]).to.deep.equal([0, 5000, 10_000]);
  });
});
