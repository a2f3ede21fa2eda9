// The delegation of a device: its end, its places, and who gets a further credential when.
import { expect } from 'chai';
import {
  DELEGATION_MS,
  DELEGATION_RENEWED_MS,
  DELEGATION_REPEATED_MS,
} from '../../../../../core/base/limits/node/people.js';
import {
  delegationEnd,
  isInForce,
  isRepeatable,
  renewalProblem,
  withCredential,
} from '../../../../../core/tenant/devices/delegation.js';

const HOUR = 3_600_000;
const START = 1000 * HOUR + 5;
const first = withCredential({ thumbprint: 'key', subject: 'me' }, { listId: 'a', index: 7 }, START);

describe('core/tenant/devices/delegation', () => {
  it('ends after ninety days at the latest, on the hour', () => {
    expect(delegationEnd(START)).to.equal(1000 * HOUR + DELEGATION_MS);
    expect(first).to.deep.equal({
      ...{ thumbprint: 'key', subject: 'me', issuedAtMs: START, expiresAtMs: 1000 * HOUR + DELEGATION_MS },
      places: [{ listId: 'a', index: 7, untilMs: 1000 * HOUR + DELEGATION_MS }],
    });
    expect(isInForce(first, first.expiresAtMs - 1)).to.equal(true);
    expect(isInForce(first, first.expiresAtMs)).to.equal(false);
  });

  it('keeps the places of credentials that have not ended, with the name and the key of the device', () => {
    const laterMs = first.expiresAtMs - HOUR;
    const second = withCredential(first, { listId: 'b', index: 1 }, laterMs);
    expect(second.places.map(({ listId }) => listId)).to.deep.equal(['a', 'b']);
    expect([second.subject, second.thumbprint, second.issuedAtMs]).to.deep.equal(['me', 'key', laterMs]);
    const third = withCredential(second, { listId: 'c', index: 2 }, first.expiresAtMs);
    expect(third.places.map(({ listId }) => listId)).to.deep.equal(['b', 'c']);
  });

  it('gives the same again within a day, and not where the clock was set back', () => {
    expect(isRepeatable(first, START)).to.equal(true);
    expect(isRepeatable(first, START + DELEGATION_REPEATED_MS - 1)).to.equal(true);
    expect(isRepeatable(first, START + DELEGATION_REPEATED_MS)).to.equal(false);
    expect(isRepeatable(first, START - 1)).to.equal(false);
  });

  it('is renewed by its own key in the last thirty days', () => {
    const code = (nowMs: number, thumbprint = 'key', delegation: typeof first | undefined = first) =>
      renewalProblem(delegation, { thumbprint, nowMs, isRevoked: false })?.code;
    const fromMs = first.expiresAtMs - DELEGATION_RENEWED_MS;
    expect(code(fromMs)).to.equal(undefined);
    expect(code(first.expiresAtMs - 1)).to.equal(undefined);
    expect(code(START + 1)).to.equal(undefined);
    expect(code(fromMs - 1)).to.equal('DEVICE_DELEGATION_CURRENT');
    expect(code(first.expiresAtMs)).to.equal('DEVICE_DELEGATION_ENDED');
    expect(code(fromMs, 'another')).to.equal('DEVICE_KEY_PROOF_INVALID');
    const own = { thumbprint: 'key', nowMs: fromMs };
    expect(renewalProblem(undefined, { ...own, isRevoked: false })?.code).to.equal('DEVICE_KEY_MISSING');
    expect(renewalProblem(first, { ...own, isRevoked: true })?.code).to.equal('DEVICE_DELEGATION_ENDED');
  });
});
