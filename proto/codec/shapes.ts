// The shape of every message of the wire: for each field number its name, how many bytes it may have and how often it
// may occur. It mirrors the .proto files; a test compares the two. A field that is missing here would be skipped as
// unknown and arrive empty.
import { ANNEX_BYTES_MAX, ANNEX_ENTRIES_MAX, VALIDATORS_MAX } from '../../core/base/limits/ledger/consensus.js';
import { REGISTER_DESCRIPTION_MAX, REGISTER_NAME_MAX } from '../../core/base/limits/ledger/registers.js';
import {
  ADDRESS_LENGTH_MAX,
  ID_LENGTH_MAX,
  TRANSACTION_BYTES_MAX,
} from '../../core/base/limits/ledger/transactions.js';
import { HEADS_MAX, OFFER_TRANSACTIONS_MAX } from '../../core/base/limits/node/replication.js';
import { WALLET_ASK_BYTES_MAX, WALLET_SUBJECT_MAX } from '../../core/base/limits/node/wallets.js';
import { CATALOGUE_ADVERTS_MAX, CATALOGUE_WITHDRAWN_MAX } from '../../core/mesh/catalogue.js';
import { ENDPOINT_LENGTH_MAX, ENDPOINTS_MAX, MULTIADDR_LENGTH_MAX } from '../../core/mesh/descriptor.js';
import { HEADER_BYTES } from '../../core/register/docket.js';
import { type FieldBound, type Shape, shapeOf } from './bounds.js';
import {
  ADVERT_BYTES_MAX,
  ADVERTS_PAGE_MAX,
  BATCH_PART_BYTES_MAX,
  BATCH_PARTS_MAX,
  BUCKETS_BYTES,
  CALL_BYTES_MAX,
  CERTIFICATE_BYTES_MAX,
  DESCRIPTOR_BYTES_MAX,
  DESCRIPTORS_MAX,
  DOCKET_COUNT_MAX,
  DOCKET_PIECE_BYTES,
  DOCKET_WIRE_BYTES_MAX,
  FRAME_BYTES_MAX,
  HEAD_IDS_MAX,
  ISSUE_BYTES_MAX,
  ISSUE_MESSAGE_MAX,
  ISSUE_PATH_MAX,
  ISSUES_MAX,
  MESSAGE_BYTES_MAX,
  PIECE_BYTES_MAX,
  VOTE_BYTES_MAX,
  VOTES_SEEN_MAX,
} from './limits.js';

/** Bytes of a UTF-16 code unit in UTF-8, at most. */
const UNIT = 3;

const number = (name: string): FieldBound => ({ name });
const uuid = (name: string): FieldBound => ({ name, bytesMax: 16 });
const hash = (name: string): FieldBound => ({ name, bytesMax: 32 });
const signature = (name: string): FieldBound => ({ name, bytesMax: 64 });
const text = (name: string, unitsMax: number): FieldBound => ({ name, bytesMax: unitsMax * UNIT });
const message = (name: string, of: Shape, bytesMax: number): FieldBound => ({ name, bytesMax, of });
const list = (field: FieldBound, count: number): FieldBound => ({ ...field, count });

/** Fields of which one may be set. */
function oneOf(fields: Readonly<Record<number, FieldBound>>): Readonly<Record<number, FieldBound>> {
  const slot = Math.min(...Object.keys(fields).map(Number));
  return Object.fromEntries(Object.entries(fields).map(([n, field]) => [n, { ...field, slot }]));
}

const header = (name: string): FieldBound => ({ name, bytesMax: HEADER_BYTES });
const transactions = (count: number): FieldBound => ({ name: 'transactions', bytesMax: TRANSACTION_BYTES_MAX, count });

const certificateSignature = shapeOf({ 1: number('voterIndex'), 2: signature('signature') });

export const certificateShape = shapeOf({
  1: number('kind'),
  2: number('height'),
  3: number('round'),
  4: hash('docketHash'),
  5: hash('rosterHash'),
  6: list(message('signatures', certificateSignature, 128), VALIDATORS_MAX),
});
const certificate = (name: string): FieldBound => message(name, certificateShape, CERTIFICATE_BYTES_MAX);

