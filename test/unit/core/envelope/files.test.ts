// Encrypted files: chunks at their place only, the whole as it was sealed, and a key that goes with the field.
import { expect } from 'chai';
import fc from 'fast-check';
import { concat, toHex, utf8 } from '../../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../../core/base/result.js';
import {
  CHUNK_OVERHEAD_BYTES,
  chunkProblem,
  encryptChunk,
  type FileEncryption,
  type FileManifest,
  fileEncryption,
  filesNamedIn,
  isManifests,
  manifestProblem,
  openChunk,
  wholeProblem,
} from '../../../../core/envelope/files.js';

const file = fileEncryption(sha256('entropy of a file'), 3);
const parts = ['first part', 'second part', 'the last, and longer, part'].map(utf8);

function sealedChunk(seal: FileEncryption, index: number, part: Uint8Array): Uint8Array {
  const result = encryptChunk(seal, index, part);
  if (isFailure(result)) throw new Error(result.issue.message);
  return result;
}

const opened = (seal: FileEncryption, index: number, bytes: Uint8Array) => {
  const result = openChunk(seal, index, bytes);
  return isFailure(result) ? result.issue.code : toHex(result);
};

function manifestOf(
  seal: FileEncryption,
  chunks: readonly Uint8Array[],
  more: Partial<FileManifest> = {},
): FileManifest {
  const whole = concat(...chunks);
  return {
    ...seal,
    name: 'plan.pdf',
    contentType: 'application/pdf',
    size: whole.length,
    sha256: sha256Hex(whole),
    ...more,
  };
}

