// Two files of evidence beside each other: each holds by itself, and the two are of one history, of a split one, or of
// two registers.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import { compareEvidence } from '../../../../../core/chain/evidence/links.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { asVersion1, evidenceIn } from '../../../../support/register/evidence-files.js';
import { Ledger, publish } from '../../../../support/register/ledger.js';

/** A register that goes on after docket 2 by dockets of its own. */
function branch(name: string): Ledger {
  const ledger = new Ledger();
  for (const title of ['one', 'two', `${name} three`, `${name} four`, `${name} five`])
    ledger.seal(publish(undefined, title));
  return ledger;
}

const [ours, theirs] = [branch('ours'), branch('theirs')];
const point = (height: number, ledger = ours) => ({ hash: ledger.dockets[height]!.docket.hash, height });

function compared(one: Evidence, other: Evidence) {
  for (const file of [one, other]) expect(isFailure(verifyEvidence(file, verifySync))).to.equal(false);
  const found = compareEvidence(one, other);
  const turned = compareEvidence(other, one);
  expect(turned.kind).to.equal(found.kind);
  return found;
}

describe('two files of evidence', () => {
  it('are of one history under one head, or where one has the head of the other', () => {
    const file = evidenceIn(ours, { height: 1 });
    expect(compared(file, evidenceIn(ours, { height: 3 }))).to.eql({ kind: 'same', head: point(5) });
    expect(compared(file, file)).to.eql({ kind: 'same', head: point(5) });
    const older = evidenceIn(ours, { height: 1, head: 3 });
    for (const newer of [evidenceIn(ours, { height: 3 }), evidenceIn(ours, { height: 4, anchor: 3 })])
      expect(compared(older, newer)).to.eql({ kind: 'same', head: point(5) });
    // The docket above a head names it.
    expect(compared(older, evidenceIn(ours, { height: 4 }))).to.eql({ kind: 'same', head: point(5) });
  });

  it('leave it open where neither shows the head of the other', () => {
    const file = evidenceIn(ours, { height: 1, head: 3 });
    expect(compared(file, evidenceIn(ours, { height: 1 }))).to.eql({ kind: 'open', head: point(5) });
    // The signers of a file without a head say alone what lies below its docket.
    const old = asVersion1(evidenceIn(ours, { height: 5 }));
    expect(compared(evidenceIn(ours, { height: 1, head: 4 }), old)).to.eql({ kind: 'open', head: point(5) });
    expect(compared(evidenceIn(ours, { height: 1, head: 5 }), old).kind).to.equal('same');
  });

  it('show the lowest height at which the chain has two dockets', () => {
    const hashes = [point(3).hash, point(3, theirs).hash];
    expect(compared(evidenceIn(ours, { height: 3 }), evidenceIn(theirs, { height: 3 }))).to.eql({
      ...{ kind: 'fork', height: 3, hashes },
    });
    // A docket names the one below it, which is not in the file.
    expect(compared(evidenceIn(ours, { height: 4 }), evidenceIn(theirs, { height: 3 }))).to.eql({
      ...{ kind: 'fork', height: 3, hashes },
    });
    // Below the split they say nothing of it.
    const [one, other] = [ours, theirs].map((ledger) => evidenceIn(ledger, { height: 1, head: 2 }));
    expect(compared(one!, other!)).to.eql({ kind: 'same', head: point(2) });
  });

  it('are of two registers, or of two beginnings of one', () => {
    const file = evidenceIn(ours, { height: 1 });
    const elsewhere = { ...file, registerId: '018f0000-0000-7000-8000-00000000000f' };
    expect(compareEvidence(file, elsewhere)).to.eql({ kind: 'other-register' });
    const genesis = { ...file.genesis, header: { ...file.genesis.header, timestampMs: 1 } };
    expect(compareEvidence(file, { ...file, genesis })).to.include({ kind: 'fork', height: 0 });
  });
});
