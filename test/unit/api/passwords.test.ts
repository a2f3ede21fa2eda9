// What is taken for a password. How it is hashed is shown where somebody logs in.
import { expect } from 'chai';
import { Passwords } from '../../../api/auth/passwords.js';

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
});
