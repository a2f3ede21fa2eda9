// Whose node takes people into its public organisation without being told.
import { expect } from 'chai';
import type { Config } from '../../../../node/config/schema.js';
import { takesPeople } from '../../../../node/config/takes-people.js';

describe('a node that was told nothing of its public organisation', () => {
  const at = (host: string, trustedProxies: readonly string[] = [], mailHost?: string, publicUrl?: string) =>
    takesPeople({ http: { host, trustedProxies, publicUrl }, mail: { host: mailHost } } as unknown as Config);

  it('takes people where it sends mail, or its operator is alone with it', () => {
    expect(at('127.0.0.1')).to.equal(true);
    expect(at('127.0.0.1', ['127.0.0.1']), 'a proxy is before it').to.equal(false);
    for (const host of ['0.0.0.0', '192.0.2.7', 'ledger.example']) expect(at(host), host).to.equal(false);
    expect(at('0.0.0.0', ['10.0.0.1'], 'mail.example')).to.equal(true);
    const known = (publicUrl: string) => at('127.0.0.1', [], undefined, publicUrl);
    for (const own of ['http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:8080'])
      expect(known(own), own).to.equal(true);
    expect(known('https://ledger.example'), 'a proxy that is not named is before it').to.equal(false);
  });
});
