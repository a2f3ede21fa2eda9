// The own address is verified by a mail and its token.
import { expect } from 'chai';
import { called } from '../../../../support/command.js';

const ME = { 'GET /api/auth/me': { email: 'ada@acme.example' } };
const told = (message: string) => ({ success: true, message });

describe('cli address', () => {
  it('asks for a mail to the address of the account, or to the one that is stated', async () => {
    const answers = { ...ME, 'POST /api/auth/resend-verification': told('A mail is on its way.') };
    const own = await called(['address', 'verify'], answers);
    expect([own.exit, own.bodies]).to.deep.equal([0, [{ email: 'ada@acme.example' }]]);
    expect(own.out).to.contain('on its way');
    expect(own.err).to.contain('--token TOKEN');
    const stated = await called(['address', 'verify', 'eve@acme.example'], answers);
    expect(stated.bodies).to.deep.equal([{ email: 'eve@acme.example' }]);
  });

  it('sends the token of the mail back with the password of the account', async () => {
    const answers = { 'POST /api/auth/verify-email': told('The address is verified.') };
    const { exit, out, bodies } = await called(['address', 'verify', '--token', 'secret'], answers, {
      env: { QUORATE_PASSWORD: 'a password of Ada' },
    });
    expect([exit, bodies]).to.deep.equal([0, [{ token: 'secret', password: 'a password of Ada' }]]);
    expect(out).to.contain('The address is verified.');
  });

  it('wants an address where the account has none', async () => {
    const { exit, err } = await called(['address', 'verify'], { 'GET /api/auth/me': { email: '' } });
    expect(exit).to.equal(2);
    expect(err).to.contain('expected an e-mail address');
  });
});
