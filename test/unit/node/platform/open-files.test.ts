// The limit on open files, as Linux tells it.
import { expect } from 'chai';
import { fewOpenFiles } from '../../../../node/platform/open-files.js';

const told = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             127405               127405               processes
Max open files            ${soft.padEnd(20)} 524288               files
`;

describe('node/platform/open-files', () => {
  it('warns of a limit that clients and tables soon reach, and of no other', () => {
    expect(fewOpenFiles(told('1024'))).to.deep.equal({ openFiles: 1024, wanted: 8192 });
    expect(fewOpenFiles(told('8191'))).to.deep.equal({ openFiles: 8191, wanted: 8192 });
    for (const enough of ['8192', '524288', 'unlimited'])
      expect(fewOpenFiles(told(enough)), enough).to.equal(undefined);
    expect(fewOpenFiles('')).to.equal(undefined);
  });
});
