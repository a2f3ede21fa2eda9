// Issuances as a gate asks for them: as of the height that it states, under the name that the register gives them, and
// alike on every node.
import { expect } from 'chai';
import { transactionDid } from '../../../../../core/register/people/did.js';
import { gateViewOf } from '../../../../../core/register/trust/gate-view.js';
import { issuingLedger, ROOT } from '../../../../support/register/issuing.js';
import { REGISTER_ID } from '../../../../support/register/ledger.js';

/** A permit that is issued, suspended and revoked, each by a docket of its own. */
function walked() {
  const ledger = issuingLedger();
  const { at, issue, change, sealed } = ledger;
  const before = at.ledger.state.height;
  const issuance = sealed(issue());
  sealed(change(issuance, 'suspended'));
  sealed(change(issuance, 'revoked', undefined, 1));
  const tx = transactionDid(REGISTER_ID, issuance.txId);
  const asOf = (height: number, name = tx) => gateViewOf(at.ledger.view, height).issuanceOf(name);
  return { at, before, tx, asOf, run: ledger.two };
}

describe('core/register/trust/gate-view: issuances', () => {
  it('have the root and the status as of the height, on three nodes alike', () => {
    const nodes = [walked(), walked(), walked()];
    expect(new Set(nodes.map(({ at }) => at.ledger.state.stateHash)).size).to.equal(1);
    for (const { before, asOf, tx } of nodes) {
      const statuses = [0, 1, 2, 3, 9].map((docket) => asOf(before + docket)?.status);
      expect(statuses).to.deep.equal([undefined, 'valid', 'suspended', 'revoked', 'revoked']);
      expect(asOf(before + 1)).to.deep.equal({ tx, root: ROOT, copies: 2, status: 'valid' });
    }
  });

  it('are those of this register, by their own name', () => {
    const { asOf, before, tx, run } = walked();
    const other = REGISTER_ID.replace('0', '1');
    for (const name of ['', 'tx', tx.slice(1), `${tx}0`, tx.toUpperCase(), tx.replace(REGISTER_ID, other)])
      expect(asOf(before + 1, name), name).to.equal(undefined);
    expect(asOf(before + 1, transactionDid(REGISTER_ID, run.txId)), 'a run').to.equal(undefined);
  });
});
