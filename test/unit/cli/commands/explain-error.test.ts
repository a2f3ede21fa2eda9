// The command "explain-error" asks no node: one code, an unknown one, one of another table.
import { expect } from 'chai';
import { EXIT } from '../../../../cli/command/command.js';
import { called } from '../../../support/program/command.js';

describe('cli explain-error', () => {
  it('tells status, meaning, cause and what to do, in any case of letters', async () => {
    const told = await called(['explain-error', 'pool_full']);
    expect(told).to.include({ exit: EXIT.ok });
    expect(told.requests).to.deep.equal([]);
    for (const part of ['POOL_FULL', '503', 'The pool of the register is full', 'Retry-After'])
      expect(told.out).to.contain(part);
  });

  it('gives data to programs', async () => {
    const { out } = await called(['explain-error', 'LOGIN_LOCKED', '--json']);
    expect(JSON.parse(out)).to.include({ code: 'LOGIN_LOCKED', status: 429, retryAfter: 300 });
  });

  it('says which code was meant', async () => {
    const near = await called(['explain-error', 'POOL_FUL']);
    expect(near.exit).to.equal(EXIT.usage);
    expect(near.err).to.contain('Did you mean POOL_FULL?');
    expect((await called(['explain-error', 'BP_FORM'])).err).to.contain('docs/findings.md');
  });
});
