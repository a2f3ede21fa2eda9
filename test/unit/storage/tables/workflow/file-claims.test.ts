// Claims on chunks: made, done, released and purged with what they kept, and what is left to do found again after a
// restart.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../../storage/engine/memory.js';
import { FileChunks } from '../../../../../storage/tables/workflow/file-chunks.js';
import { type ClaimTask, FileClaims } from '../../../../../storage/tables/workflow/file-claims.js';

const bytes = (name: string) => sha256(name);
const hashOf = (name: string) => sha256Hex(bytes(name));

function store(kv: MemoryKv = memoryKv()) {
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const chunks = new FileChunks(kv, journal);
  const claims = new FileClaims(kv, journal, chunks);
  const commit = (ops: readonly KvOp[]) => journal.commit(ops);
  const put = (name: string) => commit(chunks.change(new Map(), new Map([[hashOf(name), bytes(name)]])));
  const open = async (given: { readonly after?: ClaimTask; readonly limit?: number } = {}) => {
    const found: string[] = [];
    for await (const { registerId, txId, state } of claims.open({ limit: 10, ...given }))
      found.push(`${registerId} ${txId} ${state}`);
    return found;
  };
  return { kv, journal, chunks, claims, commit, put, open };
}

describe('file claims', () => {
  it('keep what they name as long as one of them needs it', async () => {
    const { chunks, claims, commit, put } = store();
    await put('a');
    expect(chunks.has(hashOf('a')), 'nobody needs it').to.equal(false);
    const given = { nowMs: 5 };
    await commit(claims.add({ registerId: 'r', txId: '1' }, [hashOf('a'), hashOf('b'), hashOf('a')], given));
    await commit(claims.add({ registerId: 'r', txId: '2' }, [hashOf('a')], given));
    expect(claims.add({ registerId: 'r', txId: '2' }, [hashOf('c')], given)).to.deep.equal([]);
    expect(claims.find('r', '1')).to.deep.equal({ chunks: [hashOf('a'), hashOf('b')], claimedAtMs: 5 });
    expect([chunks.has(hashOf('a')), chunks.storedBytes]).to.deep.equal([false, 0]);
    await put('a');
    await put('a');
    expect([chunks.has(hashOf('a')), chunks.storedBytes]).to.deep.equal([true, 32]);
    await commit(claims.release('r', '1'));
    expect(await chunks.chunk(hashOf('a'))).to.deep.equal(bytes('a'));
    await commit(claims.release('r', '2'));
    expect(claims.release('r', '2')).to.deep.equal([]);
    expect([chunks.has(hashOf('a')), chunks.storedBytes, await chunks.chunk(hashOf('a'))]).to.deep.equal([
      false,
      0,
      undefined,
    ]);
  });

  it('say what is left to do, after a restart too and page by page', async () => {
    const { kv, journal, claims, commit } = store();
    for (const txId of ['1', '2', '3'])
      await commit(claims.add({ registerId: 'r', txId }, [hashOf(txId)], { state: 'submitted', nowMs: 1 }));
    await commit(claims.add({ registerId: 's', txId: '4' }, [hashOf('4')], { nowMs: 1 }));
    await commit(claims.turn({ registerId: 'r', txId: '2' }, 'wanted'));
    await commit(claims.turn({ registerId: 'r', txId: '3' }, undefined));
    expect(claims.turn({ registerId: 'r', txId: '2' }, 'wanted')).to.deep.equal([]);
    await commit([claims.advance('r', 7)]);
    await journal.close();
    const again = store(kv);
    expect(await again.open()).to.deep.equal(['r 1 submitted', 'r 2 wanted']);
    expect(await again.open({ limit: 1 })).to.deep.equal(['r 1 submitted']);
    const after = { registerId: 'r', txId: '1', state: 'submitted' } as const;
    expect(await again.open({ after, limit: 1 })).to.deep.equal(['r 2 wanted']);
    expect([again.claims.cursor('r'), again.claims.cursor('s')]).to.deep.equal([7, 0]);
  });

  it('go with their register, and nothing of another one does', async () => {
    const { chunks, claims, commit, put, open } = store();
    for (const [registerId, txId] of [
      ['r', '1'],
      ['r', '2'],
      ['rr', '1'],
    ] as const)
      await commit(claims.add({ registerId, txId }, [hashOf('a'), hashOf(registerId)], { state: 'wanted', nowMs: 1 }));
    for (const name of ['a', 'r', 'rr']) await put(name);
    await commit([claims.advance('r', 9)]);
    expect(await claims.registers()).to.deep.equal(['r', 'rr']);
    await claims.purge('r', commit);
    expect(await claims.registers()).to.deep.equal(['rr']);
    expect([claims.cursor('r'), await open()]).to.deep.equal([0, ['rr 1 wanted']]);
    expect(['a', 'r', 'rr'].map((name) => chunks.has(hashOf(name)))).to.deep.equal([true, false, true]);
    expect(chunks.storedBytes).to.equal(64);
  });
});
