// Targets: which events they take, their states, and which secrets sign when.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { eventOf, type WebhookFact } from '../../../../core/webhooks/event.js';
import {
  afterFailure,
  changeTarget,
  resume,
  rotateSecret,
  signingSecrets,
  suspend,
  takes,
  verifyTarget,
  type WebhookTarget,
} from '../../../../core/webhooks/target.js';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const target: WebhookTarget = {
  ...{ id: 't', organisationId: 'o', url: 'https://a.example/', description: '', kinds: ['docket.sealed'] },
  ...{ registers: [], state: 'active', secrets: [{ sealed: 'one' }], createdAtMs: NOW, createdBy: 'x' },
  changedAtMs: NOW,
};
const of = (fact: Partial<WebhookFact> = {}) =>
  eventOf({ type: 'docket.sealed', atMs: NOW, data: { registerId: 'r' }, ...fact });
const state = (one: ReturnType<typeof suspend>) => (isFailure(one) ? one.issue.code : one.state);

describe('core/webhooks: target', () => {
  it('takes events of its kinds and registers, and none from before it was made', () => {
    expect(takes(target, of())).to.equal(true);
    expect(takes(target, of({ type: 'register.created' }))).to.equal(false);
    expect(takes({ ...target, registers: ['s'] }, of())).to.equal(false);
    expect(takes({ ...target, registers: ['s', 'r'] }, of())).to.equal(true);
    const audit = { ...target, kinds: ['audit.recorded'] as const, registers: ['s'] };
    expect(takes(audit, of({ type: 'audit.recorded', data: { auditEventId: 'e' } }))).to.equal(true);
    expect(takes(target, of({ atMs: NOW - DAY }))).to.equal(false);
  });

  it('is sent nothing before it was verified, and is verified anew for another URL', () => {
    const fresh = { ...target, state: 'unverified' } as const;
    expect([state(suspend(fresh, NOW)), state(resume(fresh, NOW))]).to.deep.equal(Array(2).fill('WEBHOOK_NOT_ACTIVE'));
    expect(verifyTarget(fresh, NOW).state).to.equal('active');
    expect(changeTarget(target, { url: 'https://b.example/' }, NOW).state).to.equal('unverified');
    expect(changeTarget(target, { url: target.url, kinds: ['register.created'] }, NOW).state).to.equal('active');
    const gone = { ...target, state: 'disabled', reason: 'gone' } as const;
    expect(changeTarget(gone, { url: 'https://b.example/' }, NOW))
      .to.include({ state: 'unverified' })
      .and.not.have.property('reason');
  });

  it('is suspended and resumed, and disabled when it is gone or failed for five days', () => {
    expect([state(suspend(target, NOW)), state(resume({ ...target, state: 'suspended' }, NOW))]).to.deep.equal([
      'suspended',
      'active',
    ]);
    const end = { isGone: false, failingSinceMs: NOW - DAY, nowMs: NOW };
    expect(afterFailure(target, end)).to.equal(target);
    expect(afterFailure(target, { ...end, isGone: true })).to.include({ state: 'disabled', reason: 'gone' });
    expect(afterFailure(target, { ...end, failingSinceMs: NOW - 5 * DAY })).to.include({ reason: 'failing' });
    // An administrator was faster.
    expect(afterFailure({ ...target, state: 'suspended' }, { ...end, isGone: true }).state).to.equal('suspended');
    expect(state(resume({ ...target, state: 'disabled', reason: 'gone' }, NOW))).to.equal('active');
  });

  it('signs with the secret of before for a day after a rotation, and never with three', () => {
    const once = rotateSecret(target, 'two', NOW);
    const sealed = (one: WebhookTarget, nowMs: number) => signingSecrets(one, nowMs).map((secret) => secret.sealed);
    expect(sealed(once, NOW)).to.deep.equal(['two', 'one']);
    expect(sealed(once, NOW + DAY)).to.deep.equal(['two']);
    expect(sealed(rotateSecret(once, 'three', NOW + 1), NOW + 1)).to.deep.equal(['three', 'two']);
  });
});