describe('disclosure: files', () => {
  it('chunks open in their places and make the file again', () => {
    const chunks = parts.map((part, i) => sealedChunk(file, i, part));
    const manifest = manifestOf(file, parts);
    expect(manifestProblem(manifest)).to.equal(undefined);
    const back = chunks.map((chunk, i) => openChunk(manifest, i, chunk));
    if (back.some(isFailure)) throw new Error('a chunk did not open');
    const whole = concat(...(back as Uint8Array[]));
    expect(toHex(whole)).to.equal(toHex(concat(...parts)));
    expect(wholeProblem(manifest, { size: whole.length, sha256: sha256Hex(whole) })).to.equal(undefined);
    for (const wrong of [
      { size: whole.length - 1, sha256: sha256Hex(whole) },
      { size: whole.length, sha256: sha256Hex('else') },
    ])
      expect(wholeProblem(manifest, wrong)?.code).to.equal('CIPHERTEXT_INVALID');
    const reference = { fileId: file.fileId, chunks: chunks.map((chunk) => sha256Hex(chunk)) };
    expect(chunkProblem(reference, 1, chunks[1] as Uint8Array)).to.equal(undefined);
    expect(chunkProblem(reference, 2, chunks[1] as Uint8Array)?.code).to.equal('CIPHERTEXT_INVALID');
    expect(chunkProblem(reference, 3, chunks[1] as Uint8Array)?.code).to.equal('CIPHERTEXT_INVALID');
  });

  it('a chunk does not open in another place, of another file, or among more or fewer chunks', () => {
    const chunk = sealedChunk(file, 1, parts[1] as Uint8Array);
    for (const index of [0, 2, -1, 3, 1.5]) expect(opened(file, index, chunk)).to.equal('CIPHERTEXT_INVALID');
    for (const total of [1, 2, 4]) expect(opened({ ...file, total }, 1, chunk)).to.equal('CIPHERTEXT_INVALID');
    const other = fileEncryption(sha256('another file'), 3);
    expect(opened(other, 1, chunk)).to.equal('CIPHERTEXT_INVALID');
    expect(opened({ ...file, fileId: other.fileId }, 1, chunk)).to.equal('CIPHERTEXT_INVALID');
    expect(opened({ ...file, key: 'short' }, 1, chunk)).to.equal('CIPHERTEXT_INVALID');
  });

  it('every changed bit, every cut and every addition is noticed', () => {
    const chunk = sealedChunk(file, 1, parts[1] as Uint8Array);
    for (let i = 0; i < chunk.length * 8; i++) {
      const changed = Uint8Array.from(chunk);
      changed[i >> 3] = (changed[i >> 3] as number) ^ (1 << (i & 7));
      expect(opened(file, 1, changed), `bit ${i}`).to.equal('CIPHERTEXT_INVALID');
    }
    for (let length = 0; length < chunk.length; length++)
      expect(opened(file, 1, chunk.subarray(0, length))).to.equal('CIPHERTEXT_INVALID');
    expect(opened(file, 1, concat(chunk, Uint8Array.of(0)))).to.equal('CIPHERTEXT_INVALID');
  });

  it('any content comes back; the same again is the same bytes, other content shares neither salt nor stream', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3000 }), fc.nat({ max: 2 }), (content, index) => {
        const chunk = sealedChunk(file, index, content);
        expect(chunk).to.have.lengthOf(content.length + CHUNK_OVERHEAD_BYTES);
        expect(opened(file, index, chunk)).to.equal(toHex(content));
        expect(toHex(sealedChunk(file, index, content))).to.equal(toHex(chunk));
        const changed = Uint8Array.from(content);
        changed[0] = (changed[0] as number) ^ 1;
        const other = sealedChunk(file, index, changed);
        expect(toHex(other.subarray(1, 33))).to.not.equal(toHex(chunk.subarray(1, 33)));
        const elsewhere = sealedChunk(file, (index + 1) % 3, content);
        expect(toHex(elsewhere.subarray(1, 33))).to.not.equal(toHex(chunk.subarray(1, 33)));
      }),
      { numRuns: 60 },
    );
  });

  it('the largest chunk fits, one byte more does not; only an empty file has an empty chunk', () => {
    const largest = new Uint8Array(FILE_CHUNK_BYTES_MAX).fill(7);
    const chunk = sealedChunk(file, 0, largest);
    expect(opened(file, 0, chunk)).to.equal(toHex(largest));
    const code = (seal: FileEncryption, index: number, content: Uint8Array) => {
      const result = encryptChunk(seal, index, content);
      return isFailure(result) ? result.issue.code : 'sealed';
    };
    expect(code(file, 0, new Uint8Array(FILE_CHUNK_BYTES_MAX + 1))).to.equal('BODY_TOO_LARGE');
    expect(opened(file, 0, new Uint8Array(FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES + 1).fill(1))).to.equal(
      'CIPHERTEXT_INVALID',
    );
    expect(code(file, 0, new Uint8Array(0))).to.equal('BODY_INVALID');
    const empty = fileEncryption(sha256('empty'), 1);
    expect(opened(empty, 0, sealedChunk(empty, 0, new Uint8Array(0)))).to.equal('');
    for (const index of [-1, 3, 0.5]) expect(code(file, index, parts[0] as Uint8Array)).to.equal('BODY_INVALID');
    for (const total of [0, 65, 1.5])
      expect(code({ ...file, total }, 0, parts[0] as Uint8Array)).to.equal('BODY_INVALID');
  }).timeout(60_000);

  it('a manifest has exactly its members, each of them sound', () => {
    const manifest = manifestOf(file, parts);
    expect(isManifests([manifest] as never)).to.equal(true);
    expect(isManifests([])).to.equal(true);
    const bad: [keyof FileManifest, unknown[]][] = [
      ['fileId', ['', 'AB'.repeat(16), 7]],
      ['key', ['', 'AAAA', 7]],
      ['total', [0, 65, 1.5, '3']],
      ['name', ['', '.', '..', 'a/b', 'a\\b', 'a\nb', '\u2028', '\u202egnp.exe', 'x'.repeat(256), '\ud800', 7]],
      ['contentType', ['', 'pdf', 'text/html\r\nX-Evil: 1', `a/${'b'.repeat(126)}`, 7]],
      ['size', [-1, 0, 2, 1.5, 40 * 1024 * 1024 + 1, '9']],
      ['sha256', ['', 'AB'.repeat(32), 7]],
    ];
    for (const [member, values] of bad)
      for (const value of values) {
        const changed = { ...manifest, [member]: value } as FileManifest;
        expect(manifestProblem(changed), `${member} ${value}`).to.include({ code: 'BODY_INVALID', path: `/${member}` });
        expect(isManifests([changed] as never)).to.equal(false);
      }
    expect(isManifests([{ ...manifest, more: 1 }] as never)).to.equal(false);
    expect(isManifests(Array(21).fill(manifest))).to.equal(false);
    for (const value of [null, {}, 'x', [null], [[]], [1]]) expect(isManifests(value as never)).to.equal(false);
    expect(
      manifestProblem({ ...manifest, contentType: 'text/plain; charset=utf-8', name: 'Plan für Äcker.pdf' }),
    ).to.equal(undefined);
  });

  it('a file goes with a field that names its id, however deep', () => {
    const manifest = manifestOf(file, parts);
    const { fileId } = file;
    for (const fields of [{ plan: { fileId } }, { plans: [{ title: 'a' }, { inner: { fileId } }] }, { fileId }])
      expect(filesNamedIn(fields, [manifest])).to.deep.equal([manifest]);
    for (const fields of [{}, { plan: fileId }, { plan: { name: 'plan.pdf' } }, { fileId: [fileId] }])
      expect(filesNamedIn(fields, [manifest])).to.deep.equal([]);
  });
});
