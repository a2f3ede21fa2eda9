// Pending registrations: they survive a restart, are swept when expired, and attestation keys lead back to their
// wallet.
import { expect } from 'chai';
import { initiate } from '../../../../../core/register/genesis/genesis.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { WalletStore } from '../../../../../storage/tables/accounts/wallets.js';
import { type PendingRegistration, Registrations } from '../../../../../storage/tables/node/registrations.js';
import { good } from '../../../../support/base/good.js';
import { NOW, owner, REGISTER_ID } from '../../../../support/register/ledger.js';

function pending(registerId: string, nowMs: number): PendingRegistration {
  const request = { name: 'R', tenantId: 't', owners: [{ userId: 'u', walletId: owner.address }] };
  const registration = good(initiate(request, { registerId, nonce: 'n', nowMs, validators: 1 }));
  return { registration, advertise: false, initiatedBy: 'u' };
}

describe('storage/tables/node/registrations', () => {
  it('keeps an entry until it is deleted, also for a second reader', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const registrations = new Registrations(kv, journal);
    const entry = pending(REGISTER_ID, NOW);
    const written = journal.commit([registrations.put(entry)]);
    expect(registrations.get(REGISTER_ID), 'queued').to.deep.equal(entry);
    await written;
    expect(new Registrations(kv, kv).get(REGISTER_ID), 'durable').to.deep.equal(entry);
    await journal.commit([registrations.del(REGISTER_ID)]);
    expect(registrations.get(REGISTER_ID)).to.equal(undefined);
    await journal.close();
  });

  it('sweeps what has expired and counts the rest', async () => {
    const kv = memoryKv();
    const registrations = new Registrations(kv, kv);
    const other = REGISTER_ID.replace('0000', '1000');
    await kv.write([registrations.put(pending(REGISTER_ID, NOW)), registrations.put(pending(other, NOW + 60_000))]);
    const { ops, left } = await registrations.sweep(NOW + 300_001);
    expect([ops.length, left]).to.deep.equal([1, 1]);
    await kv.write(ops);
    expect(registrations.get(REGISTER_ID)).to.equal(undefined);
    expect(registrations.get(other)?.registration.registerId).to.equal(other);
  });

  it('makes an attestation key a name of its wallet', async () => {
    const kv = memoryKv();
    const wallets = new WalletStore(kv, kv);
    const wallet = {
      id: '00000000-0000-4000-8000-000000000001',
      address: owner.address,
      name: 'W',
      description: '',
      algorithm: 'ED25519',
      publicKey: '',
      owner: { kind: 'organisation', id: 'o' },
      status: 'Active',
      tags: {},
      createdAt: 1,
      updatedAt: 1,
    } as const;
    await kv.write([...wallets.add(wallet), new Registrations(kv, kv).nameKey('qr1key', owner.address)]);
    expect(wallets.find('qr1key')?.id).to.equal(wallet.id);
  });
});
