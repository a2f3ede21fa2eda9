// The cookie of a sign-in: told by its state and its secret, and by nothing that another page could set.
import { expect } from 'chai';
import { clearCookie, hasCookie, setCookie } from '../../../../api/federation/browser-cookie.js';
import { sha256Hex } from '../../../../core/base/hash.js';

const plain = { state: 'a state', publicUrl: 'http://localhost:8080' };
const secure = { ...plain, publicUrl: 'https://ledger.example' };

describe('api/federation: cookie of the browser', () => {
  it('is of this host alone and needs TLS where the node has it', () => {
    expect(setCookie(secure, 'secret')).to.match(
      /^__Host-quorate-signin-[0-9a-f]{16}=secret; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(setCookie(plain, 'secret')).to.match(/^quorate-signin-[0-9a-f]{16}=secret; .*SameSite=Lax$/);
    expect(clearCookie(secure)).to.match(/=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('is known by its secret, of its state, once', () => {
    const [pair = ''] = setCookie(secure, 'secret').split(';');
    const hash = sha256Hex('secret');
    expect(hasCookie(secure, `other=1; ${pair}; more=2`, hash)).to.equal(true);
    const other = setCookie({ ...secure, state: 'another' }, 'secret').split(';')[0];
    const unprotected = setCookie(plain, 'secret').split(';')[0];
    for (const header of [
      undefined,
      '',
      pair.replace('secret', 'guess'),
      other,
      unprotected,
      `${pair}; ${pair}`,
      `x${pair}`,
      pair.replace('=', ' '),
    ])
      expect(hasCookie(secure, header, hash), String(header)).to.equal(false);
  });
});
