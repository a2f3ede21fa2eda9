// The address that a node has for people where its settings state none.
import { expect } from 'chai';
import { publicUrlOf } from '../../../../node/config/public-url.js';
import type { Config } from '../../../../node/config/schema.js';

const at = (http: Partial<Config['http']>) => publicUrlOf({ port: 8080, ...http } as Config['http']);

describe('the public address of a node', () => {
  it('is the one of the settings', () => {
    expect(at({ host: '127.0.0.1', publicUrl: 'https://ledger.example' })).to.equal('https://ledger.example');
  });

  it('is a name where the listener is at a loopback address, as passkeys are of', () => {
    for (const host of ['127.0.0.1', '127.0.0.9', '::1', 'localhost', '0.0.0.0', '::'])
      expect(at({ host }), host).to.equal('http://localhost:8080');
    expect(at({ host: '127.0.0.1', tlsCertFile: 'node.crt' })).to.equal('https://localhost:8080');
  });

  it('is the listener otherwise, in the form of a URL', () => {
    expect(at({ host: '192.0.2.7' })).to.equal('http://192.0.2.7:8080');
    expect(at({ host: '2001:db8::7', tlsCertFile: 'node.crt' })).to.equal('https://[2001:db8::7]:8080');
    expect(new URL(at({ host: '2001:db8::7' })).port).to.equal('8080');
  });
});
