// All moves of an instance as one document: each is proven as a single one is, and each lie about one is refused where
// it stands. A move that others follow cannot be left out.
import { expect } from 'chai';
import { EVIDENCE_MOVES_MAX } from '../../../../../core/base/limits/ledger/consensus.js';
import { type Failure, isFailure } from '../../../../../core/base/result.js';
import type { Evidence, EvidencePlace } from '../../../../../core/chain/evidence/evidence.js';
import type { EvidenceProof } from '../../../../../core/chain/evidence/proof.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { act, alice, bob, Ledger, publish } from '../../../../support/register/ledger.js';

const ledger = new Ledger();
const publication = publish();
ledger.seal(publication);
const pin = { publicationTxId: publication.txId };
const start = act({ actionId: '0', ...pin, instanceId: 'one' }, alice);
ledger.seal(start);
const second = act({ actionId: '1', ...pin, instanceId: 'one', previousTransactionId: start.txId }, bob);
ledger.seal(second);
const other = act({ actionId: '0', ...pin, instanceId: 'two' }, alice);
ledger.seal(other);
const [STARTED, FOLLOWED, OTHER] = [2, 3, 4] as const;
const last = ledger.dockets.length - 1;
const head = { hash: ledger.dockets[last]!.docket.hash, height: last };

const whole = (): Evidence => evidenceIn(ledger, { height: FOLLOWED, earlier: [{ height: STARTED }] });

function verdict(document: unknown): string {
  const found = verifyEvidence(document, verifySync, { head });
  if (!isFailure(found)) return (found as EvidenceProof).verdict;
  const { code, path } = (found as Failure).issue;
  return `${code} ${path}`;
}

/** The document with one earlier move changed. */
function withEarlier(change: (move: EvidencePlace) => object): unknown {
  const document = whole();
  return { ...document, earlier: document.earlier?.map((move) => ({ ...move, ...change(move) })) };
}

describe('evidence of an instance', () => {
  it('proves all moves under one genesis, roster and head', () => {
    const proof = verifyEvidence(whole(), verifySync, { head }) as EvidenceProof;
    expect(proof.verdict).to.equal('valid');
    expect(proof.instance?.instanceId).to.equal('one');
    expect(proof.instance?.moves.map(({ txId, wallet, height }) => [txId, wallet, height])).to.eql([
      [start.txId, alice.address, STARTED],
      [second.txId, bob.address, FOLLOWED],
    ]);
    expect(proof.checks.map(({ code }) => code)).to.include('instance');
  });

  it('proves an instance of one move', () => {
    expect(verdict(evidenceIn(ledger, { height: STARTED, earlier: [] }))).to.equal('valid');
  });

  it('refuses a move that was left out, of another instance, twice, or in another order', () => {
    expect(verdict(evidenceIn(ledger, { height: FOLLOWED, earlier: [] }))).to.equal(
      'EVIDENCE_INVALID /transaction/header/previousTransactionId',
    );
    expect(verdict(evidenceIn(ledger, { height: OTHER, earlier: [{ height: STARTED }] }))).to.equal(
      'EVIDENCE_INVALID /transaction/header/instanceId',
    );
    const twice = evidenceIn(ledger, { height: FOLLOWED, earlier: [{ height: STARTED }, { height: STARTED }] });
    expect(verdict(twice)).to.equal('EVIDENCE_INVALID /earlier/1/docket/index');
    const turned = evidenceIn(ledger, { height: STARTED, earlier: [{ height: FOLLOWED }] });
    expect(verdict(turned)).to.equal('EVIDENCE_INVALID /earlier/0/transaction/header/previousTransactionId');
    const governance = evidenceIn(ledger, { height: FOLLOWED, earlier: [{ height: 1 }, { height: STARTED }] });
    expect(verdict(governance)).to.equal('EVIDENCE_INVALID /earlier/1/transaction/header/instanceId');
  });

  it('refuses each lie about an earlier move, with its place', () => {
    const { docket } = whole();
    expect(
      verdict(withEarlier(({ transaction }) => ({ transaction: { ...transaction, payload: { amount: 9 } } }))),
    ).to.match(/^VAL_\S+ \/earlier\/0\/transaction/);
    expect(verdict(withEarlier(({ transaction }) => ({ transaction: { ...transaction, signatures: [] } })))).to.match(
      /^VAL_\S+ \/earlier\/0\/transaction/,
    );
    expect(verdict(withEarlier(() => ({ docket })))).to.equal('DOCKET_ROOT_MISMATCH /earlier/0/docket/path');
    const changed = (members: object) => withEarlier((move) => ({ docket: { ...move.docket, ...members } }));
    expect(verdict(changed({ certificate: docket.certificate }))).to.match(/^CERTIFICATE_INVALID \/earlier\/0\/docket/);
    expect(verdict(changed({ historyPath: [] }))).to.equal('EVIDENCE_INVALID /earlier/0/docket/historyPath');
    expect(verdict(changed({ index: 1 }))).to.equal('DOCKET_ROOT_MISMATCH /earlier/0/docket/path');
    const { header } = whole().earlier![0]!.docket;
    expect(verdict(changed({ header: { ...header, timestampMs: header.timestampMs + 1 } }))).to.equal(
      'EVIDENCE_INVALID /docket/header/prevHash',
    );
  });

  it('refuses other forms', () => {
    const form = 'EVIDENCE_INVALID ';
    expect(verdict({ ...whole(), earlier: null })).to.equal(form);
    expect(verdict({ ...whole(), earlier: {} })).to.equal(form);
    expect(verdict({ ...whole(), earlier: Array(EVIDENCE_MOVES_MAX + 1).fill(whole().earlier![0]) })).to.equal(form);
    expect(verdict(withEarlier(() => ({ txId: start.txId })))).to.equal(form);
    expect(verdict(withEarlier(() => ({ transaction: null })))).to.equal(form);
    expect(verdict(withEarlier(() => ({ docket: null })))).to.equal(form);
    const { head: _, ...headless } = whole();
    expect(verdict({ ...headless, version: 1 })).to.equal(form);
  });
});
