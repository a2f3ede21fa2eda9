// The links between the headers of one evidence file: the next roster, the docket below, the rules, the number of
// bytes. The product and the verifier that was written from docs/hashes.md have to refuse the same files.
import { expect } from 'chai';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { merkleRoot } from '../../../../../core/base/merkle.js';
import { type Failure, isFailure } from '../../../../../core/base/result.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import type { Known } from '../../../../../core/chain/evidence/known.js';
import { rulesIssues } from '../../../../../core/chain/evidence/links.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { checkpointText } from '../../../../../core/register/checkpoint.js';
import { rosterHashOf } from '../../../../../core/register/roster.js';
import { Refused, verdictOf } from '../../../../independent/verifier.js';
import { RULES_NEXT } from '../../../../support/definitions/rules-next.js';
import { changesIn, evidenceIn, type Forgery, forgedBranch } from '../../../../support/register/evidence-files.js';
import { operation, proposal, seatValidator } from '../../../../support/register/governance.js';
import { act, alice, aSeat, Ledger, owner, publish, VALIDATOR } from '../../../../support/register/ledger.js';

/** Founded by one seat; a second one joined and left again, so that the roster of the head is that of genesis. */
const ledger = new Ledger();
seatValidator(ledger, aSeat('second'));
const publication = publish();
ledger.seal(publication);
ledger.seal(proposal(operation('remove-validator', { validatorId: aSeat('second').validatorId }), [owner]));
for (let i = 0; i < 3; i++) ledger.seal(publish(undefined, `later ${i}`));
const last = ledger.dockets.length - 1;
const [joined, left] = changesIn(ledger).map(({ header }) => header.height) as [number, number];
const point = (height: number) => ({ hash: ledger.dockets[height]!.docket.hash, height });

/** Verdict of the product, or its first issue; both verifiers agree on whether there is one. */
function verdict(file: unknown, known: Known = {}): string {
  const found = verifyEvidence(file, verifySync, known);
  const said = !isFailure(found)
    ? found.verdict
    : `${(found as Failure).issues[0]?.code} ${(found as Failure).issues[0]?.path}`;
  let other = 'refused';
  try {
    other = verdictOf(file, known.head ? { head: checkpointText(known.head) } : {});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  expect(other).to.equal(!isFailure(found) ? said : 'refused');
  return said;
}

const never = act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 1e6 } }, alice);
const founder = { validators: [VALIDATOR] };
const document = (more: Partial<Forgery>): Evidence =>
  forgedBranch(ledger, {
    ...{ transaction: never, height: 471, headHeight: 500, timestampMs: 2_000_000_000_000 },
    ...{ roster: founder, rosterChanges: [], ...more },
  });
const forged = (more: Partial<Forgery>): string => verdict(document(more));
const NEXT = 'DOCKET_ROSTER_MISMATCH /docket/header/nextRosterHash';

describe('headers of one evidence file', () => {
  it('name the roster that the file has at the next height', () => {
    expect([rosterHashOf(ledger.state.roster), left - joined > 1]).to.deep.equal([rosterHashOf(founder), true]);
    const file = evidenceIn(ledger, { height: joined, head: last });
    expect(verdict(file, { head: point(last) })).to.equal('valid');
    // Both changes are left out: the docket itself shows the first one.
    expect(verdict({ ...file, rosterChanges: [] }, { head: point(last) })).to.equal(NEXT);
    const after = evidenceIn(ledger, { height: last - 1, head: last });
    expect(verdict({ ...after, rosterChanges: [] }, { head: point(last) })).to.equal('valid');
    expect(forged({})).to.equal('consistent');
    expect(forged({ docket: { nextRosterHash: 'cd'.repeat(32) } })).to.equal(NEXT);
    expect(forged({ docket: { nextRosterHash: 'cd'.repeat(32) }, headHeight: 472 })).to.equal(NEXT);
    // Nothing in the file is above the head.
    expect(forged({ head: { nextRosterHash: 'cd'.repeat(32) } })).to.equal('consistent');
  });

  it('have the height at which the reader knows their hash', () => {
    const file = evidenceIn(ledger, { height: last - 1, head: last, anchor: 1 });
    for (const own of [0, 1, joined, left, last - 1, last])
      for (const height of [0, 1, last - 1, last, last + 7])
        if (height !== own)
          expect(verdict(file, { head: { ...point(own), height } }), `${own} at ${height}`).to.contain(
            'EVIDENCE_ANCHOR_MISMATCH',
          );
  });

  it('name the docket below them, where the file has it', () => {
    expect(forged({ headHeight: 472 })).to.equal('consistent');
    expect(forged({ headHeight: 472, head: { prevHash: 'ab'.repeat(32) } })).to.equal(
      'EVIDENCE_INVALID /head/header/prevHash',
    );
    const { hash } = point(0);
    const historyRoot = toHex(merkleRoot([fromHex(hash)]));
    expect(forged({ height: 1, docket: { prevHash: hash, historyRoot } })).to.equal('consistent');
    expect(forged({ height: 1, docket: { historyRoot } })).to.equal('EVIDENCE_INVALID /docket/header/prevHash');
    expect(forged({ height: 1, docket: { prevHash: hash } })).to.equal(
      'DOCKET_HISTORY_MISMATCH /docket/header/historyRoot',
    );
  });

  it('follow rules that are known and never fall, and count the bytes', () => {
    const [raised, fallen] = [{ head: { rules: RULES_NEXT } }, { docket: { rules: RULES_NEXT } }].map(document);
    expect(rulesIssues(raised as Evidence, RULES_NEXT)).to.deep.equal([]);
    expect(rulesIssues(fallen as Evidence, RULES_NEXT)[0]).to.include({
      code: 'DOCKET_RULES_UNKNOWN',
      path: '/head/header/rules',
    });
    expect(forged({ head: { rules: RULES_NEXT } })).to.equal('DOCKET_RULES_UNKNOWN /head/header/rules');
    expect(forged({ docket: { rules: 0 } })).to.equal('DOCKET_RULES_UNKNOWN /docket/header/rules');
    expect(forged({ docket: { bytes: never.bytes.length } })).to.equal('consistent');
    expect(forged({ docket: { bytes: never.bytes.length + 1 } })).to.equal('DOCKET_SIZE_INVALID /docket/header/bytes');
  });
});
