// The notice of a pending application: its label, and how long it stands.
import { expect } from 'chai';
import { labelProblem, standingNotice } from '../../../../../core/wallet/citizen/pending-notice.js';

const DAY = 24 * 60 * 60 * 1000;

describe('core/wallet/citizen/pending-notice', () => {
  it('has a label of 1 to 80 characters that shows', () => {
    for (const label of ['x', 'x'.repeat(80), '\u{1F697}'.repeat(80), 'a b'])
      expect(labelProblem(label)).to.equal(undefined);
    for (const label of [
      '',
      ' ',
      '\u00a0\u2003',
      'x'.repeat(81),
      '\u{1F697}'.repeat(81),
      'a\nb',
      'a\u0000',
      ' a',
      'a\u200b',
    ])
      expect(labelProblem(label), JSON.stringify(label)).to.include({ code: 'BODY_INVALID', path: '/label' });
  });

  it('stands for 24 hours', () => {
    const notice = { label: 'x', setAtMs: 1000 };
    expect(standingNotice(notice, 1000 + DAY - 1)).to.equal(notice);
    expect(standingNotice(notice, 1000 + DAY)).to.equal(undefined);
    expect(standingNotice(undefined, 0)).to.equal(undefined);
  });
});
