// Admission as a table: every mode, certificate, list, seat and ban.

import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { type AdmissionFacts, type AdmissionMode, admission } from '../../../../core/mesh/admission.js';

const PEER = 'p';
const facts = (members: Partial<AdmissionFacts>): AdmissionFacts => ({
  mode: 'org',
  peerId: PEER,
  certStanding: 'trusted',
  allowedPeers: new Set(),
  isBanned: false,
  isRosterMember: false,
  ...members,
});
const outcome = (members: Partial<AdmissionFacts>): string => {
  const decided = admission(facts(members));
  return isFailure(decided) ? decided.issue.code : decided;
};
const MODES: readonly AdmissionMode[] = ['closed', 'org', 'open'];

describe('core/mesh/admission', () => {
  it('decides by mode and certificate', () => {
    const rows = MODES.map((mode) => [outcome({ mode }), outcome({ mode, certStanding: 'unknown' })]);
    expect(rows).to.deep.equal([
      ['PEER_NOT_ADMITTED', 'PEER_NOT_ADMITTED'],
      ['member', 'PEER_NOT_ADMITTED'],
      ['member', 'guest'],
    ]);
  });

  it('admits the listed peers of a closed node, with a certificate that is trusted', () => {
    const closed = { mode: 'closed', allowedPeers: new Set([PEER]) } as const;
    expect(outcome(closed)).to.equal('member');
    expect(outcome({ ...closed, certStanding: 'unknown' })).to.equal('PEER_NOT_ADMITTED');
    expect(outcome({ ...closed, peerId: 'other' })).to.equal('PEER_NOT_ADMITTED');
  });

  it('always admits a member of a roster, and never a banned peer', () => {
    for (const mode of MODES)
      for (const certStanding of ['trusted', 'unknown'] as const) {
        expect(outcome({ mode, certStanding, isRosterMember: true })).to.equal('member');
        expect(outcome({ mode, certStanding, isRosterMember: true, isBanned: true })).to.equal('PEER_BANNED');
        expect(outcome({ mode, certStanding, isBanned: true, allowedPeers: new Set([PEER]) })).to.equal('PEER_BANNED');
      }
  });
});
