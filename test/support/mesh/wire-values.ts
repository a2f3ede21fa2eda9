// Arbitrary values of everything that travels between nodes, well-formed and otherwise free: for the property tests of
// proto/codec. Signatures and roots are noise, because codecs do not judge them.
import fc from 'fast-check';
import { ISSUE_CODES } from '../../../core/base/codes/table.js';
import type { Issue } from '../../../core/base/issue.js';
import { ANNEX_ENTRIES_MAX, ROUND_MAX } from '../../../core/base/limits/ledger/consensus.js';
import type { Message, Proposal, RoundChange, Vote } from '../../../core/consensus/types.js';
import type {
  Advert,
  DocketAnswer,
  DocketRange,
  ForkProof,
  HeadClaim,
  SubmitAnswer,
} from '../../../core/mesh/frames.js';
import type { Hello } from '../../../core/mesh/hello.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import type { Certificate, Docket, DocketHeader, SealedDocket } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { LinkFrame } from '../../../proto/codec/frame.js';
import { aTransaction } from '../register/a-chain.js';
import { LIES, liar, lie } from '../register/evidence.js';

const TRANSACTIONS = Array.from({ length: 8 }, (_, n) => aTransaction({ n, payloadBytes: n * 37 }));

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((found) => Buffer.from(found).toString('hex'));
export const hashes = hex(32);
export const signatures = hex(64);
export const uuids = hex(16).map((h) => h.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
export const safe = fc.oneof(fc.nat(1000), fc.maxSafeNat());
export const u32 = fc.oneof(fc.nat(10), fc.nat(0xffff_ffff));
const rounds = fc.oneof(fc.nat(10), fc.nat(ROUND_MAX));
const u16 = fc.nat(0xffff);
export const transactions = fc.array(fc.constantFrom(...TRANSACTIONS), { maxLength: 5 });

const headers: fc.Arbitrary<DocketHeader> = fc.record({
  v: fc.constant(1),
  registerId: uuids,
  height: safe,
  prevHash: hashes,
  timestampMs: safe,
  proposer: hashes,
  rosterHash: hashes,
  nextRosterHash: hashes,
  txRoot: hashes,
  bodyRoot: hashes,
  txCount: u32,
  bytes: u32,
  stateHash: hashes,
  historyRoot: hashes,
  annexRoot: hashes,
  rules: u16,
});

const annexEntry = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 4 })
  .chain((keys) =>
    fc
      .tuple(...keys.map(() => fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null))))
      .map((values) => Object.fromEntries(keys.map((key, i) => [key, values[i] as string | number | null]))),
  );

export const dockets: fc.Arbitrary<Docket> = fc
  .record({ header: headers, transactions, annex: fc.array(annexEntry, { maxLength: Math.min(3, ANNEX_ENTRIES_MAX) }) })
  .map(({ header, ...body }) => ({ hash: docketHash(header), header, ...body }));

export const certificates: fc.Arbitrary<Certificate> = fc
  .record({
    kind: fc.constantFrom('PREPARE' as const, 'COMMIT' as const, 'GENESIS' as const),
    height: safe,
    round: rounds,
    docketHash: hashes,
    rosterHash: hashes,
    seats: fc.uniqueArray(fc.nat(30), { maxLength: 31 }),
    signature: signatures,
  })
  .map(({ seats, signature, ...rest }) => ({
    ...rest,
    signatures: seats.sort((a, b) => a - b).map((voterIndex) => ({ voterIndex, signature })),
  }));

export const sealedDockets: fc.Arbitrary<SealedDocket> = fc.record({ docket: dockets, certificate: certificates });

export const votes: fc.Arbitrary<Vote> = fc.record({
  kind: fc.constantFrom('PREPARE' as const, 'COMMIT' as const),
  registerId: uuids,
  genesisHash: hashes,
  height: safe,
  round: rounds,
  docketHash: hashes,
  rosterHash: hashes,
  voter: hashes,
  approve: fc.boolean(),
  code: fc.constantFrom('', 'DOCKET_TIME_INVALID', 'VAL_SIG_002'),
  signature: signatures,
});

