// The last run of a node: what one process wrote is what the next one compares its clock with, also where an earlier version wrote it.
import { expect } from 'chai';
import { metaKey } from '../../../storage/keys.js';
import { lastSeenOp, readLastSeen } from '../../../storage/last-seen.js';
import { memoryKv } from '../../../storage/memory.js';
import { sealJson } from '../../../storage/value.js';

describe('storage/last-seen', () => {
  it('gives back what was written, and nothing of a start of the machine that is not known whole', async () => {
    const kv = memoryKv();
    const key = metaKey('clock');
    expect(readLastSeen(kv)).to.equal(undefined);
    await kv.write([lastSeenOp({ wallMs: 5, bootMs: 3, bootId: 'b' })]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 5, bootMs: 3, bootId: 'b' });
    await kv.write([lastSeenOp({ wallMs: 6, bootMs: 3 })]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 6 });
    await kv.write([{ key, value: sealJson({ seenMs: 7 }) }]);
    expect(readLastSeen(kv)).to.deep.equal({ wallMs: 7 });
    await kv.write([{ key, value: sealJson({ other: 7 }) }]);
    expect(readLastSeen(kv)).to.equal(undefined);
  });
});
