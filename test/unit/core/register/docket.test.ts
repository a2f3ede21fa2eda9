// Header bytes, hashes and roots of a docket, and the check of a body against its header.
import { expect } from 'chai';
import fc from 'fast-check';
import { toHex } from '../../../../core/base/bytes.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Docket, DocketHeader } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { bodyRootOf, packBody, rootsOfPacked, txRootOf } from '../../../../core/register/body-roots.js';
import {
  annexRootOf,
  checkBody,
  decodeHeader,
  docketHash,
  encodeHeader,
  HEADER_BYTES,
  txLeaf,
  ZERO_HASH,
} from '../../../../core/register/docket.js';
import { sha } from '../../../model/world.js';

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
const wide = fc.maxSafeNat();
const small = fc.nat(0xffff_ffff);
const headers: fc.Arbitrary<DocketHeader> = fc.record({
  v: fc.constant(1),
  registerId: fc.uuid(),
  height: wide,
  prevHash: hex,
  timestampMs: wide,
  proposer: hex,
  rosterHash: hex,
  nextRosterHash: hex,
  txRoot: hex,
  bodyRoot: hex,
  txCount: small,
  bytes: small,
  stateHash: hex,
  historyRoot: hex,
  annexRoot: hex,
  rules: fc.nat(0xffff),
});

function transactionOf(name: string): Transaction {
  const bytes = new TextEncoder().encode(name);
  return { txId: sha(name), header: { payloadHash: sha(`payload of ${name}`) }, bytes } as unknown as Transaction;
}

function docketOf(members: Partial<DocketHeader> = {}): Docket {
  const transactions = [transactionOf('one'), transactionOf('two')];
  const annex = [{ kind: 'note' }];
  const header: DocketHeader = {
    v: 1,
    registerId: '00000000-0000-4000-8000-000000000001',
    height: 7,
    prevHash: sha('prev'),
    timestampMs: 1_700_000_000_000,
    proposer: sha('proposer'),
    rosterHash: sha('roster'),
    nextRosterHash: sha('roster'),
    txRoot: txRootOf(transactions),
    bodyRoot: bodyRootOf(transactions),
    txCount: 2,
    bytes: 6,
    stateHash: sha('state'),
    historyRoot: sha('history'),
    annexRoot: annexRootOf(annex),
    rules: 1,
    ...members,
  };
  return { hash: docketHash(header), header, transactions, annex };
}

describe('the roots of a body', () => {
  it('are the same of transactions and of what was packed of them', () => {
    for (const count of [0, 1, 2, 3, 7, 64, 101]) {
      const transactions = Array.from({ length: count }, (_, n) => transactionOf('x'.repeat(n * 200) + n));
      const packed = packBody(transactions);
      expect(packed.bytes.length).to.equal(packed.bytes.buffer.byteLength);
      expect(rootsOfPacked(packed)).to.deep.equal({
        txRoot: txRootOf(transactions),
        bodyRoot: bodyRootOf(transactions),
      });
    }
  });

  it('are of nothing else', () => {
    const packed = packBody([transactionOf('one'), transactionOf('two')]);
    for (const leaves of ['', packed.leaves.slice(1), `${packed.leaves}00`, `zz${packed.leaves.slice(2)}`])
      expect(() => rootsOfPacked({ ...packed, leaves }), leaves).to.throw(RangeError);
  });

  it('are compared with the header where they were made before', () => {
    const docket = docketOf();
    const roots = { txRoot: docket.header.txRoot, bodyRoot: docket.header.bodyRoot };
    for (const lie of [
      { ...roots, txRoot: sha('other') },
      { ...roots, bodyRoot: sha('other') },
    ])
      expect(checkBody(docketOf(), lie).map(({ code }) => code)).to.deep.equal(['DOCKET_ROOT_MISMATCH']);
    expect(checkBody(docket, roots)).to.deep.equal([]);
  });
});

const codes = (docket: Docket) => checkBody(docket).map(({ code }) => code);

