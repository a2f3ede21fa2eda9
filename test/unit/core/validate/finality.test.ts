// Every refusal of the pipeline stands, turns, depends on time or waits: a code that is added to a step is asked for
// here.
import { expect } from 'chai';
import { type IssueCode, issue } from '../../../../core/base/issue.js';
import { FINALITY, MAY_TURN, mayTurn, standing } from '../../../../core/validate/finality.js';
import { STEPS } from '../../../../core/validate/steps.js';

const sorted = (codes: Iterable<IssueCode>): readonly IssueCode[] => [...codes].sort();
const codesOf = (...finalities: readonly string[]) =>
  FINALITY.filter(({ finality }) => finalities.includes(finality)).flatMap(({ codes }) => codes);

describe('core/validate/finality', () => {
  it('has every code of the pipeline once, with a reason', () => {
    const given = new Set(STEPS.flatMap(({ codes }) => codes));
    expect(sorted(FINALITY.flatMap(({ codes }) => codes))).to.deep.equal(sorted(given));
    expect(FINALITY.filter(({ why }) => !/^[A-Z].{20,}[.]$/.test(why))).to.deep.equal([]);
  });

  it('lets nothing turn that reads no state, and waits for what heals', () => {
    const given = (is: (step: (typeof STEPS)[number]) => boolean) =>
      new Set(STEPS.filter(is).flatMap(({ codes }) => codes));
    const byState = given(({ once, fault }) => !once && fault === 'reject');
    expect(codesOf('turns', 'time', 'passes').filter((code) => !byState.has(code))).to.deep.equal([]);
    // One that another step refuses is told as that does.
    const waiting = [...given(({ fault }) => fault === 'retry')].filter((code) => !byState.has(code));
    expect(sorted(codesOf('waits'))).to.deep.equal(sorted(waiting));
    expect(sorted(MAY_TURN)).to.deep.equal(sorted(codesOf('turns', 'passes')));
  });

  it('keeps the codes of which a promise was once told as an end, and that turned', () => {
    const turned: readonly IssueCode[] = ['VAL_FLOW_003', 'VAL_FLOW_006', 'VAL_BP_002', 'VAL_BP_017'];
    expect(turned.filter((code) => !MAY_TURN.has(code))).to.deep.equal([]);
  });

  it('lets a cause stand of a code that turns for others, and marks no code that stands anyway', () => {
    const turning = issue('VAL_CALC_001', '/payload/total', 'It is false.');
    expect([mayTurn(turning), mayTurn(standing(turning))]).to.deep.equal([true, false]);
    const final = issue('VAL_SCHEMA_007', '/payload/x', 'It is none.');
    expect([mayTurn(final), standing(final)]).to.deep.equal([false, final]);
  });
});
