// A value of others as the console shows it: whole, and with nothing that turns what stands around it.
import { expect } from 'chai';
import { valueText } from '../../../../console/forms/value-text.js';

const spoken = { locale: 'en-GB', words: (id: string) => id };

describe('console/forms/value-text', () => {
  it('writes out what turns the direction of writing, or is not seen, however deep it stands', () => {
    const turned = '\u202e00.1 RUE';
    const written = '\\u{202e}00.1 RUE';
    expect(valueText(turned, undefined, spoken)).to.equal(written);
    expect(valueText([turned], undefined, spoken)).to.equal(written);
    expect(valueText({ [turned]: { deep: turned } }, undefined, spoken)).to.equal(`${written}: deep: ${written}`);
    expect(valueText({ fileName: 'a\u200bb.pdf' }, undefined, spoken)).to.equal('a\\u{200b}b.pdf');
    expect(valueText('Größe é 世', undefined, spoken)).to.equal('Größe é 世');
  });
});
