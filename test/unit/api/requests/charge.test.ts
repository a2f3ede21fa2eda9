// The cost of the signatures in a body, and how a caller pays for more than one at once.
import { expect } from 'chai';
import { signatureCost } from '../../../../api/requests/charge.js';
import { Buckets } from '../../../../api/requests/rate.js';

describe('the charge for signatures', () => {
  const signed = (algorithm: string, count = 1) => ({
    signatures: Array.from({ length: count }, () => ({ algorithm })),
  });

  it('is their number times what their algorithm costs, in all transactions of a batch', () => {
    expect(signatureCost(signed('ED25519', 31))).to.equal(31);
    expect(signatureCost(signed('ML-DSA-65', 2))).to.equal(30);
    expect(signatureCost({ transactions: [signed('ED25519'), signed('ML-DSA-65'), signed('NISTP256')] })).to.equal(21);
    expect(signatureCost({ publicKey: '', signature: '', algorithm: 'ED25519+ML-DSA-65' })).to.equal(16);
    expect(signatureCost({ approvalSignatures: [{ algorithm: 'RSA-4096' }] })).to.equal(2);
  });

  it('counts what a payload brings: approvals of an act, attestations of a genesis, proofs of a record and support for rules', () => {
    const carried = (payload: unknown) => signatureCost({ transactions: [{ ...signed('ED25519'), payload }] });
    const algorithm = 'ML-DSA-65';
    expect(carried({ operation: {}, approvals: Array.from({ length: 25 }, () => ({ algorithm })) })).to.equal(376);
    expect(carried({ attestations: [{ algorithm }, { algorithm: 'ED25519' }] })).to.equal(17);
    expect(carried({ addresses: [{ algorithm, encapsulationProof: 'AA==' }, { algorithm }] })).to.equal(16);
    expect(carried({ addresses: [{ algorithm }, { algorithm: 'ED25519' }], primaryProof: 'AA==' })).to.equal(16);
    expect(carried({ operation: { support: [{ consensusKey: '' }, { consensusKey: '' }] } })).to.equal(3);
    for (const none of [[], 'text', { approvals: 'x' }, { approvals: [null, 'x'] }, { operation: { support: 7 } }])
      expect(carried(none)).to.equal(1);
    expect(signatureCost({ ...signed('ED25519'), payload: { approvals: [{ algorithm }] } }), 'alone').to.equal(16);
  });

  it('is nothing for what is no signature, and ends at the transactions of a batch', () => {
    for (const body of [undefined, null, 'text', [], { signatures: 'x' }, signed('ROT13'), { transactions: [null] }])
      expect(signatureCost(body)).to.equal(0);
    const deep = { transactions: [{ transactions: [{ transactions: [signed('ED25519')] }] }] };
    expect(signatureCost(deep)).to.equal(0);
  });

  it('is taken from a bucket that refills, and never more than it holds', () => {
    let now = 0;
    const buckets = new Buckets(() => now);
    const limit = { windowMs: 60_000, max: 1000 };
    expect(buckets.take('a', 600, limit)).to.equal(0);
    expect(buckets.take('a', 600, limit)).to.equal(12_000);
    expect(buckets.take('b', 5000, limit), 'more than it holds').to.equal(0);
    expect(buckets.take('b', 1, limit)).to.equal(60);
    now = 12_000;
    expect(buckets.take('a', 600, limit)).to.equal(0);
    expect(buckets.take('a', 0, limit)).to.equal(0);
  });
});
