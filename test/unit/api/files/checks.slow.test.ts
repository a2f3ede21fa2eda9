// Checks of uploads: what is good is opened once, and what is not is refused. Few go on at a time, and everybody else
// has a turn between their chunks.
import { expect } from 'chai';
import { FileChecks } from '../../../../api/files/checks.js';
import type { OpenedFile } from '../../../../api/files/content.js';
import { sha256, sha256Hex } from '../../../../core/base/hash.js';
import {
  FILE_CHECKS_CALLER_WAITING_MAX,
  FILE_CHECKS_KEPT,
  FILE_CHECKS_MAX,
  FILE_CHECKS_WAITING_MAX,
} from '../../../../core/base/limits/node/files.js';
import { encryptChunk, fileEncryption } from '../../../../core/envelope/files.js';
import { good } from '../../../support/base/good.js';

/** An upload of these chunks, and the checks of a node that has it. */
function aNode() {
  const stored = new Map<string, Uint8Array>();
  const seen = { reads: 0, pauses: 0, atOnce: 0, most: 0 };
  const checks = new FileChecks({
    chunks: async (hash) => {
      seen.reads++;
      seen.most = Math.max(seen.most, ++seen.atOnce);
      await new Promise(setImmediate);
      seen.atOnce--;
      return stored.get(hash);
    },
    pause: () => {
      seen.pauses++;
      return new Promise(setImmediate);
    },
  });
  const upload = (name: string, parts: readonly string[] = [name]): OpenedFile => {
    const file = fileEncryption(sha256(name), parts.length);
    const whole = parts.join('');
    const chunks = parts.map((part, index) => {
      const sealed = good(encryptChunk(file, index, Buffer.from(part)));
      stored.set(sha256Hex(sealed), sealed);
      return sha256Hex(sealed);
    });
    const described = { name, contentType: 'text/plain', size: whole.length, sha256: sha256Hex(whole) };
    return { manifest: { ...file, ...described }, reference: { fileId: file.fileId, chunks } };
  };
  return { checks, seen, stored, upload };
}

describe('checks of uploads', () => {
  it('open what was good once, whatever it is called', async () => {
    const { checks, seen, upload } = aNode();
    const file = upload('plan', ['a', 'b', 'c']);
    expect(await checks.problem('ada', file)).to.equal(undefined);
    expect(seen.reads).to.equal(3);
    const renamed = { ...file, manifest: { ...file.manifest, name: 'other' } };
    expect(await checks.problem('bob', renamed)).to.equal(undefined);
    expect(seen.reads).to.equal(3);
  });

  it('refuse whatever else is said of what was good', async () => {
    const { checks, upload } = aNode();
    const file = upload('plan', ['a', 'b']);
    const other = upload('other', ['c', 'd']);
    await checks.problem('ada', file);
    const { manifest, reference } = file;
    const wrong: readonly OpenedFile[] = [
      { reference, manifest: { ...manifest, size: 1 } },
      { reference, manifest: { ...manifest, sha256: '0'.repeat(64) } },
      { reference, manifest: { ...manifest, key: 'A'.repeat(43) } },
      { reference, manifest: { ...manifest, fileId: 'ab'.repeat(16) } },
      { manifest, reference: { ...reference, chunks: other.reference.chunks } },
      { manifest, reference: { ...reference, chunks: [...reference.chunks].reverse() } },
    ];
    for (const [i, one] of wrong.entries())
      for (const time of ['once', 'again'])
        expect(await checks.problem('ada', one), `${i} ${time}`).to.have.property('code', 'CIPHERTEXT_INVALID');
  });

  it('remember no chunk that was not to be had', async () => {
    const { checks, stored, upload } = aNode();
    const file = upload('plan');
    const [[hash, bytes]] = [...stored] as [[string, Uint8Array]];
    stored.delete(hash);
    expect(await checks.problem('ada', file)).to.have.property('code', 'FILE_CHUNK_UNAVAILABLE');
    stored.set(hash, bytes);
    expect(await checks.problem('ada', file)).to.equal(undefined);
  });

  it('let everybody else go on each time they have been through the bytes of a chunk', async () => {
    const { checks, seen, upload } = aNode();
    await checks.problem('ada', upload('plan', ['a', 'b', 'c']));
    // Hashed, opened, and hashed again as a part of the whole.
    expect(seen.pauses).to.equal(9);
  });

  it('go on few at a time, one of each caller, and lose no waiting caller', async () => {
    const { checks, seen, upload } = aNode();
    const alone = await Promise.all(['a', 'b', 'c'].map((name) => checks.problem('ada', upload(name))));
    expect([alone, seen.most]).to.deep.equal([[undefined, undefined, undefined], 1]);
    const owners = Array.from({ length: 3 * FILE_CHECKS_MAX }, (_, i) => `owner ${i}`);
    const found = await Promise.all(owners.map((owner) => checks.problem(owner, upload(owner))));
    expect([new Set(found), seen.most]).to.deep.equal([new Set([undefined]), FILE_CHECKS_MAX]);
    // A file that is submitted twice at once is opened once.
    const before = seen.reads;
    const twice = upload('twice');
    await Promise.all([checks.problem('ada', twice), checks.problem('ada', twice)]);
    expect(seen.reads).to.equal(before + 1);
  });

  it('are refused where too many of one caller wait, or of all', async () => {
    const { checks, upload } = aNode();
    const ask = (owner: string, i: number) => checks.problem(owner, upload(`${owner} ${i}`));
    const own = Array.from({ length: 1 + FILE_CHECKS_CALLER_WAITING_MAX }, (_, i) => ask('ada', i));
    expect(await ask('ada', -1)).to.have.property('code', 'NODE_UNAVAILABLE');
    expect(await ask('bob', 0)).to.equal(undefined);
    expect(new Set(await Promise.all(own))).to.deep.equal(new Set([undefined]));
    const all = Array.from({ length: FILE_CHECKS_MAX + FILE_CHECKS_WAITING_MAX }, (_, i) => ask(`owner ${i}`, 0));
    expect(await ask('carol', 0)).to.have.property('code', 'NODE_UNAVAILABLE');
    expect(new Set(await Promise.all(all))).to.deep.equal(new Set([undefined]));
    expect(await ask('ada', -1)).to.equal(undefined);
  });

  it('forget the file unseen longest beyond their bound', async () => {
    const { checks, seen, upload } = aNode();
    const [first, second] = [upload('first'), upload('second')];
    await checks.problem('ada', first);
    await checks.problem('ada', second);
    for (let i = 2; i < FILE_CHECKS_KEPT; i++) await checks.problem('ada', upload(`file ${i}`));
    // Seen again, and so not the oldest any more.
    await checks.problem('ada', first);
    await checks.problem('ada', upload('one more'));
    const before = seen.reads;
    await checks.problem('ada', first);
    expect(seen.reads).to.equal(before);
    await checks.problem('ada', second);
    expect(seen.reads).to.equal(before + 1);
  });
});
