// Evidence as a node gathers it from its store: every change of the validator roster since genesis is in it, and
// nothing later.
import { expect } from 'chai';
import { evidenceAt } from '../../../../../../api/groups/ledger/transactions/evidence.js';
import { isFailure } from '../../../../../../core/base/result.js';
import { verifyEvidence } from '../../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../../core/crypto/signing/algorithms.js';
import { ChainStore } from '../../../../../../storage/chain/chain-store.js';
import { StoreError } from '../../../../../../storage/engine/fault.js';
import { Journal } from '../../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../../storage/engine/memory.js';
import { issueOf } from '../../../../../support/base/results.js';
import { seatValidator } from '../../../../../support/register/governance.js';
import { aSeat, Ledger, publish } from '../../../../../support/register/ledger.js';
import { ledgerSteps } from '../../../../../support/register/ledger-steps.js';

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
      for (let head = 0; head < steps.length; head++) {
        const evidence = await evidenceAt(store, 1, { height, index: 0, head });
        if (isFailure(evidence)) throw new Error(evidence.issue.message);
        expect(evidence.head?.header.height).to.equal(head < height ? steps.length - 1 : head);
        expect(evidence.anchor?.header.height).to.equal(head < height ? head : undefined);
        if (head === height) counts.push(evidence.rosterChanges.length);
        const known = { head: { hash: ledger.dockets[head]!.docket.hash, height: head } };
        expect(verifyEvidence(evidence, verifySync, known)).to.deep.include({
          verdict: head < height ? 'consistent' : 'valid',
          height,
        });
      }
    }
    expect(counts).to.deep.equal([0, 0, 0, 1, 1, 1, 2]);
    const newest = await evidenceAt(store, 1, { height: 1, index: 0 });
    expect(newest).to.have.nested.property('head.header.height', steps.length - 1);
    const split = { height: 1, index: 0, forkedFrom: 4 };
    expect(await evidenceAt(store, 1, split)).to.have.nested.property('head.header.height', 3);
    for (const wanted of [
      { ...split, head: 4 },
      { height: 1, index: 0, head: steps.length },
    ])
      expect(issueOf(await evidenceAt(store, 1, wanted))).to.deep.include({ code: 'DOCKET_NOT_FOUND', path: '/head' });
    const blind = {
      sealedDocket: store.sealedDocket.bind(store),
      view: store.view.bind(store),
      head: store.head.bind(store),
      history: store.history.bind(store),
      docket: (reg: number, height: number) => (height === 6 ? store.docket(reg, height) : undefined),
    };
    expect(issueOf(await evidenceAt(blind, 1, { height: 6, index: 0 }))).to.deep.include({
      code: 'GOVERNANCE_ROSTER_UNAVAILABLE',
    });
    const spoilt = { ...blind, docket: store.docket.bind(store), history: () => () => Buffer.alloc(32) };
    const failure = await evidenceAt(spoilt, 1, { height: 3, index: 0 }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StoreError);
    await journal.close();
  });
});
