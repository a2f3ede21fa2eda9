// An address is understood as people write it, and refused before anything is sent to a place that was not meant.
import { expect } from 'chai';
import { nodeAddress } from '../../../../cli/remote/address.js';

describe('cli/remote/address', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://ledger.example/', 'https://ledger.example'],
    ['https://ledger.example/base//', 'https://ledger.example/base'],
    ['127.0.0.1:18100', 'http://127.0.0.1:18100'],
    ['localhost:8080', 'http://localhost:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    [' localhost ', 'http://localhost'],
    ['ledger.example', 'https://ledger.example'],
    ['ledger.example:8443/base', 'https://ledger.example:8443/base'],
    // Another computer, although it begins like this one.
    ['localhost.example:80', 'https://localhost.example:80'],
    ['127.0.0.1.example', 'https://127.0.0.1.example'],
  ];
  for (const [typed, address] of cases)
    it(`takes "${typed}"`, () => {
      expect(nodeAddress(typed)).to.equal(address);
    });

  for (const typed of ['', 'ftp://ledger.example', 'http://', 'http://me:secret@ledger.example', 'a b', 'file:///etc'])
    it(`refuses "${typed}"`, () => {
      expect(() => nodeAddress(typed)).to.throw('is not the address of a node');
    });
});
