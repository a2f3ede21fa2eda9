// The word "valid" needs a head that the reader has from elsewhere. The keys of past rosters make up whole branches
// here, with everything that such keys can sign, and none of that is ever valid.

import { expect } from 'chai';
import { type Failure, isFailure } from '../../../../../core/base/result.js';
import { checkWords } from '../../../../../core/chain/evidence/checks.js';
import type { Evidence } from '../../../../../core/chain/evidence/evidence.js';
import type { Known } from '../../../../../core/chain/evidence/known.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { type Checkpoint, checkpointText, parseCheckpoint } from '../../../../../core/register/checkpoint.js';
import { asVersion1, changesIn, evidenceIn, forgedBranch } from '../../../../support/register/evidence-files.js';
import { operation, proposal, seatValidator } from '../../../../support/register/governance.js';
import { act, alice, aSeat, Ledger, owner, publish, VALIDATOR } from '../../../../support/register/ledger.js';

/** Founded by one seat, which a second one joined and which then left: its key has no say since docket 4. */
const ledger = new Ledger();
seatValidator(ledger, aSeat('second'));
const publication = publish();
ledger.seal(publication);
ledger.seal(proposal(operation('remove-validator', { validatorId: VALIDATOR.validatorId }), [owner]));
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
ledger.seal(start);
for (let i = 0; i < 20; i++) ledger.seal(publish(undefined, `later ${i}`));
const sealedAt = ledger.dockets.findIndex(({ docket }) => docket.transactions[0]?.txId === start.txId);
const removedAt = sealedAt - 1;
const last = ledger.dockets.length - 1;
const { genesisHash } = ledger.state;

const at = (height: number): Checkpoint => ({ hash: ledger.dockets[height]!.docket.hash, height });

function proven(document: Evidence, known: Known = {}): EvidenceProof {
  const found = verifyEvidence(document, verifySync, known);
  if (isFailure(found)) throw new Error(JSON.stringify(found));
  return found as EvidenceProof;
}

function refusal(document: unknown, known: Known = {}): string {
  const found = verifyEvidence(document, verifySync, known);
  if (!isFailure(found)) return (found as EvidenceProof).verdict;
  const [first] = (found as Failure).issues;
  return `${first?.code} ${first?.path}`;
}