describe('docket header', () => {
  it('comes back from its bytes, and two headers never share them', () => {
    fc.assert(
      fc.property(headers, headers, (a, b) => {
        const bytes = encodeHeader(a);
        expect(bytes).to.have.length(HEADER_BYTES);
        expect(decodeHeader(bytes)).to.deep.equal(a);
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(docketHash(a) === docketHash(b)).to.equal(same);
      }),
    );
  });

  it('has one hash for each value of each field', () => {
    const { header } = docketOf();
    const other: Partial<DocketHeader>[] = [
      { registerId: '00000000-0000-4000-8000-000000000002' },
      ...(['v', 'height', 'timestampMs', 'txCount', 'bytes', 'rules'] as const).map((key) => ({ [key]: 9 })),
      ...(
        [
          'prevHash',
          'proposer',
          'rosterHash',
          'nextRosterHash',
          'txRoot',
          'bodyRoot',
          'stateHash',
          'historyRoot',
          'annexRoot',
        ] as const
      ).map((key) => ({ [key]: sha('changed') })),
    ];
    const hashes = new Set([{}, ...other].map((members) => docketHash({ ...header, ...members })));
    expect(hashes.size).to.equal(other.length + 1);
  });

  it('of another length, version or range is an issue', () => {
    const bytes = encodeHeader(docketOf().header);
    const code = (changed: Uint8Array) => {
      const decoded = decodeHeader(changed);
      return isFailure(decoded) ? `${decoded.issue.code} ${decoded.issue.path}` : decoded;
    };
    expect(code(bytes.subarray(1))).to.equal('DOCKET_SIZE_INVALID ');
    const at = (offset: number, value: number) => bytes.map((byte, i) => (i === offset ? value : byte));
    expect(code(at(1, 2))).to.equal('DOCKET_RULES_UNKNOWN /v');
    expect(code(at(18, 0xff))).to.equal('DOCKET_SIZE_INVALID /height');
    expect(code(at(58, 0xff))).to.equal('DOCKET_SIZE_INVALID /timestampMs');
  });
});

describe('docket body', () => {
  it('hashes the body of one docket once, and that of a copy again', () => {
    const good = docketOf();
    let reads = 0;
    const counted: Docket = {
      ...good,
      get transactions() {
        reads++;
        return good.transactions;
      },
    };
    expect(checkBody(counted)).to.deep.equal([]);
    const first = reads;
    expect(checkBody(counted)).to.deep.equal([]);
    expect([first > 0, reads]).to.deep.equal([true, first]);
    const copy = { ...good, transactions: [transactionOf('another'), ...good.transactions.slice(1)] };
    for (let time = 0; time < 2; time++) expect(codes(copy)).to.include('DOCKET_ROOT_MISMATCH');
  });

  it('agrees with the header that commits to it', () => {
    expect(checkBody(docketOf())).to.deep.equal([]);
    expect(toHex(txLeaf(transactionOf('one')))).to.equal(sha('one') + sha('payload of one'));
  });

  it('is refused where it differs', () => {
    const docket = docketOf();
    const swapped = { ...docket, transactions: [...docket.transactions].reverse() };
    expect(codes(swapped)).to.include('DOCKET_ROOT_MISMATCH');
    expect(codes({ ...docket, hash: ZERO_HASH })).to.deep.equal(['DOCKET_HASH_MISMATCH']);
    expect(codes({ ...docket, annex: [] })).to.deep.equal(['DOCKET_ANNEX_MISMATCH']);
    expect(codes(docketOf({ txCount: 3 }))).to.deep.equal(['DOCKET_SIZE_INVALID']);
    expect(codes(docketOf({ bytes: 7 }))).to.deep.equal(['DOCKET_SIZE_INVALID']);
    const [one] = docket.transactions;
    expect(codes({ ...docket, transactions: [one!, one!] })).to.include('DOCKET_DUPLICATE_TRANSACTION');
    const resigned = { ...docket.transactions[1]!, bytes: new TextEncoder().encode('xyz') };
    expect(codes({ ...docket, transactions: [one!, resigned] })).to.deep.equal(['DOCKET_ROOT_MISMATCH']);
  });

  it('of a header outside its encoding is refused before it is hashed', () => {
    const docket = docketOf();
    expect(codes({ ...docket, header: { ...docket.header, prevHash: 'xx' } })).to.deep.equal(['DOCKET_HASH_MISMATCH']);
    expect(codes({ ...docket, header: { ...docket.header, height: -1 } })).to.deep.equal(['DOCKET_HASH_MISMATCH']);
    expect(codes({ ...docket, header: { ...docket.header, v: 2 } })).to.deep.equal(['DOCKET_RULES_UNKNOWN']);
  });
});
