// Evidence as a node gathers it from its store: every change of the validator roster since genesis is in it, and nothing later.
import { expect } from 'chai';
import { evidenceAt } from '../../../../../api/groups/transactions/evidence.js';
import { isIssue } from '../../../../../core/base/issue.js';
import { verifySync } from '../../../../../core/crypto/algorithms.js';
import { verifyEvidence } from '../../../../../core/register/evidence.js';
import { ChainStore } from '../../../../../storage/chain-store.js';
import { Journal } from '../../../../../storage/journal.js';
import { memoryKv } from '../../../../../storage/memory.js';
import { seatValidator } from '../../../../support/governance.js';
import { aSeat, Ledger, publish } from '../../../../support/ledger.js';
import { ledgerSteps } from '../../../../support/ledger-steps.js';

describe('the evidence that a node gives', () => {
  it('leads from genesis over every roster to the docket', async () => {
    const ledger = new Ledger();
    seatValidator(ledger, aSeat('second'));
    ledger.seal(publish());
    seatValidator(ledger, aSeat('third'));
    ledger.seal(publish(undefined, 'another'));
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const store = new ChainStore(kv, journal);
    const steps = ledgerSteps(ledger.dockets.slice(1).map(({ docket }) => docket.transactions));
    for (const [i, { after, changes }] of steps.entries())
      await journal.commit(store.sealOps({ reg: 1, sealed: ledger.dockets[i]!, after, changes }));
    const counts: number[] = [];
    for (let height = 0; height < steps.length; height++) {
      const evidence = await evidenceAt(store, 1, { height, index: 0 });
      if (isIssue(evidence)) throw new Error(evidence.message);
      counts.push(evidence.rosterChanges.length);
      expect(verifyEvidence(evidence, verifySync)).to.deep.include({ ok: true, height });
    }
    expect(counts).to.deep.equal([0, 0, 0, 1, 1, 1, 2]);
    const blind = { sealed: store.sealed.bind(store), view: store.view.bind(store), docket: () => undefined };
    expect(await evidenceAt(blind, 1, { height: 6, index: 0 })).to.deep.include({
      code: 'GOVERNANCE_ROSTER_UNAVAILABLE',
    });
    await journal.close();
  });
});
