// One-time codes: the vectors of RFC 6238, the window, and no step twice.
import { expect } from 'chai';
import { backupCodeOf, base32, stepOf, totpUri, withoutBackupCode } from '../../../../../core/tenant/factors/totp.js';

/** The secret of RFC 6238 appendix B for SHA-1. */
const SECRET = base32(Buffer.from('12345678901234567890'));
/** Seconds and the last six of the eight digits there. */
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('core/tenant/factors/totp', () => {
  for (const [seconds, code] of VECTORS)
    it(`takes the code of RFC 6238 at ${seconds} s`, () => {
      const step = Math.floor(seconds / 30);
      expect(stepOf(code, { secret: SECRET, lastStep: 0 }, seconds * 1000)).to.equal(step);
      expect(stepOf(code, { secret: SECRET, lastStep: step }, seconds * 1000), 'a second time').to.equal(undefined);
    });

  it('takes the step before and after, and no others', () => {
    const at = (seconds: number) => stepOf('005924', { secret: SECRET, lastStep: 0 }, seconds * 1000);
    const [step, begin] = [41_152_263, 41_152_263 * 30];
    expect([at(begin - 31), at(begin - 30), at(begin), at(begin + 59), at(begin + 60)]).to.deep.equal([
      undefined,
      step,
      step,
      step,
      undefined,
    ]);
  });

  it('takes no code of another form', () => {
    for (const code of ['', '28708', '2870820', '28708a', ' 287082', '²87082'])
      expect(stepOf(code, { secret: SECRET, lastStep: 0 }, 59_000), code).to.equal(undefined);
  });

  it('gives apps a URI with issuer and account', () => {
    expect(totpUri(SECRET, { issuer: 'Quorate home', label: 'a:b@x.example' })).to.equal(
      'otpauth://totp/Quorate%20home:a%3Ab%40x.example?issuer=Quorate%20home&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    );
  });

  it('takes a backup code away that was used', () => {
    const totp = { secret: '', lastStep: 0, backupCodes: ['a', 'b'] };
    expect(withoutBackupCode(totp, 'a')?.backupCodes).to.deep.equal(['b']);
    expect(withoutBackupCode(totp, 'c')).to.equal(undefined);
    expect(backupCodeOf(' k5qw-2zle ')).to.equal('K5QW2ZLE');
  });
});
