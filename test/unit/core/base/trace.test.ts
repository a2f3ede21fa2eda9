// Trace-ids: which headers have one, and which one follows from an id.
import { expect } from 'chai';
import { traceFrom, traceInParent } from '../../../../core/base/trace.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('core/base/trace', () => {
  it('takes the trace-id of a traceparent as W3C defines it, also of a later version, and of no other text', () => {
    expect(traceInParent(`00-${TRACE}-${PARENT}-01`)).to.equal(TRACE);
    expect(traceInParent(`cc-${TRACE}-${PARENT}-01-more`)).to.equal(TRACE);
    for (const text of [
      ...['', TRACE, `00-${TRACE}-${PARENT}`, `ff-${TRACE}-${PARENT}-01`, `00-${TRACE.toUpperCase()}-${PARENT}-01`],
      ...[`00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, `00-${TRACE}-${PARENT}-01more`],
    ])
      expect(traceInParent(text), text).to.equal(undefined);
  });

  it('makes one from every id, always the same: of a trace-id itself, of a hash its beginning', () => {
    expect(traceFrom(TRACE)).to.equal(TRACE);
    expect(traceFrom('ab'.repeat(32))).to.equal('ab'.repeat(16));
    for (const id of ['', 'request 7', '0'.repeat(32), TRACE.toUpperCase()]) {
      expect(traceFrom(id), id).to.match(/^[0-9a-f]{32}$/);
      expect(traceFrom(id), id).to.equal(traceFrom(id));
      expect(traceFrom(id), id).to.not.equal(id);
    }
    expect(traceFrom('a')).to.not.equal(traceFrom('b'));
  });
});