describe('evidence with a head', () => {
  it('is valid with a head from elsewhere, whichever docket at or above the transaction it is', () => {
    for (const head of [sealedAt, sealedAt + 1, sealedAt + 7, last]) {
      const proof = proven(evidenceIn(ledger, { height: sealedAt, head }), { head: at(head) });
      expect(proof).to.deep.include({
        verdict: 'valid',
        anchor: at(head),
        genesisHash,
        txId: start.txId,
        height: sealedAt,
      });
      expect(proof.checks.map(({ code }) => code)).to.eql(['genesis', 'roster', 'docket', 'transaction', 'history']);
      expect(proof.checks[3]?.args).to.include({ txId: start.txId, isSigned: true });
      expect(proof.facts).to.eql(proof.checks.map(checkWords));
    }
    expect(proven(evidenceIn(ledger, { height: 0, head: 0 }), { head: at(0) }).verdict).to.equal('valid');
  });

  it('is consistent without one, and says what it rests on', () => {
    const document = evidenceIn(ledger, { height: sealedAt });
    const proof = proven(document);
    if (proof.verdict !== 'consistent') throw new Error(proof.verdict);
    expect(proof.trusted).to.deep.equal({
      genesisHash,
      sinceHeight: 0,
      validatorKeys: [VALIDATOR.consensusKey, aSeat('second').consensusKey],
      headTimestampMs: ledger.state.timestampMs,
    });
    expect(proof.unanchored).to.equal(undefined);
    const known = proven(document, { genesisHash });
    expect(known.verdict).to.equal('consistent');
    expect(known.verdict === 'consistent' && known.trusted).not.to.have.property('genesisHash');
  });

  it('is consistent with a head in its history: a docket that lies there is the word of its signers', () => {
    const proof = proven(evidenceIn(ledger, { height: sealedAt }), { head: at(last - 1) });
    expect(proof.verdict === 'consistent' && proof.unanchored).to.contain(`Ask for evidence with head ${last - 1}`);
  });

  it('goes on from a docket below the transaction, and then rests on the keys since then', () => {
    const document = evidenceIn(ledger, { height: sealedAt + 3, anchor: sealedAt });
    const proof = proven(document, { head: at(sealedAt) });
    if (proof.verdict !== 'consistent') throw new Error(proof.verdict);
    expect(proof.trusted).to.deep.include({
      sinceHeight: sealedAt,
      validatorKeys: [aSeat('second').consensusKey],
    });
    expect(proof.unanchored).to.contain('goes on from your docket').and.contain('sealed after');
    const before = proven(evidenceIn(ledger, { height: sealedAt, anchor: removedAt - 1 }), { head: at(removedAt - 1) });
    expect(before.verdict === 'consistent' && before.trusted.validatorKeys).to.have.length(2);
    // The anchor that the reader did not state is no anchor.
    expect(proven(document).verdict === 'consistent' && proven(document)).to.have.nested.property(
      'trusted.sinceHeight',
      0,
    );
  });

  it('is refused when a known docket is another one, of whichever role', () => {
    const document = evidenceIn(ledger, { height: sealedAt, anchor: 1 });
    for (const height of [0, 1, removedAt, sealedAt, last])
      expect(refusal(document, { head: { hash: 'ab'.repeat(32), height } })).to.contain('EVIDENCE_ANCHOR_MISMATCH');
    expect(refusal(document, { genesisHash: '0'.repeat(64) })).to.equal('EVIDENCE_INVALID /genesis');
  });

  it('is refused when its head is older than the reader takes', () => {
    const document = evidenceIn(ledger, { height: sealedAt, head: sealedAt + 1 });
    const { timestampMs } = ledger.dockets[sealedAt + 1]!.docket.header;
    expect(refusal(document, { head: at(sealedAt + 1), notBeforeMs: timestampMs })).to.equal('valid');
    expect(refusal(document, { head: at(sealedAt + 1), notBeforeMs: timestampMs + 1 })).to.equal(
      'EVIDENCE_TOO_OLD /head/header/timestampMs',
    );
    expect(refusal(asVersion1(document), { notBeforeMs: timestampMs })).to.equal(
      'EVIDENCE_TOO_OLD /docket/header/timestampMs',
    );
  });

  it('is refused when a change of the roster was left out, added twice or put elsewhere', () => {
    const document = evidenceIn(ledger, { height: sealedAt });
    const { rosterChanges } = document;
    expect(rosterChanges).to.have.length(2);
    const withChanges = (changes: readonly unknown[]) => refusal({ ...document, rosterChanges: changes });
    expect(withChanges([])).to.equal('DOCKET_ROSTER_MISMATCH /head/header/rosterHash');
    expect(withChanges(rosterChanges.slice(0, 1))).to.equal('DOCKET_ROSTER_MISMATCH /head/header/rosterHash');
    expect(withChanges(rosterChanges.slice(1))).to.equal('DOCKET_ROSTER_MISMATCH /rosterChanges/0/header/rosterHash');
    expect(withChanges([rosterChanges[0], ...rosterChanges])).to.equal(
      'EVIDENCE_INVALID /rosterChanges/1/header/height',
    );
    const plain = ledger.dockets[sealedAt + 1]!;
    const noChange = { header: plain.docket.header, certificate: plain.certificate, roster: rosterChanges[1]!.roster };
    const path = evidenceIn(ledger, { height: sealedAt + 1 }).docket.historyPath;
    expect(withChanges([...rosterChanges, { ...noChange, historyPath: path }])).to.equal(
      'EVIDENCE_INVALID /rosterChanges/2/roster',
    );
  });

  it('is refused when a path leads elsewhere, and never takes another head', () => {
    const document = evidenceIn(ledger, { height: sealedAt, anchor: 1 });
    const other = evidenceIn(ledger, { height: sealedAt, head: last - 1 });
    expect(refusal({ ...document, head: other.head })).to.contain('historyPath');
    for (const [member, path] of [
      ['docket', '/docket'],
      ['genesis', '/genesis'],
      ['anchor', '/anchor'],
    ] as const) {
      const part = { ...document[member]!, historyPath: [] };
      expect(refusal({ ...document, [member]: part })).to.equal(`EVIDENCE_INVALID ${path}/historyPath`);
    }
    const swapped = { ...document.docket, historyPath: document.genesis.historyPath };
    expect(refusal({ ...document, docket: swapped })).to.equal('EVIDENCE_INVALID /docket/historyPath');
  });
});

