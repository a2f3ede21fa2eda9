// A credential that its issuer has later: when a wallet asks again, what ends the waiting, and how many it waits for.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  PENDING_INTERVAL_MAX_S,
  PENDING_MS,
  PENDING_OF_WALLET_MAX,
  PENDING_REST_MAX_MS,
  PENDING_SEALED_MAX,
} from '../../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../../core/base/result.js';
import {
  changedPending,
  countPending,
  endedPending,
  isPendingOver,
  isWithinRoom,
  type PendingCredential,
  pendingRestMs,
  statedInterval,
  withoutPending,
  withPending,
} from '../../../../../core/credentials/holding/pending.js';

const row = (id: string, more: Partial<PendingCredential> = {}): PendingCredential => ({
  ...{ id, wallet: 'w', walletId: 'i', organisationId: '', subject: '', issuer: 'https://i.example' },
  ...{ format: 'dc+sd-jwt', credentialType: 'urn:x', state: 'Pending', askedAtMs: 0, changedAtMs: 0, intervalS: 5 },
  ...{ sealed: 'secret', ...more },
});
const idsOf = (rows: readonly PendingCredential[]) => rows.map(({ id }) => id);

describe('core/credentials/holding/pending', () => {
  it('rests as long as the issuer stated at least, and an eighth of the time that it waited', () => {
    expect(pendingRestMs(row('a'), 0)).to.equal(5000);
    expect(pendingRestMs(row('a'), 40_000)).to.equal(5000);
    expect(pendingRestMs(row('a'), 80_000)).to.equal(10_000);
    expect(pendingRestMs(row('a'), PENDING_MS)).to.equal(PENDING_REST_MAX_MS);
    expect(pendingRestMs(row('a', { intervalS: 86_400 }), 0)).to.equal(86_400_000);
    expect(pendingRestMs(row('a', { askedAtMs: 9e9 }), 0), 'the clock was set back').to.equal(5000);
  });

  it('asks at most some 250 times, whatever the issuer states', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (stated) => {
        const waiting = row('a', { intervalS: statedInterval(stated) });
        let [nowMs, polls] = [0, 0];
        while (!isPendingOver(waiting, nowMs)) {
          nowMs += pendingRestMs(waiting, nowMs);
          polls++;
        }
        expect(polls).to.be.lessThan(250);
      }),
    );
  });

  it('takes an interval within its bounds, in whole seconds', () => {
    expect([0, 0.2, 1.5, 20, 1e9].map(statedInterval)).to.deep.equal([1, 1, 2, 20, PENDING_INTERVAL_MAX_S]);
  });

  it('is over after its time, and no sooner', () => {
    expect([PENDING_MS - 1, PENDING_MS].map((ms) => isPendingOver(row('a'), ms))).to.deep.equal([false, true]);
  });

  it('counts what is waited for alone; those that ended make room, the oldest first', () => {
    const ended = (id: string) => row(id, { state: 'Refused' });
    const full = Array.from({ length: PENDING_OF_WALLET_MAX }, (_, i) => row(String(i)));
    const refused = withPending(full, [row('n')]);
    expect(isFailure(refused) && refused.issue.code).to.equal('QUOTA_EXCEEDED');
    const some = [ended('e1'), ...full.slice(2), ended('e2')];
    const made = withPending(some, [row('n')]) as readonly PendingCredential[];
    expect(idsOf(made)).to.deep.equal([...idsOf(full.slice(2)), 'e2', 'n']);
    expect(countPending(made)).to.equal(PENDING_OF_WALLET_MAX - 1);
    expect(idsOf(withPending([ended('e1')], [row('n')]) as readonly PendingCredential[])).to.deep.equal(['e1', 'n']);
  });

  it('keeps so much of all that a wallet waits for, and no more', () => {
    const half = row('a', { sealed: 'x'.repeat(PENDING_SEALED_MAX / 2) });
    expect([isWithinRoom([]), isWithinRoom([half, half]), isWithinRoom([half, half, row('b')])]).to.deep.equal([
      ...[true, true, false],
    ]);
  });

  it('keeps nothing to ask with of one that ended', () => {
    const end = endedPending(row('a'), { state: 'Expired', reason: 'late' }, 7);
    expect(end).to.include({ state: 'Expired', reason: 'late', changedAtMs: 7, sealed: '', askedAtMs: 0 });
    expect(changedPending([row('a'), row('b')], end)).to.deep.equal([end, row('b')]);
    expect(changedPending([row('b')], end), 'one that was deleted does not come back').to.deep.equal([row('b')]);
    expect(idsOf(withoutPending([row('a'), row('b')], 'a'))).to.deep.equal(['b']);
  });
});
