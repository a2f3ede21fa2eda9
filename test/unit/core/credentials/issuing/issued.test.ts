// Changes of the state of an issued credential, and the quarter in which it ends.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import {
  type CredentialState,
  changeState,
  type IssuedCredential,
  quarterOf,
  type StatusChange,
} from '../../../../../core/credentials/issuing/issued.js';

const of = (state: CredentialState) => ({ id: 'a', state, copies: [] }) as unknown as IssuedCredential;

describe('core/credentials/issuing/issued', () => {
  const ROWS: readonly (readonly [CredentialState, StatusChange, CredentialState | 'refused'])[] = [
    ['Valid', 'revoke', 'Revoked'],
    ['Valid', 'suspend', 'Suspended'],
    ['Valid', 'reinstate', 'Valid'],
    ['Suspended', 'revoke', 'Revoked'],
    ['Suspended', 'suspend', 'Suspended'],
    ['Suspended', 'reinstate', 'Valid'],
    ['Revoked', 'revoke', 'Revoked'],
    ['Revoked', 'suspend', 'refused'],
    ['Revoked', 'reinstate', 'refused'],
  ];
  for (const [before, change, after] of ROWS)
    it(`${change} of ${before}: ${after}`, () => {
      const credential = of(before);
      const changed = changeState(credential, { change, reason: 'left', nowMs: 7 });
      if (isFailure(changed))
        return expect([changed.issue.code, after]).to.deep.equal(['CREDENTIAL_REVOKED', 'refused']);
      expect(changed.state).to.equal(after);
      return expect(changed).to.deep.equal(
        before === after ? credential : { ...credential, state: after, changedAtMs: 7, reason: 'left' },
      );
    });

  it('has the reason of its last change, and none of one before', () => {
    const before = { ...of('Suspended'), reason: 'left' };
    expect(changeState(before, { change: 'reinstate', nowMs: 7 })).to.deep.equal({ ...of('Valid'), changedAtMs: 7 });
  });

  it('ends in a quarter of UTC', () => {
    const days = ['2026-01-01T00:00:00Z', '2026-03-31T23:59:59Z', '2026-04-01T00:00:00Z', '2026-12-31T23:59:59Z'];
    expect(days.map((day) => quarterOf(Date.parse(day)))).to.deep.equal(['2026-1', '2026-1', '2026-2', '2026-4']);
  });
});