describe('evidence of version 1', () => {
  it('is consistent at most, also with its very docket known', () => {
    const document = asVersion1(evidenceIn(ledger, { height: sealedAt }));
    for (const known of [{}, { genesisHash }, { head: at(sealedAt) }, { head: at(last), genesisHash }])
      expect(refusal(document, known)).to.equal('consistent');
    expect(refusal({ ...document, head: evidenceIn(ledger, { height: sealedAt }).head })).to.equal('EVIDENCE_INVALID ');
    expect(refusal({ ...document, version: 3 })).to.equal('EVIDENCE_INVALID ');
  });
});

describe('evidence that a former validator made up', () => {
  const never = act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 1_000_000 } }, alice);
  const founder = { validators: [VALIDATOR] };
  const both = changesIn(ledger)[0]!;
  const forgeries = {
    'alone, with no change of the roster': { roster: founder, rosterChanges: [] },
    'with the real dockets that others know in its history': {
      roster: founder,
      rosterChanges: [],
      known: Array.from({ length: 20 }, (_, i) => i),
    },
    'with another former seat': { roster: both.roster, rosterChanges: [both] },
  } as const;

  for (const [how, forgery] of Object.entries(forgeries))
    it(`is never valid: ${how}`, () => {
      const timestampMs = Date.parse('2031-01-01T00:00:00Z');
      const document = forgedBranch(ledger, {
        transaction: never,
        height: 471,
        headHeight: 500,
        timestampMs,
        ...forgery,
      });
      // By itself it is as good as any other document.
      expect(refusal(document, { genesisHash, notBeforeMs: 0 })).to.equal('consistent');
      expect(refusal(asVersion1(document), { genesisHash })).to.equal('consistent');
      for (let height = 0; height <= last; height++)
        for (const known of [{ head: at(height) }, { head: at(height), genesisHash, notBeforeMs: timestampMs }])
          for (const one of [document, asVersion1(document)]) expect(refusal(one, known)).not.to.equal('valid');
    });

  it('is refused when it goes on from a docket of a roster that its keys are not of', () => {
    const made = { transaction: never, height: 471, headHeight: 500, timestampMs: 2_000_000_000_000 };
    const own = { ...made, roster: founder, rosterChanges: [], known: [sealedAt], anchor: sealedAt };
    expect(refusal(forgedBranch(ledger, own), { head: at(sealedAt) })).to.equal(
      'DOCKET_ROSTER_MISMATCH /anchor/header/rosterHash',
    );
    // A docket of its own roster it may go on from, and is told apart by what it rests on.
    const old = forgedBranch(ledger, { ...made, roster: founder, rosterChanges: [], known: [1], anchor: 1 });
    const proof = proven(old, { head: at(1) });
    expect(proof.verdict === 'consistent' && proof.trusted.validatorKeys).to.deep.equal([VALIDATOR.consensusKey]);
  });

  it('is refused when it takes the place of a docket that is known', () => {
    const made = { transaction: never, roster: founder, rosterChanges: [], timestampMs: 2_000_000_000_000 };
    const document = forgedBranch(ledger, { ...made, height: sealedAt, headHeight: last });
    expect(refusal(document, { head: at(last) })).to.equal('EVIDENCE_ANCHOR_MISMATCH /head/header');
    expect(refusal(document, { head: at(sealedAt) })).to.equal('EVIDENCE_ANCHOR_MISMATCH ');
  });
});

describe('a checkpoint as text', () => {
  it('is a hash, an at sign and a height, exactly', () => {
    for (const point of [at(0), at(last), { hash: 'f'.repeat(64), height: Number.MAX_SAFE_INTEGER }])
      expect(parseCheckpoint(checkpointText(point))).to.deep.equal(point);
    const hash = 'a'.repeat(64);
    for (const text of [
      '',
      hash,
      `${hash}@`,
      `@1`,
      `${hash}@-1`,
      `${hash}@01`,
      `${hash}@1.5`,
      `${hash}@1@2`,
      ` ${hash}@1`,
    ])
      expect(parseCheckpoint(text), text).to.equal(undefined);
    for (const text of [`${hash.toUpperCase()}@1`, `${hash}@9007199254740992`, `${hash}@1e3`, `${hash.slice(2)}@1`])
      expect(parseCheckpoint(text), text).to.equal(undefined);
  });
});