const roundChanges: fc.Arbitrary<RoundChange> = fc
  .record({
    registerId: uuids,
    genesisHash: hashes,
    height: safe,
    round: rounds,
    prepared: fc.option(fc.record({ round: rounds, hash: hashes })),
    rosterHash: hashes,
    voter: hashes,
    signature: signatures,
  })
  .map(({ prepared, ...rest }) => ({
    ...rest,
    preparedRound: prepared?.round ?? -1,
    preparedHash: prepared?.hash ?? null,
  }));

export const proposals: fc.Arbitrary<Proposal> = fc.record({
  docket: dockets,
  round: rounds,
  prepare: votes,
  justification: fc.array(roundChanges, { maxLength: 4 }),
  prepared: fc.option(certificates),
  parent: certificates,
});

/** By type, so that a new type of message or frame does not compile without an arbitrary. */
const messagesByType: { readonly [T in Message['type']]: fc.Arbitrary<Extract<Message, { readonly type: T }>> } = {
  proposal: proposals.map((proposal) => ({ type: 'proposal', proposal })),
  vote: votes.map((vote) => ({ type: 'vote', vote })),
  prepared: certificates.map((certificate) => ({ type: 'prepared', certificate })),
  'round-change': fc.record({
    type: fc.constant('round-change' as const),
    change: roundChanges,
    prepared: fc.option(certificates),
    busy: fc.boolean(),
  }),
  decided: fc.record({
    type: fc.constant('decided' as const),
    certificate: certificates,
    docket: fc.option(dockets),
  }),
};

export const heads: fc.Arbitrary<HeadClaim> = fc.record({
  registerId: uuids,
  header: headers,
  certificate: certificates,
  docket: fc.option(dockets),
});

const headerOrNone: fc.Arbitrary<DocketHeader | null> = fc.option(headers);

export const forkProofs: fc.Arbitrary<ForkProof> = fc.record({
  registerId: uuids,
  headers: fc.tuple(headerOrNone, headerOrNone),
  certificates: fc.tuple(certificates, certificates),
});

export const descriptors: fc.Arbitrary<NodeDescriptor> = fc.record({
  peerId: fc.stringMatching(/^12D3KooW[1-9A-HJ-NP-Za-km-z]{44}$/),
  orgId: fc.stringMatching(/^[a-z0-9-]{0,36}$/),
  tlsKeyHash: hashes,
  consensusKey: hashes,
  endpoints: fc.array(fc.stringMatching(/^[a-z]{1,20}:[1-9]\d{0,3}$/), { maxLength: 8 }),
  multiaddrs: fc.array(fc.stringMatching(/^\/ip4\/[0-9.]{1,15}\/tcp\/\d{1,5}$/), { maxLength: 8 }),
  seq: safe,
  notAfterMs: safe,
  signature: signatures,
});

export const hellos: fc.Arbitrary<Hello> = fc.record({
  descriptor: descriptors,
  bootId: fc.stringMatching(/^[0-9a-f-]{1,64}$/),
  software: fc.stringMatching(/^quorate\/[0-9.]{0,20}$/),
  protocol: u32,
  timeMs: safe,
  votesSeen: fc.array(votes, { maxLength: 3 }),
  rules: fc.integer({ min: 1, max: 0xffff_ffff }),
  machine: fc.constantFrom('', 'ab'.repeat(32)),
});

type FramesByType = { readonly [T in LinkFrame['type']]: fc.Arbitrary<Extract<LinkFrame, { readonly type: T }>> };

