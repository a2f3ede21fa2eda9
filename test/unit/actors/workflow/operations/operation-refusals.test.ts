// Which refusals of what an operation signed leave it to the ledger how that ends, and which do not.
import { expect } from 'chai';
import { mayBeWithOthers } from '../../../../../actors/workflow/operations/operation-refusals.js';
import { type IssueCode, issue } from '../../../../../core/base/issue.js';
import type { OperationRecord } from '../../../../../storage/tables/workflow/operations.js';

const HOUR_MS = 3_600_000;

describe('a refusal of what an operation signed', () => {
  const may = (ms: number, ...codes: readonly IssueCode[]): boolean =>
    mayBeWithOthers(
      codes.map((code) => issue(code, '', '')),
      { createdAtMs: 0 } as OperationRecord,
      ms,
    );

  it('leaves it to others for three hours where it says that it is late here', () => {
    expect(may(3 * HOUR_MS - 1, 'VAL_TIME_002')).to.equal(true);
    expect(may(3 * HOUR_MS, 'VAL_TIME_002')).to.equal(false);
    expect(may(0, 'VAL_SCHEMA_004')).to.equal(false);
  });

  it('does not where rules read a time that is long past: others may not seal it either', () => {
    expect(may(0, 'VAL_TIME_005')).to.equal(false);
    expect(may(0, 'VAL_TIME_002', 'VAL_TIME_005')).to.equal(false);
  });
});
