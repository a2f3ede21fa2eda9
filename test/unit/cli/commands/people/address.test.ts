// The own address is verified by a mail and its token.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const ME = { 'GET /api/auth/me': { email: 'ada@acme.example' } };
const told = (message: string) => ({ success: true, message });

describe('cli address', () => {
  it('asks for a mail to the address of the account, or to the one that is stated', async () => {
    const answers = { ...ME, 'POST /api/auth/resend-verification': told('A mail is on its way.') };
    const own = await called(['address', 'verify'], answers);
    expect([own.exit, own.bodies]).to.deep.equal([0, [{ email: 'ada@acme.example' }]]);
    expect(own.out).to.contain('on its way');
    expect(own.err).to.contain('quorate address confirm');
    const stated = await called(['address', 'verify', 'eve@acme.example'], answers);
    expect(stated.bodies).to.deep.equal([{ email: 'eve@acme.example' }]);
  });

  it('sends the token of the mail back with the password, neither of them an argument', async () => {
    const answers = { 'POST /api/auth/verify-email': told('The address is verified.') };
    const asked = await called(['address', 'confirm'], answers, { answers: ['secret', 'a password'] });
    expect([asked.exit, asked.bodies]).to.deep.equal([0, [{ token: 'secret', password: 'a password' }]]);
    expect(asked.out).to.contain('The address is verified.');
    const read = await called(['address', 'confirm'], answers, { stdin: 'secret\na password\n' });
    expect(read.bodies).to.deep.equal(asked.bodies);
    expect((await called(['address', 'confirm'], answers, { stdin: 'secret' })).exit).to.equal(2);
  });

  it('wants an address where the account has none', async () => {
    const { exit, err } = await called(['address', 'verify'], { 'GET /api/auth/me': { email: '' } });
    expect(exit).to.equal(2);
    expect(err).to.contain('expected an e-mail address');
  });
});
