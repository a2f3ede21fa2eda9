// An error of the system about the place of a store is told with what to do about it, and is no damage.
import { expect } from 'chai';
import { surroundingFault } from '../../../../storage/engine/fault.js';

describe('a fault of what surrounds the store', () => {
  const told: readonly (readonly [string, string, string])[] = [
    ['IO error: /d/LOCK: Read-only file system', 'STORE_UNSAFE', 'mount it for writing'],
    ['IO error: /d/000005.ldb: Permission denied', 'STORE_UNSAFE', 'the owner of the folder'],
    ['IO error: /d/LOCK: Too many open files', 'STORE_UNSAFE', 'ulimit -n'],
    ['IO error: /d/000007.log: No space left on device', 'STORE_FULL', '"df -i"'],
    ['IO error: /d/000007.log: Disk quota exceeded', 'STORE_FULL', 'free some space'],
  ];
  for (const [detail, code, then] of told)
    it(`says what to do about: ${detail}`, () => {
      const fault = surroundingFault('/d', detail);
      expect(fault?.issue.code).to.equal(code);
      expect(fault?.message).to.contain('/d').and.contain(then).and.not.contain('backup');
    });

  it('leaves every other failure to be told as it is', () => {
    expect(surroundingFault('/d', 'Corruption: bad block')).to.equal(undefined);
  });
});
