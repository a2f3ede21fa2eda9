// Frames survive the wire unchanged, and nothing that is not a frame gets through: bounds, lengths, ranges and unknown
// values.
import { expect } from 'chai';
import fc from 'fast-check';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { ROUND_MAX } from '../../../../core/base/limits/ledger/consensus.js';
import { type Failure, fail, isFailure } from '../../../../core/base/result.js';
import { docketHash } from '../../../../core/register/docket.js';
import { decodeTransaction } from '../../../../core/transaction/encode.js';
import { decodeFrame, encodeFrame, frameBytesMax, type LinkFrame } from '../../../../proto/codec/frame.js';
import { FRAME_BYTES_MAX, MESSAGE_BYTES_MAX, TRANSPORT_BYTES_MAX } from '../../../../proto/codec/limits.js';
import type { ConsensusMessage as WireMessage } from '../../../../proto/gen/ledger/v1/ledger.js';
import { Frame as WireFrame } from '../../../../proto/gen/peer/v1/peer.js';
import { issueOf } from '../../../support/base/results.js';
import { framesByType, messages } from '../../../support/mesh/wire-values.js';
import { aChain, aTransaction } from '../../../support/register/a-chain.js';

const REGISTER = '01234567-89ab-4def-8123-456789abcdef';
const ID = Buffer.from(REGISTER.replaceAll('-', ''), 'hex');
const HASH = 'ab'.repeat(32);
const docket = aChain(1, 3)[0]!.sealed.docket;

function refusalOf(wire: WireFrame['frame']): Issue {
  const found = decodeFrame(WireFrame.encode({ frame: wire }).finish());
  if (!isFailure(found)) throw new Error('the frame was accepted');
  return found.issue;
}