export const docketShape = shapeOf({
  1: header('headerBytes'),
  2: transactions(DOCKET_COUNT_MAX),
  3: list({ name: 'annex', bytesMax: ANNEX_BYTES_MAX }, ANNEX_ENTRIES_MAX),
});
const docket = (name: string): FieldBound => message(name, docketShape, DOCKET_WIRE_BYTES_MAX);

export const sealedShape = shapeOf({ 1: docket('docket'), 2: certificate('certificate') });

export const voteShape = shapeOf({
  1: number('kind'),
  2: uuid('registerId'),
  3: hash('genesisHash'),
  4: number('height'),
  5: number('round'),
  6: hash('docketHash'),
  7: hash('rosterHash'),
  8: hash('voter'),
  9: number('approve'),
  10: { name: 'code', bytesMax: ID_LENGTH_MAX },
  11: signature('signature'),
});
const vote = (name: string): FieldBound => message(name, voteShape, VOTE_BYTES_MAX);

const roundChangeShape = shapeOf({
  1: uuid('registerId'),
  2: hash('genesisHash'),
  3: number('height'),
  4: number('round'),
  5: message('prepared', shapeOf({ 1: number('round'), 2: hash('docketHash') }), 128),
  6: hash('rosterHash'),
  7: hash('voter'),
  8: signature('signature'),
});
const roundChange = (name: string): FieldBound => message(name, roundChangeShape, VOTE_BYTES_MAX);

export const proposalShape = shapeOf({
  1: docket('docket'),
  2: number('round'),
  3: vote('prepare'),
  4: list(roundChange('justification'), VALIDATORS_MAX),
  5: certificate('prepared'),
  6: certificate('parent'),
});

const decidedShape = shapeOf({ 1: certificate('certificate'), 2: docket('docket') });
const noticeShape = shapeOf({ 1: roundChange('change'), 2: certificate('prepared'), 3: number('busy') });
const messageShape = shapeOf(
  oneOf({
    1: message('proposal', proposalShape, MESSAGE_BYTES_MAX.proposal),
    2: message('vote', voteShape, MESSAGE_BYTES_MAX.vote),
    3: message('prepared', shapeOf({ 1: certificate('certificate') }), MESSAGE_BYTES_MAX.prepared),
    4: message('roundChange', noticeShape, MESSAGE_BYTES_MAX['round-change']),
    5: message('decided', decidedShape, MESSAGE_BYTES_MAX.decided),
  }),
);

export const headShape = shapeOf({
  1: uuid('registerId'),
  2: header('headerBytes'),
  3: certificate('certificate'),
  4: docket('docket'),
});

export const forkShape = shapeOf({
  1: uuid('registerId'),
  2: header('firstHeader'),
  3: header('secondHeader'),
  4: certificate('first'),
  5: certificate('second'),
});

const issueShape = shapeOf({
  1: { name: 'code', bytesMax: ID_LENGTH_MAX },
  2: text('path', ISSUE_PATH_MAX),
  3: text('message', ISSUE_MESSAGE_MAX),
});
const issue = (name: string): FieldBound => message(name, issueShape, ISSUE_BYTES_MAX);

export const descriptorShape = shapeOf({
  1: text('peerId', ID_LENGTH_MAX),
  2: text('orgId', ID_LENGTH_MAX),
  3: hash('tlsKeyHash'),
  4: hash('consensusKey'),
  5: list({ name: 'endpoints', bytesMax: ENDPOINT_LENGTH_MAX }, ENDPOINTS_MAX),
  6: list({ name: 'multiaddrs', bytesMax: MULTIADDR_LENGTH_MAX }, ENDPOINTS_MAX),
  7: number('seq'),
  8: number('notAfterMs'),
  9: signature('signature'),
});
const descriptor = (name: string): FieldBound => message(name, descriptorShape, DESCRIPTOR_BYTES_MAX);

const helloShape = shapeOf({
  1: descriptor('descriptor'),
  2: { name: 'bootId', bytesMax: 64 },
  3: { name: 'software', bytesMax: 64 },
  4: number('protocol'),
  5: number('timeMs'),
  6: list(vote('votesSeen'), VOTES_SEEN_MAX),
  7: number('rules'),
  8: hash('machine'),
});
const hello = (name: string): FieldBound => message(name, helloShape, FRAME_BYTES_MAX.hello);

