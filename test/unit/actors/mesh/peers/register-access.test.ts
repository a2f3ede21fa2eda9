// The rights of a peer to read and write a register, by its seat and its standing.
import { expect } from 'chai';
import { RegisterAccess } from '../../../../../actors/mesh/peers/register-access.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import type { RegisterRecord } from '../../../../../storage/chain/registers.js';

const RECORD = { id: 'r' } as RegisterRecord;
const code = (result: Result<RegisterRecord>) => (isFailure(result) ? result.issue.code : result.id);

describe('actors/mesh/peers/register-access', () => {
  const access = new RegisterAccess({
    ledger: { register: (id) => (id === 'r' ? RECORD : undefined) },
    rosters: {
      mayRead: (_, peerId) => peerId !== 'stranger',
      isSeated: (_, peerId) => peerId === 'seated',
    },
  });

  it('hides a register that the peer may not know of as one that is not there', () => {
    const [hidden, absent] = [access.readable({ peerId: 'stranger' }, 'r'), access.readable({ peerId: 'reader' }, 'x')];
    expect(hidden).to.deep.equal(absent);
    expect(code(hidden)).to.equal('REGISTER_NOT_FOUND');
    expect(code(access.writable({ peerId: 'stranger', standing: 'member' }, 'r'))).to.equal('REGISTER_NOT_FOUND');
  });

  it('lets members write, and a guest only where it has a seat', () => {
    const rows = (['member', 'guest'] as const).flatMap((standing) =>
      ['reader', 'seated'].map((peerId) => code(access.writable({ peerId, standing }, 'r'))),
    );
    expect(rows).to.deep.equal(['r', 'r', 'FORBIDDEN', 'r']);
    expect(code(access.readable({ peerId: 'reader' }, 'r'))).to.equal('r');
  });
});
