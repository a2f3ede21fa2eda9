// Forks with real signatures: what proves one, who signed both branches, and who can be shown to have lied.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import { type CertificateScope, certificateOf } from '../../../../core/consensus/certificate.js';
import { evidenceProblems } from '../../../../core/consensus/evidence.js';
import { verifySeat } from '../../../../core/crypto/signing/algorithms.js';
import { attributeFork, commonHeight, forkProofProblems, signersOfBoth } from '../../../../core/mesh/fork.js';
import type { ForkProof } from '../../../../core/mesh/frames.js';
import type { Certificate, DocketHeader, Roster } from '../../../../core/model/register.js';
import { docketHash } from '../../../../core/register/docket.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { changeOf, type Liar, liar, voteOf } from '../../../support/register/evidence.js';
import { Ledger, publish, REGISTER_ID } from '../../../support/register/ledger.js';

const [A, B, C] = ['A', 'B', 'C'].map((name) => liar(name)) as [Liar, Liar, Liar];
const ROSTER: Roster = { validators: [A.seat, B.seat, C.seat] };
const SCOPE: CertificateScope = {
  registerId: REGISTER_ID,
  genesisHash: sha256Hex('genesis'),
  roster: ROSTER,
  policy: { mode: 'majority' },
};

function certificate(
  docket: string,
  voters: readonly Liar[],
  at: { height?: number; round?: number } = {},
): Certificate {
  const { registerId, genesisHash } = SCOPE;
  const scene = { registerId, genesisHash, rosterHash: rosterHashOf(ROSTER), height: 4, round: 0, ...at };
  return certificateOf(
    voters.map((voter) => voteOf(voter, scene, docket, 'COMMIT')),
    ROSTER,
  );
}

function proofOf(a: Certificate, b: Certificate): ForkProof {
  return { registerId: REGISTER_ID, headers: [null, null], certificates: [a, b] };
}

const codes = (proof: ForkProof, scope = SCOPE) =>
  forkProofProblems(proof, scope, verifySeat).map((found) => `${found.code} ${found.path}`);
const ids = (...some: Liar[]) => some.map((one) => one.seat.validatorId);

describe('fork proof', () => {
  const x = certificate('x', [A, B]);
  const y = certificate('y', [B, C]);

  it('holds for two certificates of one height, and names who signed both', () => {
    const proof = proofOf(x, y);
    expect(codes(proof)).to.deep.equal([]);
    expect(signersOfBoth(proof, SCOPE)).to.deep.equal(ids(B));
    expect(commonHeight(proof)).to.equal(3);
  });

  it('does not hold for anything less', () => {
    expect(codes(proofOf(x, x))).to.deep.equal(['EVIDENCE_INVALID /certificates']);
    expect(codes(proofOf(x, certificate('y', [B, C], { height: 5 })))).to.deep.equal([
      'EVIDENCE_INVALID /certificates',
    ]);
    expect(codes(proofOf(x, certificate('y', [B])))).to.deep.equal(['CERTIFICATE_INVALID /signatures']);
    const forged = { ...y, docketHash: sha256Hex('z') };
    expect(codes(proofOf(x, forged))).to.have.length(2);
    expect(codes({ ...proofOf(x, y), registerId: 'other' })).to.deep.equal(['EVIDENCE_INVALID /registerId']);
    const other = { ...SCOPE, roster: { validators: [A.seat, B.seat] } };
    expect(codes(proofOf(x, y), other)).to.deep.equal([
      'CERTIFICATE_INVALID /rosterHash',
      'CERTIFICATE_INVALID /rosterHash',
    ]);
    expect(codes(proofOf(x, y), { ...SCOPE, genesisHash: sha256Hex('other') })).to.have.length(4);
  });

  it('takes only the header of its certificate, and sees from headers that the branches parted earlier', () => {
    const ledger = new Ledger();
    const { header } = ledger.docket([publish()]);
    const of = (prevHash: string): DocketHeader => ({ ...header, height: 4, prevHash });
    const certified = (one: DocketHeader) => ({ ...x, docketHash: docketHash(one) });
    const [a, b] = [of(sha256Hex('1')), of(sha256Hex('2'))];
    const proof: ForkProof = { ...proofOf(certified(a), certified(b)), headers: [a, b] };
    expect(commonHeight(proof)).to.equal(null);
    expect(commonHeight({ ...proof, headers: [a, { ...b, prevHash: a.prevHash }] })).to.equal(3);
    expect(codes({ ...proof, headers: [b, null] })).to.deep.equal(['EVIDENCE_INVALID /headers/0']);
    expect(codes({ ...proof, headers: [null, { ...b, height: 5 }] })).to.deep.equal(['EVIDENCE_INVALID /headers/1']);
  });
});

describe('attribution of a fork', () => {
  const attributed = (proof: ForkProof, justifications: Parameters<typeof attributeFork>[2]['justifications']) =>
    attributeFork(proof, SCOPE, { justifications, verify: verifySeat });

  it('proves two votes of one round', () => {
    const found = attributed(proofOf(certificate('x', [A, B]), certificate('y', [B, C])), []);
    expect(found.map((one) => `${one.kind} ${one.voter}`)).to.deep.equal([`DuplicateVote ${B.seat.validatorId}`]);
    expect(evidenceProblems(found[0]!, SCOPE, verifySeat)).to.deep.equal([]);
  });

  it('proves amnesia by the justification, and spares the honest member that signed both', () => {
    // B votes for x in round 0, conceals it in round 1, and with C decides y. A, which told the truth too late, signs
    // both.
    const proof = proofOf(certificate('y', [A, B, C], { round: 1 }), certificate('x', [A, B]));
    const { registerId, genesisHash } = SCOPE;
    const scene = { registerId, genesisHash, rosterHash: rosterHashOf(ROSTER), height: 4, round: 1 };
    const honest = changeOf(A, scene, { round: 0, docket: 'x' });
    const lies = changeOf(B, scene, null);
    const silent = changeOf(C, scene, null);
    expect(signersOfBoth(proof, SCOPE)).to.deep.equal(ids(A, B));
    const found = attributed(proof, [honest, silent, lies, lies]);
    expect(found.map((one) => `${one.kind} ${one.voter}`)).to.deep.equal([`LyingRoundChange ${B.seat.validatorId}`]);
    expect(evidenceProblems(found[0]!, SCOPE, verifySeat)).to.deep.equal([]);
    expect(attributed(proof, [honest, silent])).to.deep.equal([]);
    const forged = { ...changeOf(C, scene, null), voter: A.seat.validatorId };
    expect(attributed(proof, [forged])).to.deep.equal([]);
  });
});
