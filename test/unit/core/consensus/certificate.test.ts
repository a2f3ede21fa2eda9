// The signed bytes and how they are verified, with real Ed25519 keys: digests, certificates, evidence, and the claims
// of a message.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { type CertificateScope, certificateOf, certificateProblems } from '../../../../core/consensus/certificate.js';
import { claimsOf } from '../../../../core/consensus/claims.js';
import { genesisAttestationDigest, roundChangeDigest, voteDigest } from '../../../../core/consensus/digest.js';
import { environment } from '../../../../core/consensus/environment.js';
import { type ConsensusEvidence, evidenceProblems } from '../../../../core/consensus/evidence.js';
import type { RoundChange, Tip, Vote } from '../../../../core/consensus/types.js';
import type { Certificate, Roster } from '../../../../core/model/register.js';
import { rosterHashOf, validatorIdOf } from '../../../../core/register/roster.js';
import { policyOf, REGISTER, sha } from '../../../model/world.js';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const GENESIS = sha('genesis');
const DOCKET = sha('docket');

/** Real Ed25519 keys from fixed seeds. */
const keys = [1, 2, 3].map((i) => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.alloc(32, i)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, hex: spki.subarray(-32).toString('hex') };
});
const roster: Roster = {
  validators: keys.map(({ hex }, i) => ({
    validatorId: validatorIdOf(hex),
    orgId: `org-${i}`,
    consensusKey: hex,
    peerId: '',
  })),
};
const rosterHash = rosterHashOf(roster);
const scope: CertificateScope = { registerId: REGISTER, genesisHash: GENESIS, roster, policy: { mode: 'majority' } };

function signAs(i: number, digest: Uint8Array): string {
  return sign(null, digest, keys[i]!.privateKey).toString('hex');
}

function verifyEd25519(publicKey: string, digest: Uint8Array, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, digest, key, Buffer.from(signature, 'hex'));
}

function voteOf(i: number, members: Partial<Vote> = {}): Vote {
  const voter = roster.validators[i]!.validatorId;
  const vote = {
    kind: 'COMMIT',
    registerId: REGISTER,
    genesisHash: GENESIS,
    height: 5,
    round: 1,
    docketHash: DOCKET,
    rosterHash,
    voter,
    approve: true,
    code: '',
    ...members,
  } as const;
  return { ...vote, signature: signAs(i, voteDigest(vote)) };
}

function changeOf(i: number, members: Partial<RoundChange> = {}): RoundChange {
  const voter = roster.validators[i]!.validatorId;
  const change = {
    registerId: REGISTER,
    genesisHash: GENESIS,
    height: 5,
    round: 2,
    preparedRound: -1,
    preparedHash: null,
    rosterHash,
    voter,
    ...members,
  };
  return { ...change, signature: signAs(i, roundChangeDigest(change)) };
}

const problems = (certificate: Certificate, of = scope) => certificateProblems(certificate, of, verifyEd25519);
const codes = (certificate: Certificate, of = scope) =>
  problems(certificate, of).map(({ code, path }) => `${code} ${path}`);

