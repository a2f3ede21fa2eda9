// Ids that begin with their time, and the one that each node finds for a credential of a run.
import { expect } from 'chai';
import { issuanceCredentialId, timedUuid, UUID_TAIL_BYTES } from '../../../../../core/credentials/issuing/run-id.js';

const TAIL = Uint8Array.from({ length: UUID_TAIL_BYTES }, () => 0xff);

describe('core/credentials/issuing/run-id', () => {
  it('is a UUID of version 7 in the order of its time', () => {
    const ids = [0, 1, 255, 256, 1_795_255_200_000, 2 ** 48 - 1].map((ms) => timedUuid(ms, TAIL));
    expect(ids).to.deep.equal(ids.toSorted());
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[4]?.slice(0, 13).replace('-', '')).to.equal((1_795_255_200_000).toString(16).padStart(12, '0'));
  });

  it('is the same for what is sealed, and another one for another run, root or time', () => {
    const sealed = { run: '12'.repeat(32), root: 'ab'.repeat(32) };
    const id = issuanceCredentialId(1000, sealed);
    expect(issuanceCredentialId(1000, { ...sealed })).to.equal(id);
    const others = [
      issuanceCredentialId(1001, sealed),
      issuanceCredentialId(1000, { ...sealed, root: 'cd'.repeat(32) }),
      issuanceCredentialId(1000, { ...sealed, run: '34'.repeat(32) }),
    ];
    expect(others).to.not.include(id);
  });
});
