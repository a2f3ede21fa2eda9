// Results: a failure is told by its class, whatever a value looks like, and keeps what must not be asked again.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import { type Issue, isIssue, issue } from '../../../../core/base/issue.js';
import { Failure, fail, failFinally, isFailure, type Result } from '../../../../core/base/result.js';

const FULL = issue('POOL_FULL', '/a', 'The pool is full.');
const LATE = issue('WAIT_TIMEOUT', '/b', 'It took too long.');

describe('core/base/result', () => {
  it('takes no value for a failure, not even one that looks like an issue, a list of them or a failure', () => {
    const values = [undefined, null, '', [], FULL, [FULL], { issues: [FULL], isFinal: false }, { ...fail(FULL) }];
    for (const value of values) expect(isFailure(value as unknown), JSON.stringify(value)).to.equal(false);
    expect(isFailure(fail(FULL))).to.equal(true);
  });

  it('compiles no question whether a result is an issue: the answer would take a failure for a success', () => {
    const result: Result<string> = fail(FULL) as Result<string>;
    // @ts-expect-error Of a failure isFailure is asked.
    expect(isIssue(result)).to.equal(false);
    expect(isIssue(FULL as string | Issue)).to.equal(true);
  });

  it('holds one issue or more, the first in front', () => {
    expect(fail(FULL).issues).to.deep.equal([FULL]);
    expect(fail([LATE, FULL]).issues).to.deep.equal([LATE, FULL]);
    expect(fail([LATE, FULL]).issue).to.equal(LATE);
    expect(() => fail([])).to.throw(InvariantError);
  });

  it('says whether something was sent, and still does with other issues', () => {
    expect([fail(FULL).isFinal, failFinally(FULL).isFinal]).to.deep.equal([false, true]);
    const moved = failFinally([FULL, LATE]).mapIssues((found) => ({ ...found, path: `/body${found.path}` }));
    expect(moved).to.be.instanceOf(Failure);
    expect(moved.isFinal).to.equal(true);
    expect(moved.issues.map(({ path }) => path)).to.deep.equal(['/body/a', '/body/b']);
  });
});
