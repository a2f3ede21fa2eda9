// The form of the manifests that evidence shows: each rule alone refuses one that is wrong in nothing else.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import type { Json } from '../../../../core/base/json.js';
import {
  ACTION_FILES_MAX,
  FILE_BYTES_MAX,
  FILE_CHUNK_BYTES_MAX,
  FILE_CHUNKS_MAX,
} from '../../../../core/base/limits/ledger/disclosure.js';
import { type FileManifest, fileEncryption, isManifests, manifestProblem } from '../../../../core/envelope/files.js';
import { guardCases } from '../../../support/base/guard-cases.js';

const manifest: FileManifest = {
  ...fileEncryption(sha256('entropy of a file'), 2),
  name: 'plan.pdf',
  contentType: 'application/pdf',
  size: 1000,
  sha256: sha256Hex('content'),
};

describe('a manifest that is shown', () => {
  guardCases<FileManifest>('manifestProblem', (said) => !manifestProblem({ ...manifest, ...said }), {
    // A list of one text passes for it in an expression.
    "typeof contentType === 'string'": { contentType: ['application/pdf'] as unknown as string },
    'contentType.length <= FILE_TYPE_MAX': { contentType: `a/${'b'.repeat(1000)}` },
    'CONTENT_TYPE.test(contentType)': { contentType: 'pdf' },
    'isCount(size, 0, FILE_BYTES_MAX)': { size: 1000.5 },
    'size <= total * FILE_CHUNK_BYTES_MAX': { size: 2 * FILE_CHUNK_BYTES_MAX + 1 },
    'size >= (total > 1 ? total : 0)': { size: 1 },
  });

  guardCases<FileManifest>('isCount', (said) => !manifestProblem({ ...manifest, ...said }), {
    'Number.isSafeInteger(value)': { total: 1.5 },
    'value >= min': { total: 0, size: 0 },
    'value <= max': { total: FILE_CHUNKS_MAX + 1, size: FILE_BYTES_MAX },
  });

  interface List {
    readonly list: unknown;
  }
  guardCases<List>('isManifests', ({ list = [manifest] }) => isManifests(list as Json), {
    'Array.isArray(value)': { list: 'one' },
    'value.length <= ACTION_FILES_MAX': { list: Array.from({ length: ACTION_FILES_MAX + 1 }, () => manifest) },
    'value.every((file) => hasOnly(file, MEMBERS) && !manifestProblem(file))': {
      list: [manifest, { ...manifest, x: 1 }],
    },
  });

  it('lacks no member', () => {
    for (const name of Object.keys(manifest)) {
      const { [name as keyof FileManifest]: _, ...rest } = manifest;
      expect(isManifests([rest as unknown as Json]), name).to.equal(false);
    }
    for (const other of [null, 'seven..', [manifest as unknown as Json]] as Json[])
      expect(isManifests([other])).to.equal(false);
  });
});
