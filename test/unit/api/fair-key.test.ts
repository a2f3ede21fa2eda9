// Whose turn a call takes: one site of IPv6 is one address, since its holder has as many addresses as he likes.
import { expect } from 'chai';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { fairKey } from '../../../api/fair-key.js';

const key = (address: string) => fairKey({ caller: ANONYMOUS, address });

describe('api/fair-key', () => {
  it('takes a site of IPv6 for one caller, and each address of IPv4', () => {
    expect(key('2001:db8:1:2::1')).to.equal(key('2001:db8:1:ffff::9'));
    expect(key('2001:db8:2::1')).to.not.equal(key('2001:db8:1::1'));
    expect(key('192.0.2.1')).to.not.equal(key('192.0.2.2'));
    expect(key('::ffff:192.0.2.1')).to.equal(key('192.0.2.1'));
  });
});
