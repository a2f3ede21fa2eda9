// Which request caused what: the first one stays, what was refused is forgotten, many have one trace if they share it,
// and there is a bound.
import { expect } from 'chai';
import { Traces } from '../../../actors/traces.js';
import { TRACES_MAX } from '../../../core/base/limits/node/hubs.js';

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
const [ONE, TWO, DOCKET] = ['1'.repeat(64), '2'.repeat(64), 'd'.repeat(64)];

describe('actors/traces', () => {
  it('know the first request that brought something, and of everything else what follows from its id', () => {
    const traces = new Traces();
    traces.note(ONE, A);
    traces.note(ONE, B);
    traces.note(TWO, undefined);
    expect([traces.of(ONE), traces.of(TWO)]).to.deep.equal([A, '2'.repeat(32)]);
  });

  it('forget what was refused, but not for a second one that brought it', () => {
    const traces = new Traces();
    const forget = traces.note(ONE, A);
    traces.note(ONE, B)();
    expect(traces.of(ONE)).to.equal(A);
    forget();
    expect(traces.of(ONE)).to.equal('1'.repeat(32));
  });

  it('give several the trace that all of them have', () => {
    const traces = new Traces();
    traces.note(ONE, A);
    expect(traces.ofAll([ONE], DOCKET)).to.equal(A);
    expect(traces.ofAll([ONE, TWO], DOCKET)).to.equal('d'.repeat(32));
    traces.note(TWO, B);
    expect(traces.ofAll([ONE, TWO], DOCKET)).to.equal('d'.repeat(32));
    expect(traces.ofAll([TWO], DOCKET)).to.equal(B);
    expect(traces.ofAll([], DOCKET)).to.equal('d'.repeat(32));
  });

  it('have a bound: the oldest is forgotten', () => {
    const traces = new Traces();
    for (let i = 0; i <= TRACES_MAX; i++) traces.note(`id ${i}`, A);
    expect(traces.of('id 0')).to.not.equal(A);
    expect([traces.of('id 1'), traces.of(`id ${TRACES_MAX}`)]).to.deep.equal([A, A]);
  });
});
