// Files of actions: sealed chunks come in before the action that names them, and go out opened to who may use a wallet
// that sees the file.
import Type from 'typebox';
import { FILE_CHUNKS_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { FILE_CHUNKS_BURST } from '../../../../core/base/limits/node/files.js';
import { rawRoute, route } from '../../../define.js';
import { Address, canonicalBase64, Hash, namedObject, RegisterId, Timestamp } from '../../../schemas/base/common.js';

const FileId = Type.String({ pattern: '^[0-9a-f]{32}$', description: '16 random bytes in lower-case hex.' });
const Index = Type.Integer({ minimum: 0, maximum: FILE_CHUNKS_MAX - 1, description: 'From 0.' });
const Total = Type.Integer({ minimum: 1, maximum: FILE_CHUNKS_MAX });

const UploadedChunk = namedObject('UploadedChunk', {
  chunkIndex: Index,
  checksum: Hash,
  size: Type.Integer({ minimum: 0, description: 'Sealed bytes.' }),
});
export const UploadView = namedObject('FileUpload', {
  uploadId: FileId,
  totalChunks: Total,
  chunks: Type.Array(UploadedChunk),
  nextChunkIndex: Type.Integer({ minimum: 0, description: 'Where to go on; totalChunks when all are there.' }),
  isComplete: Type.Boolean(),
  expiresAt: Type.Optional(Type.String({ ...Timestamp, description: 'Absent once an action names the file.' })),
});

const OPEN_ERRORS = [
  'PATH_INVALID',
  'REGISTER_NOT_FOUND',
  'TRANSACTION_NOT_FOUND',
  'FILE_NOT_FOUND',
  'FILE_CHUNK_UNAVAILABLE',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'CIPHERTEXT_INVALID',
  'NODE_UNAVAILABLE',
] as const;
const answers = {
  status: 200,
  type: '*/*',
  schema: Type.String({ format: 'binary' }),
  description: 'The file, under the content type and the name that its sender gave it.',
  takesRanges: true,
};
const CHECKED =
  'Each chunk is compared with the hash on the ledger and opened; the last one leaves only when the whole file has the hash that the sender sealed: an answer of full length is good. A part is as good; the node reads the whole for it.';

export const fileRoutes = {
  uploadFileChunk: route({
    method: 'POST',
    url: '/api/file-chunks',
    writes: 'node',
    can: 'CanExecuteBlueprints',
    summary: 'Upload the next sealed chunk of a file',
    description:
      'The caller seals: encryptedData is a chunk of core/envelope, at most 4 MiB before sealing, and checksum its SHA-256. Chunks come in order; one ' +
      'that is there already may come again and answers 200. An upload that no action names expires a day after its last chunk. Rate limit: ' +
      'Strict, with a burst of the 10 chunks of the largest file.',
    bodySize: 'data',
    input: {
      body: namedObject('FileChunk', {
        uploadId: FileId,
        chunkIndex: Index,
        totalChunks: Total,
        encryptedData: Type.String({ ...canonicalBase64, minLength: 1, description: 'Base64 of the sealed chunk.' }),
        checksum: Type.String({
          pattern: '^(sha256:)?[0-9a-f]{64}$',
          description: 'SHA-256 of the sealed chunk in lower-case hex.',
        }),
      }),
    },
    output: { 200: UploadView, 201: UploadView },
    errors: [
      'BODY_INVALID',
      'BODY_TOO_LARGE',
      'FILE_CHUNK_ORDER',
      'FILE_CHUNK_CONFLICT',
      'FILE_CHUNK_CHECKSUM',
      'UPLOADS_FULL',
      'STORE_FULL',
    ],
    rate: 'strict',
    burst: FILE_CHUNKS_BURST,
  }),
  getFileUpload: route({
    method: 'GET',
    url: '/api/file-chunks/:uploadId',
    can: 'CanExecuteBlueprints',
    summary: 'Read which chunks of an upload are there',
    description: "The caller's own uploads only: to go on after a break, and to know what the ledger will name.",
    input: { params: Type.Object({ uploadId: FileId }) },
    output: UploadView,
    errors: ['PATH_INVALID', 'UPLOAD_NOT_FOUND'],
  }),
  downloadActionFile: rawRoute({
    method: 'GET',
    url: '/api/files/:wallet/:register/:tx/:fileId',
    reads: 'sealed',
    can: 'CanUseWallet',
    summary: 'Download a file of an action, opened with a wallet',
    description: CHECKED,
    input: { params: Type.Object({ wallet: Address, register: RegisterId, tx: Hash, fileId: FileId }) },
    answers,
    errors: OPEN_ERRORS,
    rate: 'download',
  }),
  downloadWalletFile: rawRoute({
    method: 'GET',
    url: '/api/v1/wallets/:address/files/download',
    reads: 'sealed',
    can: 'CanUseWallet',
    summary: 'Download a file that a field of an action names',
    description: `fileIndex counts the files of a field that is a list. ${CHECKED}`,
    input: {
      params: Type.Object({ address: Address }),
      query: Type.Object({
        registerId: RegisterId,
        actionTxId: Hash,
        fieldName: Type.String({ minLength: 1, maxLength: 256 }),
        fileIndex: Type.Integer({ minimum: 0, maximum: 1000, default: 0 }),
      }),
    },
    answers,
    errors: [...OPEN_ERRORS, 'QUERY_INVALID'],
    rate: 'download',
  }),
};
