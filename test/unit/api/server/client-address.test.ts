// Which address a request counts for, by what its peer and its proxies say.
import { expect } from 'chai';
import { ClientAddresses } from '../../../../api/server/client-address.js';

describe('the address of a client', () => {
  const told: string[] = [];
  const addresses = (...trusted: string[]) =>
    new ClientAddresses(trusted, {
      onUntrustedProxy: (peer) => void told.push(`untrusted ${peer}`),
      onUnreadableClient: (peer) => void told.push(`unreadable ${peer}`),
    });
  const request = (peer: string | undefined, named?: string, forwarded?: string) => ({
    socket: { remoteAddress: peer },
    headers: { ...(named !== undefined && { 'x-forwarded-for': named }), ...(forwarded && { forwarded }) },
  });
  const of = (named: string, { peer = '10.0.0.7', trusted = ['10.0.0.7'] } = {}) =>
    addresses(...trusted).of(request(peer, named));
  beforeEach(() => told.splice(0));

  for (const [named, found] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1,203.0.113.7:1, 10.0.0.7:2', '203.0.113.7'],
  ] as const)
    it(`is ${found} for "${named}"`, () => {
      expect(of(named)).to.equal(found);
      expect(told).to.deep.equal([]);
    });

  for (const named of [
    '',
    'unknown',
    'client:7',
    '203.0.113.7:',
    '203.0.113.7:123456',
    '203.0.113.7:x',
    '[10.1.1.1]',
    '[::1',
  ])
    it(`is that of the proxy for "${named}", and it is told`, () => {
      expect(of(named)).to.equal('10.0.0.7');
      expect(told).to.deep.equal(['unreadable 10.0.0.7']);
    });

  it('is that of the proxy whose word is no address, however many are behind it', () => {
    expect(of('203.0.113.7, nothing, 10.0.0.8', { trusted: ['10.0.0.7', '10.0.0.8'] })).to.equal('10.0.0.8');
  });

  it('is that of the peer where it is not trusted', () => {
    for (const peer of ['10.0.0.8', '192.0.2.1', '2001:db8::1', ''])
      expect(of('203.0.113.7', { peer }), peer).to.equal(peer);
    expect(of('203.0.113.7', { trusted: [] })).to.equal('10.0.0.7');
    expect(addresses('10.0.0.7').of(request(undefined, '203.0.113.7'))).to.equal('');
    expect(addresses('10.0.0.7').of(request('10.0.0.7'))).to.equal('10.0.0.7');
  });

  it('goes by networks, and by IPv4 addresses in their IPv6 form', () => {
    expect(of('203.0.113.7', { peer: '10.0.3.4', trusted: ['192.0.2.1', '10.0.0.0/22'] })).to.equal('203.0.113.7');
    expect(of('203.0.113.7', { peer: '10.0.4.4', trusted: ['10.0.0.0/22'] })).to.equal('10.0.4.4');
    expect(of('203.0.113.7', { peer: '::ffff:10.0.0.7' })).to.equal('203.0.113.7');
    expect(of('203.0.113.7', { peer: '2001:db8::9', trusted: ['2001:db8::/120'] })).to.equal('203.0.113.7');
  });

  it('is told of once where the peer is not trusted, by either header', () => {
    const watching = addresses('10.0.0.7');
    watching.watch(request('10.0.0.8'));
    watching.watch(request('10.0.0.7', '203.0.113.7'));
    expect(told).to.deep.equal([]);
    watching.watch(request('10.0.0.8', '203.0.113.7'));
    watching.watch(request('10.0.0.9', '203.0.113.7'));
    expect(told).to.deep.equal(['untrusted 10.0.0.8']);
    addresses().watch(request('10.0.0.9', undefined, 'for=203.0.113.7'));
    expect(told).to.deep.equal(['untrusted 10.0.0.8', 'untrusted 10.0.0.9']);
  });
});
