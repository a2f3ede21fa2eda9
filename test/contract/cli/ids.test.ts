// Names and beginnings of ids, where a command asks for a register, a wallet or a transaction.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { operatorOfAll } from './operator.js';

interface Made {
  readonly registerId: string;
}

describe('names and beginnings of ids', () => {
  const operator = operatorOfAll();
  let register: string;
  let address: string;

  before(async () => {
    await operator.ask(['wallet', 'create', 'Ada']);
    register = (await operator.ask<Made>(['register', 'create', 'Orders', '--owner', 'Ada'])).registerId;
    await operator.ask(['register', 'create', 'Twice', '--owner', 'Ada']);
    await operator.ask(['register', 'create', 'Twice', '--owner', 'Ada']);
    address = (await operator.ask<{ address: string }>(['wallet', 'show', 'Ada'])).address;
  });

  it('stand for the register', async () => {
    for (const text of [register, 'Orders', register.slice(0, 8), register.slice(0, 13).toUpperCase()])
      expect(await operator.ask(['register', 'show', text]), text).to.include({ id: register });
    expect(await operator.ask(['tx', 'list', 'Orders'])).to.have.property('total', 1);
  });

  it('stand for the wallet, also of governance', async () => {
    expect(await operator.ask(['wallet', 'show', address.slice(0, 12)])).to.include({ address });
    expect(await operator.ask(['query', 'sender', 'Ada', '--register', 'Orders'])).to.have.property('totalCount');
    expect((await operator.refused(['query', 'wallet', 'Bob'])).exit).to.equal(2);
    const time = ['register', 'reset-time', 'Orders', '--wallet'];
    // The act itself is refused, because the head is not ahead; the wallet was found.
    const refused = await operator.refused([...time, 'Ada']);
    expect([refused.code, refused.hint]).to.deep.equal(['VAL_PERM_004', undefined]);
    expect(await operator.refused([...time, 'Bob'])).to.include({
      exit: 2,
      error: 'there is no wallet "Bob" that you may see',
    });
  });

  it('stand for the transaction, within its register', async () => {
    const { transactions } = await operator.ask<{ transactions: { txId: string }[] }>(['tx', 'list', 'Orders']);
    const { txId } = transactions[0] as { txId: string };
    expect(await operator.ask(['tx', 'show', 'Orders', txId.slice(0, 10)])).to.include({ txId });
    expect(await operator.refused(['tx', 'show', 'Orders', 'ffff'])).to.deep.include({
      exit: 2,
      error: 'there is no transaction "ffff" that you may see',
    });
  });

  it('stand for the blueprint, as an option too, and for nothing where no node is asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-ids-'));
    const file = join(folder, 'invoice.json');
    await operator.ask(['blueprint', 'new', 'simple-invoice', '--out', file]);
    const { id } = await operator.ask<{ id: string }>(['blueprint', 'push', file]);
    rmSync(folder, { recursive: true });
    const words = [
      'tx',
      'prepare',
      'Orders',
      '--action',
      '1',
      '--sender',
      address,
      '--payload',
      '-',
      '--public',
      '--blueprint',
    ];
    const blueprintIn = async (...more: string[]) => {
      const made = await operator.ask<{ transaction: { blueprintId: string } }>([...words, ...more], { stdin: '{}' });
      return made.transaction.blueprintId;
    };
    for (const text of [id, id.slice(0, 8), 'Simple invoice']) expect(await blueprintIn(text), text).to.equal(id);
    expect(await blueprintIn('elsewhere')).to.equal('elsewhere');
  });

  it('stand for the organisation, by its short name too', async () => {
    const { id, name, subdomain } = await operator.ask<Record<'id' | 'name' | 'subdomain', string>>(['org', 'show']);
    for (const text of [id, id.slice(0, 8), name, subdomain])
      expect(await operator.ask(['org', 'show', '--organisation', text]), text).to.include({ id });
    expect(await operator.refused(['org', 'show', '--organisation', 'nope'])).to.include({
      exit: 2,
      error: 'there is no organisation "nope" that you may see',
    });
  });

  it('are refused where they mean several or none', async () => {
    const several = await operator.refused(['register', 'show', 'Twice']);
    expect(several).to.include({ exit: 2, error: '"Twice" is 2 registers' });
    const none = await operator.refused(['register', 'show', 'nope']);
    expect(none.error).to.equal('there is no register "nope" that you may see');
    expect(none.hint).to.contain('quorate register list');
    expect((await operator.refused(['register', 'show', register.slice(0, 3)])).exit).to.equal(2);
  });
});