describe('certificates', () => {
  const good = certificateOf([voteOf(2), voteOf(0)], roster);

  it('of a quorum of real signatures prove their docket, in ascending order of seats', () => {
    expect(good.signatures.map(({ voterIndex }) => voterIndex)).to.deep.equal([0, 2]);
    expect(problems(good)).to.deep.equal([]);
  });

  it('count a voter once', () => {
    const [first] = good.signatures;
    expect(codes({ ...good, signatures: [first!] })).to.deep.equal(['CERTIFICATE_INVALID /signatures']);
    expect(codes({ ...good, signatures: [first!, first!] })).to.deep.equal(['CERTIFICATE_INVALID /signatures']);
    expect(certificateOf([voteOf(0), voteOf(0)], roster).signatures).to.have.length(1);
  });

  it('need the roster of their height, seats of it, and ascending order', () => {
    expect(codes({ ...good, rosterHash: sha('other') })).to.deep.equal(['CERTIFICATE_INVALID /rosterHash']);
    expect(codes({ ...good, signatures: [...good.signatures].reverse() })).to.deep.equal([
      'CERTIFICATE_INVALID /signatures',
    ]);
    const outside = [good.signatures[0]!, { ...good.signatures[1]!, voterIndex: 3 }];
    expect(codes({ ...good, signatures: outside })).to.deep.equal(['CERTIFICATE_INVALID /signatures']);
  });

  it('bind height, round, docket, kind, register and genesis', () => {
    const bad = ['CERTIFICATE_INVALID /signatures/0/signature', 'CERTIFICATE_INVALID /signatures/1/signature'];
    expect(codes({ ...good, height: 6 })).to.deep.equal(bad);
    expect(codes({ ...good, round: 2 })).to.deep.equal(bad);
    expect(codes({ ...good, docketHash: sha('x') })).to.deep.equal(bad);
    expect(codes({ ...good, kind: 'PREPARE' })).to.deep.equal(bad);
    expect(codes(good, { ...scope, genesisHash: sha('x') })).to.deep.equal(bad);
    expect(codes(good, { ...scope, registerId: REGISTER.replace('1', '2') })).to.deep.equal(bad);
  });

  it('need more than two thirds in bft mode', () => {
    const bft = { ...scope, policy: { mode: 'bft' } } as const;
    expect(codes(good, bft)).to.deep.equal(['CERTIFICATE_INVALID /signatures']);
    expect(problems(certificateOf([voteOf(0), voteOf(1), voteOf(2)], roster), bft)).to.deep.equal([]);
  });

  it('of genesis need every member of the initial roster', () => {
    const digest = genesisAttestationDigest(REGISTER, GENESIS);
    const signatures = [0, 1, 2].map((voterIndex) => ({ voterIndex, signature: signAs(voterIndex, digest) }));
    const genesis: Certificate = { kind: 'GENESIS', height: 0, round: 0, docketHash: GENESIS, rosterHash, signatures };
    expect(problems(genesis)).to.deep.equal([]);
    expect(codes({ ...genesis, signatures: signatures.slice(0, 2) })).to.deep.equal([
      'CERTIFICATE_INVALID /signatures',
    ]);
    expect(codes({ ...genesis, docketHash: sha('x') })).to.deep.equal(['CERTIFICATE_INVALID /docketHash']);
    expect(codes({ ...good, height: 0 })).to.deep.equal(['CERTIFICATE_INVALID /kind']);
  });
});

describe('digests', () => {
  it('change with every field of a vote and of a round change', () => {
    const vote = voteOf(0);
    const others: Partial<Vote>[] = [
      { kind: 'PREPARE' },
      { height: 6 },
      { round: 0 },
      { docketHash: sha('x') },
      { rosterHash: sha('x') },
      { voter: sha('x') },
      { approve: false },
      { code: 'DOCKET_EMPTY' },
      { genesisHash: sha('x') },
      { registerId: REGISTER.replace('1', '2') },
    ];
    const seen = new Set(
      [vote, ...others.map((part) => ({ ...vote, ...part }))].map((v) => Buffer.from(voteDigest(v)).toString('hex')),
    );
    expect(seen.size).to.equal(others.length + 1);
    const change = changeOf(0);
    const claims: Partial<RoundChange>[] = [
      { round: 3 },
      { preparedRound: 0, preparedHash: DOCKET },
      { preparedRound: 1, preparedHash: DOCKET },
      { height: 6 },
      { voter: sha('x') },
    ];
    const digests = new Set(
      [change, ...claims.map((part) => ({ ...change, ...part }))].map((c) =>
        Buffer.from(roundChangeDigest(c)).toString('hex'),
      ),
    );
    expect(digests.size).to.equal(claims.length + 1);
  });
});

