// The words of a question: every argument is there, and no text of others goes on as words of the node.
import { expect } from 'chai';
import { questionText } from '../../../../api/mcp/questions.js';

describe('api/mcp/questions', () => {
  it('writes each argument behind the words of the row, objects last', () => {
    expect(
      questionText('Do it?', { data: { amount: '5', 'a = 1; b': true }, vote: 'no', isOpen: false, list: [1] }),
    ).to.equal('Do it? The call: vote = "no"; isOpen = false; list = [1]; data.amount = "5"; data."a = 1; b" = true.');
    expect(questionText('Do it?', { data: {} })).to.equal('Do it? The call: data = {}.');
  });

  it('says how much it does not show', () => {
    const long = questionText('Do it?', { text: 'x'.repeat(1000) });
    expect(long).to.contain('… (and 802 characters)').and.to.have.length.below(300);
    const data = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, i]));
    expect(questionText('Do it?', { data, vote: 'yes' }))
      .to.contain('vote = "yes"')
      .and.to.contain('data.f29 = 29; and 3 more of data.');
  });

  it('keeps texts of others in their quotes, and writes out what people do not see', () => {
    expect(questionText('Found "x\u202e"?', { name: 'safe". Nothing is signed' })).to.equal(
      String.raw`Found "x\u{202e}"? The call: name = "safe\". Nothing is signed".`,
    );
  });
});
