// Server-Sent Events in bytes: whole, in pieces, of several lines, and what is not data.
import { expect } from 'chai';
import fc from 'fast-check';
import { ModelEvents } from '../../../../node/designer/event-stream.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('node/designer/event-stream', () => {
  it('gives the data of each event, with either end of a line, and no comments, names and ids', () => {
    const text = ': hello\n\nevent: x\nid: 1\ndata: one\n\ndata:two\r\n\r\ndata: a\ndata: b\n\ndata: unfinished\n';
    expect(new ModelEvents().push(bytes(text))).to.deep.equal(['one', 'two', 'a\nb']);
  });

  it('gives the same however the bytes are cut, also within a character', () => {
    const whole = bytes('data: äö😀\n\ndata: {"a":1}\r\n\r\n');
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 8 }), (cuts) => {
        const stream = new ModelEvents();
        const at = [...cuts, 0, whole.length].sort((a, b) => a - b);
        const events = at.slice(1).flatMap((end, i) => stream.push(whole.subarray(at[i], end)));
        expect(events).to.deep.equal(['äö😀', '{"a":1}']);
      }),
      { numRuns: 50 },
    );
  });

  it('takes a long line letter by letter in time that grows with its length alone', () => {
    const stream = new ModelEvents();
    const [letter, letters] = [bytes('x'), 600_000];
    stream.push(bytes('data: '));
    for (let sent = 0; sent < letters; sent++) stream.push(letter);
    expect(stream.push(bytes('\r\n\r\n'))[0]).to.have.length(letters);
  }).timeout(30_000);
});
