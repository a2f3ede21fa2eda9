// Files of actions as requests bring them and answers show them.
import Type from 'typebox';
import {
  ACTION_FILES_MAX,
  FILE_BYTES_MAX,
  FILE_NAME_MAX,
  FILE_TYPE_MAX,
} from '../../../core/base/limits/ledger/disclosure.js';
import { canonicalBase64, namedObject } from '../base/common.js';

const FileId = Type.String({ pattern: '^[0-9a-f]{32}$' });
const Size = Type.Integer({ minimum: 0, maximum: FILE_BYTES_MAX });

/** A file of a submission: inside it, or uploaded before. */
export const SubmittedFile = Type.Object(
  {
    fileName: Type.String({ minLength: 1, maxLength: FILE_NAME_MAX }),
    contentType: Type.String({ minLength: 3, maxLength: FILE_TYPE_MAX }),
    fieldName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'The field of payloadData that gets {fileId, fileName, contentType, size, hash}; one that is a list gets it as its next element. Without it, a field ' +
          'of the payload has to name the file: by its fileId, or by its fileName in an object that is then completed.',
      }),
    ),
    contentBase64: Type.Optional(
      Type.String({
        ...canonicalBase64,
        description: 'The file itself, where the whole request stays within 10 MiB: this node seals it.',
      }),
    ),
    fileId: Type.Optional(Type.String({ ...FileId, description: 'Of a file whose sealed chunks were uploaded.' })),
    key: Type.Optional(
      Type.String({
        minLength: 43,
        maxLength: 43,
        description: 'With fileId: what its chunks were sealed with, base64url.',
      }),
    ),
    size: Type.Optional(Type.Integer({ ...Size, description: 'With fileId: bytes of the whole file.' })),
    sha256: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'With fileId: SHA-256 of the whole file in hex.' }),
    ),
  },
  {
    title: 'SubmittedFile',
    documented: { oneOf: [{ required: ['contentBase64'] }, { required: ['fileId', 'key', 'size', 'sha256'] }] },
  },
);
export const SubmittedFiles = Type.Optional(Type.Array(SubmittedFile, { maxItems: ACTION_FILES_MAX }));

export const FileView = namedObject('ActionFile', {
  fileId: FileId,
  fileName: Type.String(),
  contentType: Type.String(),
  size: Size,
});
