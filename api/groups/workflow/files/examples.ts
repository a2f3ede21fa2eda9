// A good call of each operation of the group: a file of one chunk. The bytes stand for a sealed chunk, and no test
// opens them.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { fileRoutes } from './routes.js';

const { walletAddress: wallet } = EXAMPLE;
const { registerId: register, txId: tx } = LEDGER;
const FILE_ID = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const uploadId = FILE_ID;
/** SHA-256 of the five bytes `hello`. */
const checksum = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

const upload = {
  uploadId,
  totalChunks: 1,
  chunks: [{ chunkIndex: 0, checksum, size: 5 }],
  nextChunkIndex: 1,
  isComplete: true,
  expiresAt: '2026-11-22T10:00:00.000Z',
};

export const fileExamples: Examples<typeof fileRoutes> = {
  uploadFileChunk: {
    input: { body: { uploadId, chunkIndex: 0, totalChunks: 1, encryptedData: 'aGVsbG8=', checksum } },
    output: upload,
  },
  getFileUpload: { input: { params: { uploadId } }, output: upload },
  downloadActionFile: { input: { params: { wallet, register, tx, fileId: FILE_ID } }, output: 'the bytes of the file' },
  downloadWalletFile: {
    input: {
      params: { address: wallet },
      query: { registerId: register, actionTxId: tx, fieldName: 'drawings', fileIndex: '0' },
    },
    output: 'the bytes of the file',
  },
};
