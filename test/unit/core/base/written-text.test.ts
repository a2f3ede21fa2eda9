// Texts of people: one byte order mark is no part of them, and UTF-16 is named.
import { expect } from 'chai';
import { withoutMark, writtenText } from '../../../../core/base/written-text.js';
import { issueOf } from '../../../support/base/results.js';

describe('core/base/written-text', () => {
  it('leaves out one byte order mark at the beginning, and nothing else', () => {
    for (const [given, text] of [
      ['a', 'a'],
      ['\uFEFFa', 'a'],
      ['\uFEFF\uFEFFa', '\uFEFFa'],
      ['a\uFEFF', 'a\uFEFF'],
      ['\uFEFF', ''],
      ['', ''],
    ] as const) {
      expect(withoutMark(given)).to.equal(text);
      expect(writtenText(Buffer.from(given, 'utf8'))).to.equal(text);
    }
  });

  it('refuses UTF-16 by its name, and other bytes', () => {
    const wide = Buffer.from('\uFEFF{}', 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16()])
      expect(issueOf(writtenText(bytes))).to.include({
        code: 'BODY_INVALID_JSON',
        message: 'is UTF-16; save it as UTF-8',
      });
    for (const bytes of [Buffer.of(0xff), Buffer.of(0xff, 0x41), Buffer.from('é', 'latin1')])
      expect(issueOf(writtenText(bytes))).to.include({ message: 'is not UTF-8; save it as UTF-8' });
  });
});