export const framesByType: FramesByType = {
  hello: hellos.map((hello) => ({ type: 'hello', hello })),
  consensus: fc.record({
    type: fc.constant('consensus' as const),
    registerId: uuids,
    message: fc.oneof(...Object.values(messagesByType)) as fc.Arbitrary<Message>,
  }),
  offer: fc.record({ type: fc.constant('offer' as const), registerId: uuids, transactions }),
  'want-body': fc.record({
    type: fc.constant('want-body' as const),
    registerId: uuids,
    height: safe,
    docketHash: hashes,
  }),
  body: fc.record({ type: fc.constant('body' as const), registerId: uuids, docket: dockets }),
  'want-docket': fc.record({ type: fc.constant('want-docket' as const), registerId: uuids, height: safe }),
  interest: fc.record({ type: fc.constant('interest' as const), registerId: uuids, on: fc.boolean() }),
  head: heads.map((head) => ({ type: 'head', head })),
  digest: fc
    .uint8Array({ minLength: 8192, maxLength: 8192 })
    .map((found) => ({ type: 'digest', buckets: Buffer.from(found) })),
  fork: forkProofs.map((proof) => ({ type: 'fork', proof })),
  probe: fc.record({ type: fc.constant('probe' as const), isAnswer: fc.boolean() }),
  piece: fc.record({
    ...{ type: fc.constant('piece' as const), frame: u32, offset: u32, isLast: fc.boolean() },
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  }),
  mark: fc.record({ type: fc.constant('mark' as const), id: u32, isAnswer: fc.boolean() }),
  descriptor: descriptors.map((descriptor) => ({ type: 'descriptor', descriptor })),
  again: fc.record({ type: fc.constant('again' as const), id: fc.integer({ min: 0, max: 0xffff_ffff }) }),
  batch: fc
    .array(fc.uint8Array({ maxLength: 64 }), { minLength: 1, maxLength: 8 })
    .map((found) => ({ type: 'batch' as const, frames: found.map((bytes) => Buffer.from(bytes)) })),
  'want-chunk': fc.record({
    type: fc.constant('want-chunk' as const),
    ask: fc.record({ registerId: uuids, txId: hashes, hash: hashes }),
  }),
  evidence: fc.record({
    type: fc.constant('evidence' as const),
    registerId: uuids,
    evidence: fc.record({ kind: fc.constantFrom(...LIES), height: fc.integer({ min: 1 }) }).map(({ kind, height }) =>
      lie(kind, liar(), {
        registerId: '01234567-89ab-4def-8123-456789abcdef',
        genesisHash: 'cd'.repeat(32),
        rosterHash: 'ef'.repeat(32),
        height,
        round: 0,
      }),
    ),
  }),
};
export const messages = messagesByType;
export const frames = fc.oneof(...Object.values(framesByType)) as fc.Arbitrary<LinkFrame>;

export const issues: fc.Arbitrary<Issue> = fc.record({
  code: fc.constantFrom(...ISSUE_CODES),
  path: fc.stringMatching(/^(\/[a-z0-9]{1,5}){0,4}$/),
  message: fc.string({ unit: 'grapheme', maxLength: 100 }),
});

export const adverts: fc.Arbitrary<Advert> = fc.record({
  registerId: uuids,
  genesisHash: hashes,
  name: fc.string({ maxLength: 38 }),
  description: fc.string({ unit: 'grapheme', maxLength: 100 }),
  height: safe,
  isFullReplica: fc.boolean(),
  isPublic: fc.boolean(),
});

export const ranges: fc.Arbitrary<DocketRange> = fc
  .record({ registerId: uuids, heights: fc.tuple(safe, safe), bytesMax: safe })
  .map(({ registerId, heights: [a, b], bytesMax }) => ({
    registerId,
    fromHeight: Math.min(a, b),
    toHeight: Math.max(a, b),
    bytesMax,
  }));

export const submitAnswers: fc.Arbitrary<SubmitAnswer> = fc.oneof(
  fc.record({ txId: hashes, status: fc.constant('accepted' as const) }),
  fc.record({ txId: hashes, status: fc.constant('sealed' as const), height: safe, index: u32 }),
  fc.record({ txId: hashes, status: fc.constant('refused' as const), issue: issues }),
);

export const docketAnswers: fc.Arbitrary<DocketAnswer> = fc.record({
  status: fc.constantFrom('sealed' as const, 'already-sealed' as const, 'behind' as const, 'invalid' as const),
  height: safe,
  issues: fc.array(issues, { maxLength: 4 }),
});
