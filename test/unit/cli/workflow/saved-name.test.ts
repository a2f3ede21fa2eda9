// The name under which a file is saved: what a folder takes, cut by bytes and between characters.
import { expect } from 'chai';
import { savedName } from '../../../../cli/workflow/saved-name.js';
import { utf8Length } from '../../../../core/base/bytes.js';

describe('cli/workflow/saved-name', () => {
  it('stays in the folder and hides nothing', () => {
    expect(['plan.pdf', '../../etc/passwd', '/x/y', '.bashrc', '..', '...a'].map(savedName)).to.deep.equal([
      ...['plan.pdf', 'passwd', 'y', 'bashrc', '', 'a'],
    ]);
  });

  it('is cut to the bytes that a disk takes, whole characters and the ending kept', () => {
    const fits = `${'a'.repeat(251)}.pdf`;
    expect(savedName(fits)).to.equal(fits);
    expect(savedName(`a${fits}`)).to.equal(fits);
    expect(savedName(`${'契'.repeat(100)}.pdf`)).to.equal(`${'契'.repeat(83)}.pdf`);
    expect(savedName('😀'.repeat(100))).to.equal('😀'.repeat(63));
    // What looks like an ending and is none is cut with the rest.
    const long = savedName(`a.${'b'.repeat(300)}`);
    expect([utf8Length(long), long.startsWith('a.b')]).to.deep.equal([255, true]);
    expect(utf8Length(savedName(`${'x'.repeat(300)}.${'é'.repeat(16)}`))).to.equal(255);
  });
});