describe('frames on the wire', () => {
  for (const [type, arbitrary] of Object.entries(framesByType) as [LinkFrame['type'], fc.Arbitrary<LinkFrame>][])
    it(`${type} arrives as it was sent, within what a sender may send`, () => {
      fc.assert(
        fc.property(arbitrary, (frame) => {
          const bytes = encodeFrame(frame);
          expect(bytes.length).to.be.at.most(frameBytesMax(frame));
          expect(decodeFrame(bytes)).to.deep.equal(frame);
        }),
        { numRuns: 60 },
      );
    });

  for (const [type, arbitrary] of Object.entries(messages))
    it(`the consensus message ${type} arrives as it was sent`, () => {
      fc.assert(
        fc.property(arbitrary, (message) => {
          const frame = { type: 'consensus' as const, registerId: REGISTER, message };
          expect(decodeFrame(encodeFrame(frame))).to.deep.equal(frame);
        }),
        { numRuns: 60 },
      );
    });

  it('the hash of a docket is computed on arrival, not believed', () => {
    const lied = decodeFrame(encodeFrame({ type: 'body', registerId: REGISTER, docket: { ...docket, hash: HASH } }));
    if (isFailure(lied) || lied.type !== 'body') return expect.fail('not a body');
    expect(lied.docket.hash).to.equal(docketHash(docket.header));
  });

  it('transactions are decoded by the given function, each once, and its refusal names the place', () => {
    const transactions = [1, 2, 3].map((n) => aTransaction({ n }));
    const bytes = encodeFrame({ type: 'offer', registerId: REGISTER, transactions });
    const seen: string[] = [];
    const found = decodeFrame(bytes, (tx) => {
      const decoded = decodeTransaction(tx);
      if (!isFailure(decoded)) seen.push(decoded.txId);
      return seen.length === 2 ? fail(issue('VAL_HASH_001', '', 'No.')) : decoded;
    });
    expect(issueOf(found)).to.include({ code: 'FRAME_INVALID', path: '/offer/transactions/1' });
    expect((found as Failure).issue.message).to.include('VAL_HASH_001');
    expect(seen).to.deep.equal(transactions.slice(0, 2).map(({ txId }) => txId));
  });

  it('decoded transactions do not hold on to the message that brought them', () => {
    const bytes = encodeFrame({ type: 'offer', registerId: REGISTER, transactions: [aTransaction({ n: 1 })] });
    const frame = decodeFrame(bytes);
    bytes.fill(0);
    if (isFailure(frame) || frame.type !== 'offer') return expect.fail('not an offer');
    expect(frame.transactions.map((tx) => isFailure(decodeTransaction(tx.bytes)))).to.deep.equal([false]);
  });

  it('no frame, and a frame of a kind that is not known, are refused', () => {
    expect(issueOf(decodeFrame(new Uint8Array(0)))).to.include({ code: 'FRAME_INVALID' });
    expect(issueOf(decodeFrame(Buffer.from([(15 << 3) | 2, 1, 0])))).to.include({ code: 'FRAME_INVALID' });
  });

  const wrong: readonly (readonly [string, WireFrame['frame'], string])[] = [
    [
      'a short register id',
      { $case: 'interest', value: { registerId: ID.subarray(1), on: true } },
      '/interest/registerId',
    ],
    ['no register id', { $case: 'interest', value: { registerId: Buffer.alloc(0), on: true } }, '/interest/registerId'],
    [
      'a height beyond 2^53',
      { $case: 'wantDocket', value: { registerId: ID, height: 1n << 53n } },
      '/wantDocket/height',
    ],
    [
      'a short hash',
      { $case: 'wantBody', value: { registerId: ID, height: 1n, docketHash: Buffer.alloc(31) } },
      '/wantBody/docketHash',
    ],
    ['a short digest', { $case: 'digest', value: { buckets: Buffer.alloc(8191) } }, '/digest/buckets'],
    ['no message', { $case: 'consensus', value: { registerId: ID, message: undefined } }, '/consensus/message'],
    [
      'an empty message',
      { $case: 'consensus', value: { registerId: ID, message: { message: undefined } } },
      '/consensus/message',
    ],
    ['no docket', { $case: 'body', value: { registerId: ID, docket: undefined } }, '/body/docket'],
    [
      'a header of another length',
      {
        $case: 'body',
        value: { registerId: ID, docket: { headerBytes: Buffer.alloc(331), transactions: [], annex: [] } },
      },
      '/body/docket/headerBytes',
    ],
    [
      'no hello descriptor',
      {
        $case: 'hello',
        value: {
          descriptor: undefined,
          bootId: 'a',
          software: '',
          protocol: 1,
          timeMs: 0n,
          votesSeen: [],
          rules: 1,
          machine: Buffer.alloc(0),
        },
      },
      '/hello/descriptor',
    ],
  ];
  for (const [what, wire, path] of wrong)
    it(`${what} is refused`, () => {
      expect(refusalOf(wire)).to.include({ code: 'FRAME_INVALID', path });
    });

  it('a round that no member reaches is refused wherever it stands', () => {
    const far = { round: ROUND_MAX + 1 };
    const hash = Buffer.alloc(32);
    const vote = {
      kind: 1,
      registerId: ID,
      genesisHash: hash,
      height: 1n,
      round: 0,
      docketHash: hash,
      rosterHash: hash,
    };
    const signed = { voter: hash, signature: Buffer.alloc(64) };
    const change = { registerId: ID, genesisHash: hash, height: 1n, round: 1, rosterHash: hash, ...signed };
    const certificate = { kind: 1, height: 1n, round: 0, docketHash: hash, rosterHash: hash, signatures: [] };
    const approval = { ...vote, ...signed, approve: true, code: '' };
    const messages: readonly (readonly [WireMessage['message'], string])[] = [
      [{ $case: 'vote', value: { ...approval, ...far } }, 'vote/round'],
      [
        {
          $case: 'roundChange',
          value: { change: { ...change, ...far, prepared: undefined }, prepared: undefined, busy: true },
        },
        'roundChange/change/round',
      ],
      [
        {
          $case: 'roundChange',
          value: { change: { ...change, prepared: { ...far, docketHash: hash } }, prepared: undefined, busy: true },
        },
        'roundChange/change/prepared/round',
      ],
      [{ $case: 'prepared', value: { certificate: { ...certificate, ...far } } }, 'prepared/certificate/round'],
      [
        {
          $case: 'proposal',
          value: {
            docket: undefined,
            ...far,
            prepare: approval,
            justification: [],
            prepared: undefined,
            parent: certificate,
          },
        },
        'proposal/round',
      ],
    ];
    for (const [message, path] of messages) {
      const problem = refusalOf({ $case: 'consensus', value: { registerId: ID, message: { message } } });
      expect(problem).to.include({ code: 'FRAME_INVALID', path: `/consensus/message/${path}` });
      expect(problem?.message).to.contain('2147483648').and.to.contain('2147483647');
    }
  });

  it('a docket of a later format is told apart from a broken one', () => {
    const later = Buffer.alloc(332);
    later[1] = 99;
    const found = refusalOf({
      $case: 'body',
      value: { registerId: ID, docket: { headerBytes: later, transactions: [], annex: [] } },
    });
    expect(found.code).to.equal('DOCKET_RULES_UNKNOWN');
  });

  it('an annex entry that is not canonical JSON of an object is refused', () => {
    const header = WireFrame.decode(encodeFrame({ type: 'body', registerId: REGISTER, docket })).frame as {
      value: { docket: { headerBytes: Buffer } };
    };
    for (const text of ['{"b":1,"a":2}', '[]', 'null', '{', '{"a":1} ', ''])
      expect(
        refusalOf({
          $case: 'body',
          value: {
            registerId: ID,
            docket: { headerBytes: header.value.docket.headerBytes, transactions: [], annex: [Buffer.from(text)] },
          },
        }),
        text,
      ).to.include({ code: 'FRAME_INVALID', path: '/body/docket/annex/0' });
  });

  it('a frame longer than its kind may be is too large, however small its parts', () => {
    const big = {
      $case: 'offer' as const,
      value: { registerId: ID, transactions: Array<Buffer>(2).fill(Buffer.alloc(4 * 1024 * 1024)) },
    };
    expect(refusalOf(big)).to.include({ code: 'FRAME_TOO_LARGE', path: '/offer' });
    expect(issueOf(decodeFrame(Buffer.alloc(TRANSPORT_BYTES_MAX + 1)))).to.include({
      code: 'FRAME_TOO_LARGE',
      path: '',
    });
  });

  it('the bounds let the largest docket of any policy through, and gRPC lets the largest frame through', () => {
    expect(MESSAGE_BYTES_MAX.proposal).to.be.above(10 * 1024 * 1024 + 64 * 1024 + 31 * 400);
    for (const max of Object.values(FRAME_BYTES_MAX)) expect(TRANSPORT_BYTES_MAX).to.be.above(max);
  });
});
