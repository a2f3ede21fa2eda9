// The entries that http.trustedProxies takes, and those that are warned of.
import { expect } from 'chai';
import { isNetwork, isProxy } from '../../../../node/config/proxies.js';
import type { Config } from '../../../../node/config/schema.js';
import { settingWarnings } from '../../../../node/config/warnings.js';

describe('trusted proxies', () => {
  it('are addresses and networks', () => {
    for (const text of ['10.0.0.7', '::1', '10.0.0.0/28', '10.0.0.7/32', '2001:db8::/64', '::1/128'])
      expect(isProxy(text), text).to.equal(true);
  });

  it('are no names, no networks of everybody, and nothing half', () => {
    const wrong = [
      '',
      'proxy.internal',
      'loopback',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '::/0',
      '::/129',
      '10.0.0.0/',
      '10.0.0',
    ];
    for (const text of [
      ...wrong,
      '10.0.0.0/08',
      '10.0.0.0/255.0.0.0',
      '10.0.0.0/8/8',
      'fe80::1%eth0',
      '[::1]',
      '10.0.0.7:80',
    ])
      expect(isProxy(text), text).to.equal(false);
  });

  it('are networks where they stand for more than one address', () => {
    expect(['10.0.0.7', '10.0.0.7/32', '::1/128', '::1'].map(isNetwork)).to.deep.equal([false, false, false, false]);
    expect(['10.0.0.0/31', '::/127', '2001:db8::/32'].map(isNetwork)).to.deep.equal([true, true, true]);
  });
});

describe('warnings of settings', () => {
  const warned = (http: Partial<Config['http']>) =>
    settingWarnings({
      http: { host: '127.0.0.1', trustedProxies: [], insecure: false, ...http } as Config['http'],
    }).map(({ setting }) => setting);

  it('name a network that is trusted, and a plain listener at all addresses', () => {
    expect(warned({})).to.deep.equal([]);
    expect(warned({ trustedProxies: ['10.0.0.7'] })).to.deep.equal([]);
    expect(warned({ trustedProxies: ['10.0.0.7', '10.0.0.0/8'] })).to.deep.equal(['http.trustedProxies']);
    for (const host of ['0.0.0.0', '::'])
      expect(warned({ host, trustedProxies: ['127.0.0.1'] })).to.deep.equal(['http.host']);
    expect(warned({ host: '192.0.2.7', trustedProxies: ['127.0.0.1'] })).to.deep.equal([]);
    expect(warned({ host: '0.0.0.0', tlsCertFile: 'node.crt' })).to.deep.equal([]);
    expect(warned({ host: '0.0.0.0', insecure: true })).to.deep.equal([]);
  });
});
