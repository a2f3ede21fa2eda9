// The bound of bytes that may be sealed: organisations have theirs, and governance acts beyond it up to one of their
// own.
import { expect } from 'chai';
import { QUOTA_ACTS_BYTES_MAX } from '../../../../core/tenant/quotas.js';
import { turnKey } from '../../../../core/tenant/turn-key.js';
import { storedBytes } from '../../../../node/compose/stored-bytes.js';
import type { Usage, UsageRow } from '../../../../storage/tables/accounts/usage.js';

const FROM = turnKey({ organisationId: '3fa85f64-5717-4562-b3fc-2c963f66afa6', subject: 'a' });

describe('node/compose/stored-bytes', () => {
  const codeOf = (row: UsageRow, bytes: number, isAct: boolean) => {
    const usage = { of: () => row, countSealed: () => expect.fail('nothing is sealed') } as unknown as Usage;
    return storedBytes(usage, 1000).problem(FROM, { bytes, isAct })?.code;
  };

  it('lets governance acts pass beyond the bound, and those too only up to theirs', () => {
    const full = { wallets: 0, bytes: 1000 };
    expect([codeOf(full, 1, false), codeOf(full, 1, true)]).to.deep.equal(['QUOTA_EXCEEDED', undefined]);
    expect(codeOf({ ...full, acts: QUOTA_ACTS_BYTES_MAX - 10 }, 10, true)).to.equal(undefined);
    expect(codeOf({ ...full, acts: QUOTA_ACTS_BYTES_MAX - 10 }, 11, true)).to.equal('QUOTA_EXCEEDED');
    // With room in the bound it takes acts as anything else.
    expect(codeOf({ wallets: 0, bytes: 0, acts: QUOTA_ACTS_BYTES_MAX }, 1000, true)).to.equal(undefined);
    expect(codeOf({ ...full, quotas: { bytes: 0 }, acts: QUOTA_ACTS_BYTES_MAX }, 11, true)).to.equal(undefined);
  });
});
