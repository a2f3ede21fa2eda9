// How a register begins, and what is refused as a beginning.
import { expect } from 'chai';
import { fromHex, toBase64 } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import type { Issue } from '../../../../../core/base/issue.js';
import { isFailure } from '../../../../../core/base/result.js';
import { sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import {
  finalize,
  type InitiateRequest,
  initiate,
  type Registration,
  type SignedAttestation,
} from '../../../../../core/register/genesis/genesis.js';
import { checkGenesisPayload } from '../../../../../core/register/genesis/payload.js';
import { addressOfDid, transactionDid, walletDid } from '../../../../../core/register/people/did.js';
import {
  governanceQuorum,
  mayGovern,
  mayPublish,
  memberOf,
  votingMembers,
} from '../../../../../core/register/people/rights.js';
import { checkPolicy, policyOf } from '../../../../../core/register/policy.js';
import { good } from '../../../../support/base/good.js';
import {
  genesisPayload,
  Ledger,
  NOW,
  owner,
  REGISTER_ID,
  VALIDATOR,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';

/** Of a failure, or of a list of problems. */
const codes = (result: object): string => {
  const issues = isFailure(result) ? result.issues : Array.isArray(result) ? (result as Issue[]) : [];
  return issues.map((i) => `${i.code} ${i.path}`).join(', ') || 'ok';
};
const admin = wallet('admin', 'NISTP256');
const GIVEN = { registerId: REGISTER_ID, nonce: 'nonce', nowMs: NOW, validators: 1 };
const REQUEST: InitiateRequest = {
  name: 'Register',
  tenantId: 't',
  owners: [{ userId: 'o', walletId: owner.address }],
  additionalAdmins: [{ userId: 'a', walletId: admin.address }],
};

function attest(registration: Registration, i: number, by: Wallet): SignedAttestation {
  const { attestationData, dataToSign } = registration.attestationsToSign[i]!;
  const signature = toBase64(sign(by.algorithm, by.privateKey, fromHex(dataToSign)));
  return { attestationData, publicKey: toBase64(by.publicKey), signature, algorithm: by.algorithm };
}

describe('founding a register', () => {
  const registration = good(initiate(REQUEST, GIVEN));
  const both = [attest(registration, 0, owner), attest(registration, 1, admin)];
  const finish = (signedAttestations: readonly SignedAttestation[], nonce = 'nonce', nowMs = NOW) =>
    codes(
      finalize(
        registration,
        { registerId: REGISTER_ID, nonce, signedAttestations },
        { nowMs, validators: [VALIDATOR], verify: verifySync },
      ),
    );

  it('gives each member its own statement to sign', () => {
    expect(registration.attestationsToSign.map((entry) => entry.role)).to.deep.equal(['Owner', 'Admin']);
    const [first] = registration.attestationsToSign;
    const text = `{"grantedAt":"2026-01-02T03:04:05.678Z","registerId":"${REGISTER_ID}","registerName":"Register","role":"Owner","subject":"did:quorate:w:${owner.address}"}`;
    expect(first?.dataToSign).to.equal(sha256Hex(text));
    expect(registration.expiresAt).to.equal('2026-01-02T03:09:05.678Z');
  });

  it('refuses requests that cannot found a register', () => {
    const start = (changed: Partial<InitiateRequest>) => codes(initiate({ ...REQUEST, ...changed }, GIVEN));
    expect(start({})).to.equal('ok');
    for (const name of ['', 'x'.repeat(39), ' padded', 'a\nb', 'Or\u200bders'])
      expect(start({ name })).to.equal('BODY_INVALID /name');
    expect(start({ name: 'x'.repeat(38) })).to.equal('ok');
    expect(start({ description: 'x'.repeat(2049) })).to.equal('BODY_INVALID /description');
    expect(start({ owners: [] })).to.equal('BODY_INVALID /owners');
    expect(start({ owners: [REQUEST.owners[0]!, REQUEST.owners[0]!] })).to.equal('OWNER_DUPLICATE /owners');
    const many = Array.from({ length: 10 }, (_, i) => ({ userId: 'u', walletId: `w${i}` }));
    expect(start({ owners: many })).to.equal('BODY_INVALID /owners');
    expect(start({ policy: { consensus: { mode: 'bft' } } })).to.equal('CONFIG_INVALID /policy/consensus/mode');
  });

  it('takes exactly the attestations that it asked for', () => {
    expect(finish(both)).to.equal('ok');
    expect(finish([both[1]!, both[0]!])).to.equal('ok');
    expect(finish(both, 'other')).to.equal('REGISTRATION_NONCE_INVALID /nonce');
    expect(finish(both, 'nonce', NOW + 300_001)).to.equal('REGISTRATION_EXPIRED ');
    expect(finish([both[0]!])).to.equal('ATTESTATION_MISSING /signedAttestations');
    expect(finish([both[0]!, both[0]!, both[1]!])).to.equal(
      'ATTESTATION_MISMATCH /signedAttestations/1/attestationData',
    );
    const promoted = { ...both[1]!, attestationData: { ...both[1]!.attestationData, role: 'Owner' as const } };
    expect(finish([both[0]!, promoted])).to.equal('ATTESTATION_MISMATCH /signedAttestations/1/attestationData');
    expect(finish([both[0]!, { ...attest(registration, 1, owner) }])).to.equal(
      'ATTESTATION_MISMATCH /signedAttestations/1/publicKey',
    );
    const forged = { ...both[1]!, signature: both[0]!.signature };
    expect(finish([both[0]!, forged])).to.equal('ATTESTATION_SIGNATURE_INVALID /signedAttestations/1/signature');
  });

  it('judges a payload from elsewhere as strictly', () => {
    const good = genesisPayload();
    const judge = (changed: object) => codes(checkGenesisPayload({ ...good, ...changed }, verifySync));
    expect(judge({})).to.equal('ok');
    expect(judge({ more: 1 })).to.equal('VAL_STRUCT_011 ');
    expect(judge({ registerId: 'x' })).to.equal('VAL_STRUCT_011 /registerId');
    expect(judge({ createdAt: 'now' })).to.equal('VAL_STRUCT_011 /createdAt');
    expect(judge({ attestations: [] })).to.equal('VAL_STRUCT_011 /attestations');
    expect(judge({ validators: [VALIDATOR, VALIDATOR] })).to.equal('VAL_STRUCT_011 /validators');
    expect(judge({ validators: [{ ...VALIDATOR, validatorId: 'a'.repeat(64) }] })).to.equal(
      'VAL_STRUCT_011 /validators',
    );
    expect(judge({ policy: {} })).to.match(/^CONFIG_INVALID \/policy/);
    const twice = [good.attestations[0], good.attestations[0]];
    expect(judge({ attestations: twice })).to.equal('OWNER_DUPLICATE /attestations');
    const auditor = [{ ...good.attestations[0], role: 'Auditor' }];
    expect(judge({ attestations: auditor })).to.equal(
      'ATTESTATION_MISSING /attestations, ATTESTATION_SIGNATURE_INVALID /attestations/0/signature',
    );
    expect(judge({ name: 'pay\u202edrocer' })).to.equal('VAL_STRUCT_011 /name');
    const renamed = { name: 'Other' };
    expect(judge(renamed)).to.equal('ATTESTATION_SIGNATURE_INVALID /attestations/0/signature');
  });
});

describe('policy, rights and identifiers', () => {
  it('fills and checks a policy', () => {
    expect(checkPolicy(policyOf({}, 1), 1)).to.deep.equal([]);
    expect(policyOf({}, 1).consensus).to.include({ mode: 'majority', leader: 'sticky', buildWindowMs: 0 });
    expect(policyOf({ consensus: { mode: 'bft' } }, 4).consensus).to.include({
      mode: 'bft',
      leader: 'rotate',
      buildWindowMs: 100,
    });
    const bad = policyOf(
      {
        consensus: { tenure: 0, docketBytesMax: 1 },
        governance: { proposalTtlDays: 91 },
        crypto: { acceptedSignatureAlgorithms: [] },
      },
      1,
    );
    expect(codes(checkPolicy(bad, 1))).to.equal(
      'CONFIG_INVALID /consensus/tenure, CONFIG_INVALID /consensus/docketBytesMax, CONFIG_INVALID /governance/proposalTtlDays, CONFIG_INVALID /crypto/acceptedSignatureAlgorithms',
    );
    expect(codes(checkPolicy({ ...policyOf({}, 1), more: 1 }, 1))).to.equal('CONFIG_INVALID ');
  });

  it('knows roles and quorums', () => {
    const { members } = new Ledger().state;
    expect(memberOf(members, owner.address)?.role).to.equal('Owner');
    expect(memberOf(members, admin.address)).to.equal(undefined);
    expect(
      ['Owner', 'Admin', 'Designer', 'Auditor'].map((role) => [mayPublish(role as never), mayGovern(role as never)]),
    ).to.deep.equal([
      [true, true],
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(votingMembers(members, walletDid(owner.address))).to.deep.equal([]);
    expect([1, 2, 3, 4, 6].map((m) => governanceQuorum('StrictMajority', m))).to.deep.equal([1, 2, 2, 3, 4]);
    expect([1, 2, 3, 4, 6].map((m) => governanceQuorum('Supermajority', m))).to.deep.equal([1, 2, 3, 3, 5]);
    expect(governanceQuorum('Unanimous', 5)).to.equal(5);
  });

  it('writes and reads DIDs', () => {
    expect(addressOfDid(walletDid(owner.address))).to.equal(owner.address);
    expect(addressOfDid(`did:quorate:w:${owner.address}x`)).to.equal(undefined);
    const did = transactionDid(REGISTER_ID, 'a'.repeat(64));
    expect(did).to.equal(`did:quorate:register:${REGISTER_ID}/tx/${'a'.repeat(64)}`);
  });
});