describe('evidence', () => {
  const voter = roster.validators[0]!.validatorId;
  const judge = (evidence: ConsensusEvidence) =>
    evidenceProblems(evidence, scope, verifyEd25519).map(({ code }) => code);

  it('convicts by two signed objects', () => {
    const votes = [voteOf(0), voteOf(0, { docketHash: sha('other') })] as const;
    expect(judge({ kind: 'DuplicateVote', voter, votes })).to.deep.equal([]);
    const changes = [changeOf(0), changeOf(0, { preparedRound: 0, preparedHash: DOCKET })] as const;
    expect(judge({ kind: 'DuplicateRoundChange', voter, changes })).to.deep.equal([]);
    expect(judge({ kind: 'LyingRoundChange', voter, vote: voteOf(0), change: changeOf(0) })).to.deep.equal([]);
    const a = certificateOf([voteOf(0), voteOf(1)], roster);
    const b = certificateOf([voteOf(1, { docketHash: sha('b') }), voteOf(2, { docketHash: sha('b') })], roster);
    expect(judge({ kind: 'ConflictingCertificates', certificates: [a, b] })).to.deep.equal([]);
  });

  it('does not convict the honest, or by forged or foreign objects', () => {
    const vote = voteOf(0);
    expect(judge({ kind: 'DuplicateVote', voter, votes: [vote, vote] })).to.deep.equal(['EVIDENCE_INVALID']);
    const rejection = voteOf(0, { docketHash: sha('other'), approve: false, code: 'DOCKET_EMPTY' });
    expect(judge({ kind: 'DuplicateVote', voter, votes: [vote, rejection] })).to.deep.equal(['EVIDENCE_INVALID']);
    const forged = { ...voteOf(1, { docketHash: sha('other') }), voter };
    expect(judge({ kind: 'DuplicateVote', voter, votes: [vote, forged] })).to.deep.equal(['EVIDENCE_INVALID']);
    const foreign = voteOf(0, { docketHash: sha('other'), genesisHash: sha('x') });
    expect(judge({ kind: 'DuplicateVote', voter, votes: [vote, foreign] })).to.deep.equal(['EVIDENCE_INVALID']);
    const told = changeOf(0, { preparedRound: 1, preparedHash: DOCKET });
    expect(judge({ kind: 'LyingRoundChange', voter, vote, change: told })).to.deep.equal(['EVIDENCE_INVALID']);
  });
});

describe('claims of a message', () => {
  const certificate = certificateOf([voteOf(0, { height: 4 }), voteOf(1, { height: 4 })], roster);
  const tip: Tip = {
    height: 4,
    hash: DOCKET,
    proposer: sha('p'),
    timestampMs: 1,
    nextRosterHash: rosterHash,
    certificate,
  };
  const env = environment({
    self: roster.validators[0]!.validatorId,
    registerId: REGISTER,
    genesisHash: GENESIS,
    roster,
    policy: policyOf('majority'),
    sign: () => '',
    timers: { roundMs: 1, resendMs: 1, roundMsMax: 1 },
    previous: { roster, mode: 'majority' },
  });
  const holds = (message: Parameters<typeof claimsOf>[0]) => {
    const claims = claimsOf(message, tip, env);
    return isFailure(claims)
      ? claims.issue.code
      : claims.map((claim) => verifyEd25519(claim.publicKey, claim.digest, claim.signature));
  };

  it('are every signature that the reducer relies on', () => {
    const prepared = certificateOf([voteOf(1, { kind: 'PREPARE' })], roster);
    expect(holds({ type: 'vote', vote: voteOf(0) })).to.deep.equal([true]);
    expect(holds({ type: 'vote', vote: { ...voteOf(0), round: 9 } })).to.deep.equal([false]);
    const change = changeOf(2, { preparedRound: 1, preparedHash: DOCKET });
    expect(holds({ type: 'round-change', change, prepared, busy: true })).to.deep.equal([true, true]);
    expect(holds({ type: 'prepared', certificate: { ...prepared, round: 3 } })).to.deep.equal([false]);
    const other = certificateOf(
      [0, 1].map((i) => voteOf(i, { height: 4, docketHash: sha('other') })),
      roster,
    );
    expect(holds({ type: 'decided', certificate: other, docket: null })).to.deep.equal([true, true]);
    expect(holds({ type: 'decided', certificate, docket: null })).to.deep.equal([]);
  });

  it('of strangers and other rosters are none: the message is dropped', () => {
    expect(holds({ type: 'vote', vote: { ...voteOf(0), voter: sha('x') } })).to.equal('CERTIFICATE_INVALID');
    expect(holds({ type: 'vote', vote: voteOf(0, { rosterHash: sha('x') }) })).to.equal('CERTIFICATE_INVALID');
    expect(holds({ type: 'prepared', certificate: { ...certificate, height: 5, rosterHash: sha('x') } })).to.equal(
      'CERTIFICATE_INVALID',
    );
  });

  it('of other heights are hints only', () => {
    expect(holds({ type: 'vote', vote: voteOf(0, { height: 3 }) })).to.deep.equal([]);
    expect(holds({ type: 'vote', vote: voteOf(0, { height: 7 }) })).to.deep.equal([]);
  });
});
