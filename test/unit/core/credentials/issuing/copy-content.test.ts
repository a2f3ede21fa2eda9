// The time of issue of a copy: to the hour, and not before the certificate that verifies it.
import { expect } from 'chai';
import { statedIssueMs } from '../../../../../core/credentials/issuing/copy-content.js';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 10, 30, 5, 54, 51, 300);
const stated = (notBeforeMs: number) => statedIssueMs({ issuedAtMs: AT, issuer: { chain: [], notBeforeMs } as never });

describe('the time of issue that a copy states', () => {
  it('is the hour, which tells no two copies of a morning apart', () => {
    expect(stated(0)).to.equal(Date.UTC(2026, 10, 30, 5));
    expect(stated(AT - HOUR_MS)).to.equal(Date.UTC(2026, 10, 30, 5));
  });

  it('is not before the certificate of the issuer, to the second', () => {
    expect(stated(AT - 1300)).to.equal(AT - 1300);
    expect(stated(AT - 1100)).to.equal(AT - 300);
  });
});
