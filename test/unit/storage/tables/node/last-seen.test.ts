// The last run of a node: what one process wrote is what the next one compares its clock with, also where an earlier
// version wrote it.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { checksumJson } from '../../../../../storage/engine/value.js';
import { metaKey } from '../../../../../storage/keys/chain-keys.js';
import { lastSeenOp, readLastSeen } from '../../../../../storage/tables/node/last-seen.js';

describe('storage/tables/node/last-seen', () => {
  it('gives back what was written, and nothing of a start of the machine that is not known whole', async () => {
    const kv = memoryKv();
    const key = metaKey('clock');
    expect(readLastSeen(kv)).to.equal(undefined);
    await kv.write([lastSeenOp({ wallMs: 5, bootMs: 3, bootId: 'b' })]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 5, bootMs: 3, bootId: 'b' });
    await kv.write([lastSeenOp({ wallMs: 6, bootMs: 3 })]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 6 });
    await kv.write([{ key, value: checksumJson({ seenMs: 7 }) }]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 7 });
    await kv.write([{ key, value: checksumJson({ other: 7 }) }]);
    expect(readLastSeen(kv)).to.equal(undefined);
  });
});
