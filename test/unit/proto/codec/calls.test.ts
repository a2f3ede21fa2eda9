// What the calls ask and answer survives the wire, answers that contradict themselves do not, and no decoder throws on any bytes.
import { expect } from 'chai';
import fc from 'fast-check';
import { type Issue, isIssue } from '../../../../core/base/issue.js';
import { EMPTY_ASK, PEER_MESH, VALIDATOR_SERVICE } from '../../../../proto/codec/calls.js';
import * as consensus from '../../../../proto/codec/consensus.js';
import * as docket from '../../../../proto/codec/docket.js';
import { decodeFrame, encodeFrame } from '../../../../proto/codec/frame.js';
import * as head from '../../../../proto/codec/head.js';
import * as hello from '../../../../proto/codec/hello.js';
import * as submit from '../../../../proto/codec/submit.js';
import * as sync from '../../../../proto/codec/sync.js';
import * as validator from '../../../../proto/codec/validator.js';
import { RequestVoteResponse, VoteDecision } from '../../../../proto/gen/validator/v1/validator.js';
import * as values from '../../../support/wire-values.js';

interface Pair {
  readonly values: fc.Arbitrary<unknown>;
  readonly encode: (value: never) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => unknown;
}

/** The compiler holds encoder, decoder and arbitrary to one type. */
function pair<T>(
  arbitrary: fc.Arbitrary<T>,
  encode: (value: T) => Uint8Array,
  decode: (bytes: Uint8Array) => T | Issue,
): Pair {
  return { values: arbitrary, encode, decode };
}

const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });
const refused = values.issues.map((issue) => ({ type: 'refused' as const, issue }));
const registerIds = some(values.uuids).map((ids) => ({ registerIds: ids }));

const pairs: Readonly<Record<string, Pair>> = {
  frame: pair(values.frames, encodeFrame, decodeFrame),
  docket: pair(values.dockets, docket.encodeDocket, docket.decodeDocket),
  sealed: pair(values.sealedDockets, docket.encodeSealedDocket, docket.decodeSealedDocket),
  vote: pair(values.votes, consensus.encodeVote, consensus.decodeVote),
  proposal: pair(values.proposals, consensus.encodeProposal, consensus.decodeProposal),
  head: pair(values.heads, head.encodeHeadClaim, head.decodeHeadClaim),
  fork: pair(values.forkProofs, head.encodeForkProof, head.decodeForkProof),
  descriptor: pair(values.descriptors, hello.encodeDescriptor, hello.decodeDescriptor),
  descriptors: pair<readonly Parameters<typeof hello.encodeDescriptor>[0][]>(
    some(values.descriptors),
    hello.encodeDescriptors,
    hello.decodeDescriptors,
  ),
  helloAsk: pair(values.hellos, hello.encodeHelloAsk, hello.decodeHelloAsk),
  helloAnswer: pair<hello.HelloAnswer>(
    fc.oneof(
      values.hellos.map((found) => ({ type: 'hello' as const, hello: found })),
      refused,
    ),
    hello.encodeHelloAnswer,
    hello.decodeHelloAnswer,
  ),
  rangeAsk: pair(values.ranges, sync.encodeRangeAsk, sync.decodeRangeAsk),
  rangePart: pair<sync.RangePart>(
    fc.oneof(
      values.sealedDockets.map((sealed) => ({ type: 'sealed' as const, sealed })),
      refused,
    ),
    sync.encodeRangePart,
    sync.decodeRangePart,
  ),
  headsAsk: pair<sync.HeadsAsk>(
    fc.oneof(registerIds, fc.record({ bucket: fc.nat(255) })),
    sync.encodeHeadsAsk,
    sync.decodeHeadsAsk,
  ),
  heads: pair(some(values.heads), sync.encodeHeads, (bytes) => sync.decodeHeads(bytes) as never),
  catalogueAsk: pair(
    fc.option(values.uuids).map((after) => ({ after })),
    ({ after }) => sync.encodeCatalogueAsk(after),
    sync.decodeCatalogueAsk,
  ),
  catalogue: pair<sync.CataloguePage>(
    fc.record({ adverts: some(values.adverts), next: fc.option(values.uuids) }),
    sync.encodeCatalogue,
    sync.decodeCatalogue,
  ),
  submitAsk: pair<submit.SubmitAsk>(
    fc.record({ registerId: values.uuids, transactions: values.transactions, durable: fc.boolean() }),
    submit.encodeSubmitAsk,
    submit.decodeSubmitAsk,
  ),
  submitAnswers: pair(
    some(values.submitAnswers),
    submit.encodeSubmitAnswers,
    (bytes) => submit.decodeSubmitAnswers(bytes) as never,
  ),
  genesisAsk: pair(values.dockets, submit.encodeGenesisAsk, submit.decodeGenesisAsk),
  genesisAnswer: pair<submit.GenesisAnswer>(
    fc.oneof(
      values.signatures.map((signature) => ({ type: 'attested' as const, signature })),
      refused,
    ),
    submit.encodeGenesisAnswer,
    submit.decodeGenesisAnswer,
  ),
  voteAsk: pair<validator.VoteAsk>(
    fc.record({ registerId: values.uuids, proposal: values.proposals }),
    validator.encodeVoteAsk,
    validator.decodeVoteAsk,
  ),
  voteAnswer: pair<validator.VoteAnswer>(
    fc.oneof(fc.record({ type: fc.constant('vote' as const), vote: values.votes, votedAtMs: values.safe }), refused),
    validator.encodeVoteAnswer,
    validator.decodeVoteAnswer,
  ),
  sealedAsk: pair(values.sealedDockets, validator.encodeSealedAsk, validator.decodeSealedAsk),
  docketAnswer: pair(values.docketAnswers, validator.encodeDocketAnswer, validator.decodeDocketAnswer),
  health: pair<validator.HealthReport>(
    fc.record({
      status: fc.constantFrom('healthy' as const, 'degraded' as const, 'unhealthy' as const),
      validatorId: fc.option(values.hashes),
      activeRegisters: values.u32,
      lastHeartbeatMs: values.safe,
      issues: some(fc.string({ maxLength: 50 })),
    }),
    validator.encodeHealth,
    validator.decodeHealth,
  ),
};