const offerShape = shapeOf({ 1: uuid('registerId'), 2: transactions(OFFER_TRANSACTIONS_MAX) });
const wantBodyShape = shapeOf({ 1: uuid('registerId'), 2: number('height'), 3: hash('docketHash') });
const bodyShape = shapeOf({ 1: uuid('registerId'), 2: docket('docket') });
const numberedShape = (name: string): Shape => shapeOf({ 1: uuid('registerId'), 2: number(name) });
const digestShape = shapeOf({ 1: { name: 'buckets', bytesMax: BUCKETS_BYTES } });
const evidenceShape = shapeOf({ 1: uuid('registerId'), 2: { name: 'entry', bytesMax: ANNEX_BYTES_MAX } });
const consensusShape = shapeOf({
  1: uuid('registerId'),
  2: message('message', messageShape, MESSAGE_BYTES_MAX.proposal + 16),
});

export const chunkAskShape = shapeOf({ 1: uuid('registerId'), 2: hash('txId'), 3: hash('hash') });
export const chunkAnswerShape = shapeOf(
  oneOf({ 1: { name: 'chunk', bytesMax: CALL_BYTES_MAX.chunk }, 2: issue('refusal') }),
);
export const chunkGiftShape = shapeOf({
  1: message('ask', chunkAskShape, CALL_BYTES_MAX.chunkAsk),
  2: message('answer', chunkAnswerShape, CALL_BYTES_MAX.chunk + 16),
});

export const walletAskShape = shapeOf({
  1: uuid('registerId'),
  2: text('wallet', ADDRESS_LENGTH_MAX),
  3: text('subject', WALLET_SUBJECT_MAX),
  4: { name: 'sealed', bytesMax: WALLET_ASK_BYTES_MAX },
});
export const walletAnswerShape = shapeOf(
  oneOf({ 1: { name: 'done', bytesMax: WALLET_ASK_BYTES_MAX }, 2: issue('refusal') }),
);

const thinShape = shapeOf({
  1: uuid('registerId'),
  2: message('message', messageShape, MESSAGE_BYTES_MAX.proposal + 16),
  3: number('id'),
});

const framePieceShape = shapeOf({
  1: number('frame'),
  2: number('offset'),
  3: number('isLast'),
  4: { name: 'bytes', bytesMax: PIECE_BYTES_MAX },
});
const batchShape = shapeOf({ 1: list({ name: 'frames', bytesMax: BATCH_PART_BYTES_MAX }, BATCH_PARTS_MAX) });

export const frameShape = shapeOf(
  oneOf({
    1: hello('hello'),
    2: message('consensus', consensusShape, FRAME_BYTES_MAX.consensus),
    3: message('offer', offerShape, FRAME_BYTES_MAX.offer),
    4: message('wantBody', wantBodyShape, FRAME_BYTES_MAX['want-body']),
    5: message('body', bodyShape, FRAME_BYTES_MAX.body),
    6: message('wantDocket', numberedShape('height'), FRAME_BYTES_MAX['want-docket']),
    7: message('interest', numberedShape('on'), FRAME_BYTES_MAX.interest),
    8: message('head', headShape, FRAME_BYTES_MAX.head),
    9: message('digest', digestShape, FRAME_BYTES_MAX.digest),
    10: message('fork', forkShape, FRAME_BYTES_MAX.fork),
    11: message('evidence', evidenceShape, FRAME_BYTES_MAX.evidence),
    12: message('probe', shapeOf({ 1: number('isAnswer') }), FRAME_BYTES_MAX.probe),
    13: descriptor('descriptor'),
    14: message('wantChunk', chunkAskShape, FRAME_BYTES_MAX['want-chunk']),
    15: message('thin', thinShape, FRAME_BYTES_MAX.thin),
    16: message('again', shapeOf({ 1: number('id') }), FRAME_BYTES_MAX.again),
    17: message('batch', batchShape, FRAME_BYTES_MAX.batch),
    18: message('piece', framePieceShape, FRAME_BYTES_MAX.piece),
    19: message('mark', shapeOf({ 1: number('id'), 2: number('isAnswer') }), FRAME_BYTES_MAX.mark),
  }),
);

export const helloAskShape = shapeOf({ 1: hello('hello') });
export const helloAnswerShape = shapeOf(oneOf({ 1: hello('hello'), 2: issue('refusal') }));

