// The history of presentations: its order, its bound, and what is no entry.
import { expect } from 'chai';
import { PRESENTATION_LATE_MS, PRESENTATIONS_KEPT_MAX } from '../../../../../core/base/limits/node/wallets.js';
import {
  type PastPresentation,
  presentationProblem,
  withPresentation,
} from '../../../../../core/wallet/citizen/presentation-history.js';

const NOW = 1_800_000_000_000;
const entry = (presentedAtMs: number, id = `p${presentedAtMs}`): PastPresentation => ({
  ...{ id, presentedAtMs, requestingParty: 'x509_san_dns:verifier.example', disclosedClaims: ['age_over_18'] },
  outcome: 'Verified',
});

describe('core/wallet/citizen/presentation-history', () => {
  it('is newest first, whatever comes later, and keeps the newest', () => {
    let list: readonly PastPresentation[] = [];
    for (const at of [5, 9, 7]) list = withPresentation(list, entry(at));
    expect(list.map(({ presentedAtMs }) => presentedAtMs)).to.deep.equal([9, 7, 5]);
    for (let at = 100; at < 100 + PRESENTATIONS_KEPT_MAX; at++) list = withPresentation(list, entry(at));
    expect(list).to.have.length(PRESENTATIONS_KEPT_MAX);
    expect(list.at(-1)?.presentedAtMs).to.equal(100);
    expect(withPresentation(list, entry(1))).to.deep.equal(list);
    const twins = withPresentation([entry(3, 'b')], entry(3, 'a'));
    expect(twins).to.deep.equal(withPresentation([entry(3, 'a')], entry(3, 'b')));
  });

  it('takes what a device brings later, and nothing of the future or without a name', () => {
    const problem = (change: Partial<PastPresentation>) =>
      presentationProblem({ ...entry(NOW), ...change }, { nowMs: NOW, skewMs: 300_000 })?.path;
    for (const presentedAtMs of [NOW, NOW + 300_000, NOW - PRESENTATION_LATE_MS])
      expect(problem({ presentedAtMs })).to.equal(undefined);
    for (const presentedAtMs of [NOW + 300_001, NOW - PRESENTATION_LATE_MS - 1, Number.NaN])
      expect(problem({ presentedAtMs })).to.equal('/presentedAt');
    for (const requestingParty of ['', '  ', 'a\nb']) expect(problem({ requestingParty })).to.equal('/requestingParty');
    expect(problem({ disclosedClaims: ['a', 'b', 'a'] })).to.equal('/disclosedClaims/2');
    expect(problem({ disclosedClaims: ['a\u0000'] })).to.equal('/disclosedClaims/0');
    expect(problem({ disclosedClaims: [] })).to.equal(undefined);
  });
});
