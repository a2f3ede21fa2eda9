// The token that a known device keeps: for one account, its password of then, and half a year.
import { expect } from 'chai';
import {
  DEVICE_TOKEN_MAX,
  deviceToken,
  KNOWN_ACCOUNTS_MAX,
  KNOWN_DEVICE_MS,
  knownDevice,
} from '../../../../../core/tenant/devices/known-device.js';

describe('core/tenant/devices: known devices', () => {
  const key = new Uint8Array(32).fill(1);
  const ann = { id: 'a', passwordHash: 'h1' };
  const nowMs = Date.parse('2026-11-29T00:00:00Z');
  const device = { id: 'A'.repeat(22), expiresAtMs: nowMs + KNOWN_DEVICE_MS };
  const token = deviceToken(key, ann, device);
  const of = (tokens: readonly string[], more: { account?: typeof ann; at?: number; by?: Uint8Array } = {}) =>
    knownDevice(more.by ?? key, more.account ?? ann, { tokens, nowMs: more.at ?? nowMs });

  it('are known by what they keep, among what they keep of others', () => {
    expect(of([token])).to.equal(device.id);
    expect(of([deviceToken(key, { id: 'b', passwordHash: 'h2' }, device), token])).to.equal(device.id);
    expect(token.length).to.be.at.most(DEVICE_TOKEN_MAX);
  });

  for (const [name, tokens, more] of [
    ['of another account', [token], { account: { id: 'b', passwordHash: 'h1' } }],
    ['of another password', [token], { account: { id: 'a', passwordHash: 'h2' } }],
    ['of another node', [token], { by: new Uint8Array(32).fill(2) }],
    ['that is over', [token], { at: device.expiresAtMs }],
    ['with a later end', [token.replace(/\.[^.]+\./, '.zzzzzzzzz.')], {}],
    ['with another id', [`B${token.slice(1)}`], {}],
    ['with half a signature', [token.slice(0, -20)], {}],
    ['that is none', ['', 'x', '..', 'a.b.c'], {}],
    ['behind more than are looked at', [...Array.from({ length: KNOWN_ACCOUNTS_MAX }, () => 'x'), token], {}],
  ] as const)
    it(`are not known by one ${name}`, () => expect(of(tokens, more)).to.equal(undefined));

  it('are none of an account without a password', () => {
    expect(knownDevice(key, { id: 'a' }, { tokens: [deviceToken(key, { id: 'a' }, device)], nowMs })).to.equal(
      undefined,
    );
  });
});
