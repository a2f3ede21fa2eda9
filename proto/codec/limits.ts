// How large each message of the wire and each list in it may be. Checked on the raw bytes by bounds.ts before anything
// is decoded; a sender compares what it encoded with the same table, because the peer counts an oversize message as an
// offence.
import { ANNEX_BYTES_MAX } from '../../core/base/limits/ledger/consensus.js';
import { FILE_CHUNK_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { REGISTER_DESCRIPTION_MAX } from '../../core/base/limits/ledger/registers.js';
import { DOCKET_BYTES_MAX, TRANSACTION_BYTES_MAX } from '../../core/base/limits/ledger/transactions.js';
import { HEAD_INLINE_BYTES_MAX, HEADS_MAX, OFFER_BYTES_MAX } from '../../core/base/limits/node/replication.js';
import { WALLET_ASK_BYTES_MAX } from '../../core/base/limits/node/wallets.js';
import type { Message } from '../../core/consensus/types.js';
import type { Frame } from '../../core/mesh/frames.js';

const KIB = 1024;

/** Transactions of one docket: the most that a policy may allow (core/register/policy.ts). */
export const DOCKET_COUNT_MAX = 10_000;
/** Header, annex, and at most five bytes of framing for each transaction come on top of the transactions. */
export const DOCKET_WIRE_BYTES_MAX = DOCKET_BYTES_MAX + ANNEX_BYTES_MAX + 5 * DOCKET_COUNT_MAX + 4 * KIB;
/** 31 signatures of 70 bytes, two hashes and three numbers take 2.3 KiB. */
export const CERTIFICATE_BYTES_MAX = 4 * KIB;
/** A vote takes some 300 bytes and a round change some 280; the rest is room for fields of later versions. */
export const VOTE_BYTES_MAX = 2 * KIB;
export const DESCRIPTOR_BYTES_MAX = 8 * KIB;
/**
 * Names of what a node refuses: code, pointer and sentence, cut to these lengths by the sender. Three bytes a character
 * at most.
 */
export const ISSUE_PATH_MAX = 512;
export const ISSUE_MESSAGE_MAX = 512;
export const ISSUE_BYTES_MAX = 4 * KIB;
/** Reasons of one answer; the first says what to do. */
export const ISSUES_MAX = 32;
/** Votes that a hello recalls (docs/protocol.md 16), of some 300 bytes each. */
export const VOTES_SEEN_MAX = 1000;
/** Registers that one call asks the tips of. */
export const HEAD_IDS_MAX = 256;
/** Adverts of one page: descriptions dominate it. */
export const ADVERTS_PAGE_MAX = 200;
export const ADVERT_BYTES_MAX = 3 * REGISTER_DESCRIPTION_MAX + KIB;
/** Descriptors of one exchange (docs/protocol.md 16). */
export const DESCRIPTORS_MAX = 32;
export const BUCKETS_BYTES = 256 * 32;
/** A gossiped tip has no docket: header and certificate (docs/protocol.md 14). */
export const GOSSIP_HEAD_BYTES_MAX = 8 * KIB;
/**
 * A gossiped catalogue: a descriptor, and adverts with short descriptions. It passes through every node, so it stays
 * below the page of a call.
 */
export const GOSSIP_CATALOGUE_BYTES_MAX = 32 * KIB;
/**
 * Frames of one batch, and the bytes of each: votes and round changes with their certificates, and nothing that is
 * large by nature.
 */
export const BATCH_PARTS_MAX = 256;
export const BATCH_PART_BYTES_MAX = 8 * KIB;
/** Of a docket that is larger: half a second of a megabit a second. */
export const DOCKET_PIECE_BYTES = 64 * KIB;
/** A part of a frame: so much holds up others for 20 ms where a link carries 100 MB a second. */
export const PIECE_BYTES_MAX = 2 * KIB * KIB;
/** Fields that this version does not know, in one message: skipped, so that a newer node may say more, and few. */
export const UNKNOWN_FIELDS_MAX = 8;
export const UNKNOWN_BYTES_MAX = KIB;

/**
 * A consensus message in bytes: docs/protocol.md 16. A message with a docket is bounded by the largest docket that a
 * policy may allow.
 */
export const MESSAGE_BYTES_MAX = {
  proposal: DOCKET_WIRE_BYTES_MAX + 64 * KIB,
  vote: 16 * KIB,
  prepared: 16 * KIB,
  'round-change': 64 * KIB,
  decided: DOCKET_WIRE_BYTES_MAX + 16 * KIB,
} as const satisfies Record<Message['type'], number>;

/** A frame in bytes, without its own tag and length. An offer may be one transaction of the largest size. */
export const FRAME_BYTES_MAX = {
  hello: 384 * KIB,
  consensus: MESSAGE_BYTES_MAX.proposal + 64,
  offer: Math.max(OFFER_BYTES_MAX, TRANSACTION_BYTES_MAX) + 16 * KIB,
  'want-body': KIB,
  body: DOCKET_WIRE_BYTES_MAX + 64,
  'want-docket': KIB,
  interest: KIB,
  head: 96 * KIB,
  digest: BUCKETS_BYTES + 16,
  fork: 16 * KIB,
  evidence: ANNEX_BYTES_MAX + KIB,
  probe: 64,
  descriptor: DESCRIPTOR_BYTES_MAX,
  'want-chunk': KIB,
  /** A reference is shorter than any transaction, so this is the whole proposal and a number. */
  thin: MESSAGE_BYTES_MAX.proposal + 64,
  again: 64,
  batch: 64 * KIB,
  piece: PIECE_BYTES_MAX + 32,
  mark: 64,
} as const satisfies Record<
  Frame['type'] | 'hello' | 'probe' | 'descriptor' | 'want-chunk' | 'thin' | 'again' | 'batch' | 'piece' | 'mark',
  number
>;

/** Requests and answers of the calls, in bytes. Lists are bounded by their counts; this bounds their sum. */
export const CALL_BYTES_MAX = {
  hello: FRAME_BYTES_MAX.hello + 16,
  /** No members, and room for those of later versions. */
  emptyAsk: KIB,
  rangeAsk: KIB,
  sealed: DOCKET_WIRE_BYTES_MAX + CERTIFICATE_BYTES_MAX + KIB,
  headsAsk: 8 * KIB,
  heads: HEADS_MAX * (HEAD_INLINE_BYTES_MAX + 8 * KIB),
  catalogueAsk: KIB,
  catalogue: ADVERTS_PAGE_MAX * ADVERT_BYTES_MAX,
  submit: FRAME_BYTES_MAX.offer,
  submitAnswer: 2048 * KIB,
  genesis: DOCKET_WIRE_BYTES_MAX + 64,
  genesisAnswer: ISSUE_BYTES_MAX + 64,
  chunkAsk: KIB,
  /** Sealing adds some 50 bytes to a chunk. */
  chunk: FILE_CHUNK_BYTES_MAX + KIB,
  /** With what was asked. */
  chunkGift: FILE_CHUNK_BYTES_MAX + 3 * KIB,
  descriptors: DESCRIPTORS_MAX * DESCRIPTOR_BYTES_MAX,
  walletAsk: WALLET_ASK_BYTES_MAX + KIB,
  walletAnswer: WALLET_ASK_BYTES_MAX + ISSUE_BYTES_MAX + 16,
  voteAsk: MESSAGE_BYTES_MAX.proposal + 64,
  voteAnswer: 16 * KIB,
  docketAnswer: ISSUES_MAX * ISSUE_BYTES_MAX + KIB,
  health: 64 * KIB,
} as const;

/** The largest message that a link or call carries: what the transport must let through, and no more. */
export const TRANSPORT_BYTES_MAX = Math.max(...Object.values(FRAME_BYTES_MAX), ...Object.values(CALL_BYTES_MAX)) + 64;
