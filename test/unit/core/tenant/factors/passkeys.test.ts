// The passkeys of an account: ten, none twice, and none that did not count on.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { NO_FACTORS, type Passkey } from '../../../../../core/tenant/factors/factors.js';
import { PASSKEYS_MAX, withPasskey, withUse } from '../../../../../core/tenant/factors/passkeys.js';

const passkey = (id: string, counter = 0): Passkey => ({
  ...{ id, publicKey: '', counter, transports: [], deviceType: 'multiDevice', isBackedUp: false },
  ...{ displayName: id, createdAt: '' },
});

const codeOf = (result: unknown): string | undefined => (isFailure(result) ? result.issue.code : undefined);

describe('core/tenant/factors/passkeys', () => {
  it('are ten at most, and none twice', () => {
    const all = Array.from({ length: PASSKEYS_MAX }, (_, i) => passkey(`${i}`));
    expect(codeOf(withPasskey({ passkeys: all }, passkey('a')))).to.equal('PASSKEYS_FULL');
    expect(codeOf(withPasskey({ passkeys: all.slice(1) }, passkey('a')))).to.equal(undefined);
    expect(codeOf(withPasskey({ passkeys: [passkey('a')] }, passkey('a')))).to.equal('PASSKEY_EXISTS');
  });

  for (const [before, after, refused] of [
    [0, 0, undefined],
    [0, 1, undefined],
    [5, 6, undefined],
    [5, 5, 'PASSKEY_FAILED'],
    [5, 4, 'PASSKEY_FAILED'],
    [5, 0, 'PASSKEY_FAILED'],
  ] as const)
    it(`that counted ${before} may say ${after}: ${refused ?? 'yes'}`, () => {
      const use = { id: 'a', counter: after, isBackedUp: true, at: 'now' };
      const changed = withUse({ passkeys: [passkey('b'), passkey('a', before)] }, use);
      expect(codeOf(changed)).to.equal(refused);
      if (isFailure(changed)) return;
      expect(changed.passkeys[1]).to.include({ counter: after, isBackedUp: true, lastUsedAt: 'now' });
      expect(changed.passkeys[0]).to.deep.equal(passkey('b'));
    });

  it('that were revoked meanwhile are none', () =>
    expect(codeOf(withUse(NO_FACTORS, { id: 'a', counter: 1, isBackedUp: true, at: '' }))).to.equal('PASSKEY_FAILED'));
});
