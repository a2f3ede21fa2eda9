// Thin proposals on the wire: whatever is left out is put back or asked for, and nothing that is too much or no
// proposal gets through.
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import { DOCKET_BYTES_MAX } from '../../../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { checkBody } from '../../../../core/register/docket.js';
import { decodeFrame, encodeFrame, encodeThin } from '../../../../proto/codec/frame.js';
import { Frame as WireFrame } from '../../../../proto/gen/peer/v1/peer.js';
import { issueOf } from '../../../support/base/results.js';
import { proposalOf } from '../../../support/mesh/proposals.js';
import { aTransaction, REGISTER } from '../../../support/register/a-chain.js';

const transactions = Array.from({ length: 12 }, (_, n) => aTransaction({ n }));
const holding = (held: readonly Transaction[]) => {
  const byHash = new Map(held.map((tx) => [sha256Hex(tx.bytes), tx]));
  return (hash: Uint8Array) => byHash.get(Buffer.from(hash).toString('hex'));
};
const thin = (frame: ReturnType<typeof proposalOf>, has: (tx: Transaction) => boolean, id = 7): Uint8Array =>
  encodeThin(frame, { id, has }) ?? expect.fail('no bytes');

function wireOf(bytes: Uint8Array): WireFrame {
  return WireFrame.decode(Buffer.from(bytes));
}

describe('thin proposals on the wire', () => {
  it('arrive as they were, whichever bodies were left out, and are shorter by those', () => {
    const frame = proposalOf(transactions);
    const whole = encodeFrame(frame).length;
    fc.assert(
      fc.property(fc.subarray(transactions), fc.integer({ min: 0, max: 0xffff_ffff }), (held, id) => {
        const bytes = thin(frame, (tx) => held.includes(tx), id);
        const left = held.reduce((sum, tx) => sum + tx.bytes.length - 32, 0);
        expect(bytes.length).to.be.at.most(whole - left + 16);
        const found = decodeFrame(bytes, undefined, holding(held));
        if (isFailure(found) || found.type !== 'thin') return expect.fail('not thin');
        expect(found.frame).to.deep.equal(frame);
        expect(found.id).to.equal(id);
        expect(found.bytes).to.equal(left + 32 * held.length);
        expect(checkBody(frame.message.proposal.docket)).to.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });

  it('are asked for when a single body is not here', () => {
    const found = decodeFrame(
      thin(proposalOf(transactions), () => true),
      undefined,
      holding(transactions.slice(1)),
    );
    expect(found).to.deep.equal({ type: 'thin', id: 7, frame: null, bytes: 0 });
  });

  it('take no body of another register, as if it were not here', () => {
    const foreign = aTransaction({ n: 1 }, '11111111-89ab-4def-8123-456789abcdef');
    const bytes = thin(proposalOf([foreign]), () => true);
    expect(decodeFrame(bytes, undefined, holding([foreign]))).to.deep.include({ type: 'thin', frame: null });
  });

  it('are too large when the bodies are more than a docket holds, however few bytes name them', () => {
    const large = aTransaction({ n: 1, payloadBytes: 3 << 20 });
    const times = (count: number) => thin(proposalOf(Array.from({ length: count }, () => large)), () => true);
    const find = holding([large]);
    expect(large.bytes.length * 4).to.be.above(DOCKET_BYTES_MAX);
    expect(decodeFrame(times(3), undefined, find)).to.deep.include({ type: 'thin', bytes: 3 * large.bytes.length });
    expect(issueOf(decodeFrame(times(4), undefined, find))).to.include({ code: 'FRAME_TOO_LARGE' });
  });

  it('carry nothing but proposals', () => {
    const vote = proposalOf([]).message.proposal.prepare;
    const inside = wireOf(encodeFrame({ type: 'consensus', registerId: REGISTER, message: { type: 'vote', vote } }));
    if (inside.frame?.$case !== 'consensus') return expect.fail('not consensus');
    const { registerId, message } = inside.frame.value;
    const bytes = WireFrame.encode({ frame: { $case: 'thin', value: { registerId, message, id: 1 } } }).finish();
    expect(issueOf(decodeFrame(bytes))).to.include({ code: 'FRAME_INVALID', path: '/thin/message/proposal' });
    const empty = WireFrame.encode({ frame: { $case: 'thin', value: { registerId, message: undefined, id: 1 } } });
    expect(issueOf(decodeFrame(empty.finish()))).to.include({ code: 'FRAME_INVALID', path: '/thin/message/proposal' });
  });

  it('refuse a body that is no transaction, and a reference that is no hash', () => {
    const frame = proposalOf(transactions);
    const withFirst = (first: Uint8Array) => {
      const wire = wireOf(thin(frame, () => true));
      if (wire.frame?.$case !== 'thin' || wire.frame.value.message?.message?.$case !== 'proposal')
        return expect.fail('not thin');
      const { docket } = wire.frame.value.message.message.value;
      if (docket) docket.transactions[0] = Buffer.from(first);
      return decodeFrame(WireFrame.encode(wire).finish(), undefined, holding(transactions));
    };
    for (const wrong of [Buffer.from('{}'), Buffer.alloc(31), Buffer.alloc(33), Buffer.alloc(0)])
      expect(issueOf(withFirst(wrong))).to.include({ code: 'FRAME_INVALID' });
    expect(withFirst(sha256('never seen'))).to.deep.include({ type: 'thin', frame: null });
  });

  it('have too many bodies where a docket would', () => {
    const wire = wireOf(thin(proposalOf([transactions[0]!]), () => true));
    if (wire.frame?.$case !== 'thin' || wire.frame.value.message?.message?.$case !== 'proposal')
      return expect.fail('not thin');
    const { docket } = wire.frame.value.message.message.value;
    if (docket) docket.transactions = Array.from({ length: 10_001 }, () => docket.transactions[0]!);
    expect(issueOf(decodeFrame(WireFrame.encode(wire).finish(), undefined, holding(transactions)))).to.include({
      code: 'FRAME_TOO_LARGE',
    });
  });
});