/** Of the requests without members. */
export const emptyAskShape = shapeOf({});
export const rangeAskShape = shapeOf({
  1: uuid('registerId'),
  2: number('fromHeight'),
  3: number('toHeight'),
  4: number('bytesMax'),
  5: number('parts'),
  6: number('inPieces'),
});
const rangePieceShape = shapeOf({ 1: { name: 'bytes', bytesMax: DOCKET_PIECE_BYTES }, 2: number('left') });
export const rangePartShape = shapeOf(
  oneOf({
    1: message('sealed', sealedShape, CALL_BYTES_MAX.sealed),
    2: issue('refusal'),
    3: message('piece', rangePieceShape, DOCKET_PIECE_BYTES + 16),
  }),
);

const registerIds = shapeOf({ 1: list(uuid('registerIds'), HEAD_IDS_MAX) });
export const headsAskShape = shapeOf(
  oneOf({ 1: message('registers', registerIds, CALL_BYTES_MAX.headsAsk), 2: number('bucket') }),
);
export const headsShape = shapeOf({ 1: list(message('heads', headShape, FRAME_BYTES_MAX.head), HEADS_MAX) });

const advertShape = shapeOf({
  1: uuid('registerId'),
  2: hash('genesisHash'),
  3: text('name', REGISTER_NAME_MAX),
  4: text('description', REGISTER_DESCRIPTION_MAX),
  5: number('height'),
  6: number('isFullReplica'),
  7: number('isPublic'),
});
export const catalogueAskShape = shapeOf({ 1: uuid('after') });
export const catalogueShape = shapeOf({
  1: list(message('adverts', advertShape, ADVERT_BYTES_MAX), ADVERTS_PAGE_MAX),
  2: uuid('next'),
});
export const catalogueNoticeShape = shapeOf({
  1: descriptor('descriptor'),
  2: list(message('adverts', advertShape, ADVERT_BYTES_MAX), CATALOGUE_ADVERTS_MAX),
  3: list(uuid('withdrawn'), CATALOGUE_WITHDRAWN_MAX),
  4: number('seq'),
  5: signature('signature'),
});

export const submitAskShape = shapeOf({
  1: uuid('registerId'),
  2: transactions(OFFER_TRANSACTIONS_MAX),
  3: number('durable'),
});
const submitAnswerShape = shapeOf({
  1: hash('txId'),
  ...oneOf({
    2: message('accepted', shapeOf({}), 64),
    3: message('sealed', shapeOf({ 1: number('height'), 2: number('index') }), 64),
    4: issue('refused'),
  }),
});
export const submitAnswersShape = shapeOf({
  1: list(message('answers', submitAnswerShape, ISSUE_BYTES_MAX + 128), OFFER_TRANSACTIONS_MAX),
});

export const genesisAskShape = shapeOf({ 1: docket('genesis') });
export const genesisAnswerShape = shapeOf(oneOf({ 1: signature('signature'), 2: issue('refusal') }));
export const descriptorsShape = shapeOf({ 1: list(descriptor('descriptors'), DESCRIPTORS_MAX) });

export const voteAskShape = shapeOf({
  1: uuid('registerId'),
  2: message('proposal', proposalShape, MESSAGE_BYTES_MAX.proposal),
});
export const voteAnswerShape = shapeOf({
  1: { name: 'voteId', bytesMax: 2 * ID_LENGTH_MAX },
  2: number('decision'),
  3: text('rejectionReason', ISSUE_MESSAGE_MAX),
  4: signature('validatorSignature'),
  5: hash('validatorId'),
  6: number('votedAt'),
  7: vote('vote'),
  8: issue('refusal'),
});
export const sealedAskShape = shapeOf({ 1: message('sealed', sealedShape, CALL_BYTES_MAX.sealed) });
export const docketAnswerShape = shapeOf({
  1: number('isValid'),
  2: list(issue('validationErrors'), ISSUES_MAX),
  3: number('shouldPersist'),
  4: number('isFork'),
  6: number('status'),
  7: number('height'),
});
export const healthShape = shapeOf({
  1: number('status'),
  2: hash('validatorId'),
  3: number('activeRegisters'),
  4: number('lastHeartbeat'),
  5: list(text('issues', ISSUE_MESSAGE_MAX), ISSUES_MAX),
});
