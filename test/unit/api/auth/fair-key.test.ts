// Whose turn a call takes: one site of IPv6 is one address, since its holder has as many addresses as he likes.
import { expect } from 'chai';
import { ANONYMOUS } from '../../../../api/auth/caller.js';
import { fairKey } from '../../../../api/auth/fair-key.js';
import { shareOf } from '../../../../core/base/queues/turn-key.js';
import { PUBLIC_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { organisationOfTurn } from '../../../../core/tenant/turn-key.js';

const key = (address: string) => fairKey({ caller: ANONYMOUS, address });

describe('api/auth/fair-key', () => {
  it('takes a site of IPv6 for one caller, and each address of IPv4', () => {
    expect(key('2001:db8:1:2::1')).to.equal(key('2001:db8:1:ffff::9'));
    expect(key('2001:db8:2::1')).to.not.equal(key('2001:db8:1::1'));
    expect(key('192.0.2.1')).to.not.equal(key('192.0.2.2'));
    expect(key('::ffff:192.0.2.1')).to.equal(key('192.0.2.1'));
  });

  it('takes an organisation for one caller, and a citizen for one of those who share what an organisation has', () => {
    const of = (organisationId: string, subject: string) =>
      fairKey({ caller: { ...ANONYMOUS, organisationId, subject }, address: '192.0.2.1' });
    expect(of('a', 'one')).to.equal(of('a', 'other'));
    const [one, other] = ['one', 'other'].map((subject) => of(PUBLIC_ORGANISATION_ID, subject)) as [string, string];
    expect(one).to.not.equal(other);
    expect(shareOf(one)).to.equal(shareOf(other));
    expect(shareOf(of('a', 'one'))).to.equal(of('a', 'one'));
    expect([organisationOfTurn(of('a', 'one')), organisationOfTurn(one)]).to.deep.equal(['a', PUBLIC_ORGANISATION_ID]);
    expect([organisationOfTurn(of('', 'one')), organisationOfTurn('peer a')]).to.deep.equal([undefined, undefined]);
  });
});
