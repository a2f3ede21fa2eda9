// The texts that are taken as passwords. The tests of logging in show how a password is hashed.
import { expect } from 'chai';
import { Passwords } from '../../../../api/auth/passwords.js';

describe('api/auth/passwords', () => {
  const passwords = new Passwords({ memoryKib: 64 });
  const codes = async (password: string) =>
    (await passwords.check(password, '/password', ['ann@a.example'])).map(({ code }) => code);

  it('are judged by their beginning, because the whole of a long one takes seconds', async () => {
    const digits = '1234567890'.repeat(3);
    expect(await codes(`${digits} four copper kettles sing`)).to.deep.equal(['PASSWORD_WEAK']);
    expect(await codes(`four copper kettles sing ${digits.repeat(3)}`)).to.deep.equal([]);
  });

  it('have a length', async () => {
    expect(await codes('kettles si')).to.deep.equal(['PASSWORD_WEAK']);
    expect(await codes('four copper kettles sing '.repeat(6))).to.deep.equal(['PASSWORD_WEAK']);
    expect(await codes('four copper kettles sing')).to.deep.equal([]);
  });

  it('cost the same where there is no account', async () => {
    const checked: string[] = [];
    const counted = new Passwords({
      memoryKib: 64,
      verify: async (phc) => {
        checked.push(String(phc).split('$').slice(0, 4).join('$'));
        return true;
      },
    });
    const own = (await counted.hash('four copper kettles sing')) as string;
    expect(await counted.verify(own, 'four copper kettles sing')).to.equal(true);
    expect(await counted.verify(undefined, 'four copper kettles sing')).to.equal(false);
    expect(checked).to.have.length(2);
    expect(checked[1], 'algorithm and cost').to.equal(checked[0]).and.contain('argon2id');
  });
});
