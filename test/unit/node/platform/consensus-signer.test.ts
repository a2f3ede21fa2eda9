// The ring of consensus keys on disk: the same keys after a restart, another one on demand, and none with another
// master key.
import { expect } from 'chai';
import { openConsensusKeys } from '../../../../node/platform/consensus-signer.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { openStoreOn } from '../../../../storage/open.js';

const MASTER = Buffer.alloc(32, 1);

async function opened(kv = memoryKv(), seed = 1) {
  const { journal } = await openStoreOn(kv, { nowMs: 0, onFatal: () => undefined });
  let next = seed;
  return openConsensusKeys({ kv, journal, random: { bytes: (length) => Buffer.alloc(length, next++) } }, MASTER);
}

describe('consensus keys of a node', () => {
  it('makes the first at the first start and keeps every further one', async () => {
    const kv = memoryKv();
    const { keys } = await opened(kv);
    const first = keys.current;
    const told: string[] = [];
    keys.listen(({ publicKey }) => void told.push(publicKey === keys.current.publicKey ? publicKey : 'not current'));
    const [second, third] = await Promise.all([keys.make(), keys.make()]);
    expect(told).to.deep.equal([second.publicKey, third.publicKey]);
    expect(keys.current).to.equal(third);
    const ids = [first, second, third].map((key) => key!.validatorId);
    expect(new Set(ids).size).to.equal(3);
    const again = await opened(kv.crash(), 100);
    expect(again.keys.all().map((key) => key.validatorId)).to.deep.equal(ids);
    expect(again.keys.current.sign(Buffer.alloc(32, 9))).to.equal(third!.sign(Buffer.alloc(32, 9)));
  });

  it('makes one key in place of another, never one that it had', async () => {
    const kv = memoryKv();
    const { keys } = await opened(kv);
    const first = keys.current;
    const second = await keys.make();
    const [instead, same] = await Promise.all([0, 1].map(() => keys.replacementOf(first.validatorId)));
    expect(same).to.equal(instead);
    expect([first, second]).to.not.include(instead);
    expect(keys.current).to.equal(instead);
    const again = await opened(kv.crash(), 100);
    const later = await again.keys.replacementOf(first.validatorId);
    expect([first, second, instead].map((key) => key!.validatorId)).to.not.include(later.validatorId);
  });

  it('signs a roster with the key that it names', async () => {
    const { keys } = await opened();
    const second = await keys.make();
    const { validatorId, publicKey } = second;
    const roster = { validators: [{ validatorId, consensusKey: publicKey, orgId: 'org', peerId: '' }] };
    expect(keys.signerIn(roster)).to.equal(second);
    expect(keys.signerIn({ validators: [] })).to.equal(undefined);
  });
});
