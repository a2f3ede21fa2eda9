// Governance acts on a register that has been quiet for long: without a clock they are judged as in the first docket
// that could hold them.
import { expect } from 'chai';
import { validate } from '../../../../../core/validate/validate.js';
import { operation, proposal } from '../../../../support/register/governance.js';
import { Ledger, NOW, owner } from '../../../../support/register/ledger.js';

describe('governance acts on a quiet register', () => {
  it('are judged without a clock as in the first docket that could hold them', () => {
    const ledger = new Ledger();
    const week = 7 * 24 * 60 * 60 * 1000;
    const told = (proposedAtMs: number) => {
      const proposedAt = new Date(proposedAtMs).toISOString();
      const said = operation('set-governance-policy', { policy: { proposalTtlDays: 8 }, proposedAt });
      const tx = proposal(said, [owner]);
      const verdict = validate(tx, { state: ledger.state, view: ledger.view, signaturesOk: true });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join();
    };
    // The register was quiet for a month: its sealed time is long past, and the statement is of today.
    expect(told(NOW + 30 * 24 * 60 * 60 * 1000)).to.equal('ok');
    expect(told(NOW)).to.equal('ok');
    expect(told(NOW - week)).to.equal('VAL_TIME_003');
  });
});
