// Rows of external identities and of identity providers: found as soon as they are queued, and gone with what named
// them.
import { expect } from 'chai';
import type { ExternalIdentity } from '../../../../../core/tenant/federation/identity.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { EncryptedTexts } from '../../../../../storage/secrets/encrypted-texts.js';
import { ExternalIdentities } from '../../../../../storage/tables/accounts/external-identities.js';
import { Tenants } from '../../../../../storage/tables/accounts/tenants.js';

const one = (subject: string, organisationId = 'org'): ExternalIdentity => ({
  ...{
    id: subject,
    organisationId,
    slot: 'idp',
    preset: 'Custom',
    issuer: 'https://i.example',
    subject,
    createdAt: '',
  },
});

describe('storage/tables/accounts/external-identities', () => {
  const opened = () => {
    const kv = memoryKv();
    const journal = new Journal(kv, {
      onFatal: (error) => {
        throw error;
      },
    });
    return { kv, journal, identities: new ExternalIdentities(kv, journal), tenants: new Tenants(kv, journal) };
  };

  it('find their account in their organisation alone, until they are unlinked', async () => {
    const { journal, identities } = opened();
    const stored = journal.commit(identities.put('u', [one('a'), one('b', 'other')]));
    expect([identities.userIdOf(one('a')), identities.userIdOf(one('a', 'other'))]).to.deep.equal(['u', undefined]);
    await stored;
    expect([...(await identities.userIdsIn('org'))]).to.deep.equal(['u']);
    await journal.commit(identities.put('u', [one('b', 'other')]));
    expect([identities.userIdOf(one('a')), identities.userIdOf(one('b', 'other'))]).to.deep.equal([undefined, 'u']);
    await journal.commit(identities.put('u', []));
    expect([identities.of('u'), identities.userIdOf(one('b', 'other'))]).to.deep.equal([[], undefined]);
    expect([...(await identities.userIdsIn('org')), ...(await identities.userIdsIn('other'))]).to.deep.equal([]);
    await journal.close();
  });

  it('leave the address of an account that an organisation manages out of the addresses of the node', async () => {
    const { journal, tenants } = opened();
    const user = { id: 'u', email: 'a@b.example', displayName: 'A', createdAt: '', memberships: [] };
    await journal.commit(tenants.putUser({ ...user, managedBy: 'org' }));
    expect([tenants.userOfEmail('a@b.example'), tenants.managedUser('other', 'a@b.example')]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(tenants.managedUser('org', 'a@b.example')?.id).to.equal('u');
    await journal.commit(tenants.putUser({ ...user, id: 'v' }));
    expect([tenants.userOfEmail('a@b.example')?.id, tenants.managedUser('org', 'a@b.example')?.id]).to.deep.equal([
      'v',
      'u',
    ]);
    await journal.close();
  });

  it('keep a secret that opens under its own name alone', () => {
    let count = 0;
    const random = { bytes: (length: number) => new Uint8Array(length).fill(++count) };
    const secrets = new EncryptedTexts(new Uint8Array(32).fill(1), random);
    const encrypted = secrets.encrypt('a', 'a secret');
    expect(secrets.decrypt('a', encrypted)).to.equal('a secret');
    expect(encrypted).to.not.equal(secrets.encrypt('a', 'a secret'));
    for (const [name, text] of [
      ['b', encrypted],
      ['a', encrypted.slice(0, -2)],
      ['a', '%'],
    ] as const)
      expect(() => secrets.decrypt(name, text), text).to.throw('does not open');
    expect(() => new EncryptedTexts(new Uint8Array(32).fill(2), random).decrypt('a', encrypted)).to.throw(
      'does not open',
    );
  });
});