/** One change that a broken or hostile sender might make. */
const mutations = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat'),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.nat(255),
  length: fc.nat(40),
});

function mutate(bytes: Uint8Array, change: { kind: string; place: number; byte: number; length: number }): Buffer {
  const at = Math.floor(change.place * bytes.length);
  const [front, back] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (change.kind === 'cut') return Buffer.concat([front, back.subarray(change.length)]);
  if (change.kind === 'insert') return Buffer.concat([front, Buffer.alloc(change.length, change.byte), back]);
  if (change.kind === 'repeat') return Buffer.concat([front, back.subarray(0, change.length), back]);
  const out = Buffer.from(bytes);
  if (out.length > 0) out[Math.min(at, out.length - 1)] = change.byte;
  return out;
}

const CODES = ['FRAME_INVALID', 'FRAME_TOO_LARGE', 'DOCKET_RULES_UNKNOWN'];

/** An issue of the wire, or a value that encodes and decodes to itself. */
function expectTotal({ encode, decode }: Pair, bytes: Uint8Array): void {
  const found = decode(bytes);
  if (isIssue(found)) expect(CODES).to.include(found.code);
  else expect(decode(encode(found as never))).to.deep.equal(found);
}

describe('what travels between nodes', () => {
  for (const [name, one] of Object.entries(pairs)) {
    it(`${name} arrives as it was sent`, () => {
      fc.assert(
        fc.property(one.values, (value) => {
          expect(one.decode(one.encode(value as never))).to.deep.equal(value);
        }),
        { numRuns: 40 },
      );
    });

    it(`${name} from any bytes is an issue or a sound value, never an exception`, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => expectTotal(one, bytes)),
        { numRuns: 100 },
      );
      fc.assert(
        fc.property(one.values, fc.array(mutations, { minLength: 1, maxLength: 3 }), (value, changes) =>
          expectTotal(one, changes.reduce<Uint8Array>(mutate, one.encode(value as never))),
        ),
        { numRuns: 100 },
      );
    });
  }

  it('a vote answer whose named fields contradict the signed vote is refused', () => {
    const [vote] = fc.sample(values.votes, { numRuns: 1, seed: 7 });
    const wire = RequestVoteResponse.decode(
      validator.encodeVoteAnswer({ type: 'vote', vote: { ...vote!, approve: true, code: '' }, votedAtMs: 5 }),
    );
    const lies: readonly Partial<RequestVoteResponse>[] = [
      { decision: VoteDecision.REJECT },
      { rejectionReason: 'X' },
      { validatorSignature: Buffer.alloc(64) },
      { validatorId: Buffer.alloc(32) },
      { voteId: 'other' },
      { refusal: { code: 'FORBIDDEN', path: '', message: '' } },
    ];
    expect(isIssue(validator.decodeVoteAnswer(RequestVoteResponse.encode(wire).finish()))).to.equal(false);
    for (const lie of lies)
      expect(
        validator.decodeVoteAnswer(RequestVoteResponse.encode({ ...wire, ...lie }).finish()),
        Object.keys(lie)[0],
      ).to.include({ code: 'FRAME_INVALID', path: '/vote' });
  });

  it('a range that ends before it begins and a bucket beyond 255 are refused', () => {
    const [range] = fc.sample(values.ranges, { numRuns: 1, seed: 7 });
    expect(sync.decodeRangeAsk(sync.encodeRangeAsk({ ...range!, fromHeight: 5, toHeight: 4 }))).to.include({
      path: '/toHeight',
    });
    expect(sync.decodeHeadsAsk(sync.encodeHeadsAsk({ bucket: 256 }))).to.include({ path: '/bucket' });
  });

  it('texts of a refusal are cut to their bound, and a code that is not known is refused', () => {
    const long = {
      type: 'refused' as const,
      issue: { code: 'FORBIDDEN' as const, path: `/${'k'.repeat(9000)}`, message: '\u{1f600}'.repeat(5000) },
    };
    const found = hello.decodeHelloAnswer(hello.encodeHelloAnswer(long));
    if (isIssue(found) || found.type !== 'refused') return expect.fail('not a refusal');
    expect([found.issue.path.length, found.issue.message.length]).to.deep.equal([512, 512]);
    const odd = { type: 'refused' as const, issue: { ...long.issue, code: 'NOT_A_CODE' as never } };
    expect(hello.decodeHelloAnswer(hello.encodeHelloAnswer(odd))).to.include({ path: '/refusal/code' });
  });

  it('seats of a certificate ascend', () => {
    const [certificate] = fc.sample(values.certificates, { numRuns: 1, seed: 7 });
    const [sealed] = fc.sample(values.sealedDockets, { numRuns: 1, seed: 7 });
    const signature = 'ab'.repeat(64);
    for (const seats of [[1, 1], [2, 1], [31]]) {
      const signatures = seats.map((voterIndex) => ({ voterIndex, signature }));
      const bytes = docket.encodeSealedDocket({ ...sealed!, certificate: { ...certificate!, signatures } });
      expect(docket.decodeSealedDocket(bytes), `${seats}`).to.include({ path: '/certificate/signatures' });
    }
  });

  it('the services hand over bytes under the paths of the .proto files', () => {
    expect(Object.values({ ...PEER_MESH, ...VALIDATOR_SERVICE }).map(({ path }) => path)).to.deep.equal([
      '/peer.v1.PeerMesh/Link',
      '/peer.v1.PeerMesh/Hello',
      '/peer.v1.PeerMesh/StreamDockets',
      '/peer.v1.PeerMesh/GetHeads',
      '/peer.v1.PeerMesh/ListAdvertised',
      '/peer.v1.PeerMesh/SubmitTransactions',
      '/peer.v1.PeerMesh/AttestGenesis',
      '/peer.v1.PeerMesh/ExchangePeers',
      '/validator.v1.ValidatorService/RequestVote',
      '/validator.v1.ValidatorService/ValidateDocket',
      '/validator.v1.ValidatorService/GetHealthStatus',
    ]);
    const bytes = PEER_MESH.link.requestSerialize(Uint8Array.of(1, 2));
    expect([...PEER_MESH.link.responseDeserialize(bytes)]).to.deep.equal([1, 2]);
    expect(EMPTY_ASK).to.have.length(0);
  });
});
