// Identity providers of organisations, each with its client secret, which is encrypted and is given only to the client
// that asks the provider.
import type { ProviderSlot } from '../../../core/tenant/federation/presets.js';
import type { IdentityProvider } from '../../../core/tenant/federation/provider.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type Key = readonly [organisationId: string, slot: ProviderSlot];

const providers = defineTable<Key, IdentityProvider>('identity-providers');

/** Encrypts texts under the name of their row, as storage/secrets/encrypted-texts.ts does. */
export interface TextCipher {
  encrypt(name: string, text: string): string;
  decrypt(name: string, encrypted: string): string;
}

export class IdentityProviders {
  private readonly table: RowTable<Key, IdentityProvider>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
    private readonly secrets: TextCipher,
  ) {
    this.table = new RowTable(kv, providers);
  }

  get(organisationId: string, slot: ProviderSlot): IdentityProvider | undefined {
    return this.table.current(this.queued, [organisationId, slot]);
  }

  put(provider: IdentityProvider): KvOp {
    return this.table.put([provider.organisationId, provider.slot], provider);
  }

  remove({ organisationId, slot }: Pick<IdentityProvider, 'organisationId' | 'slot'>): KvOp {
    return this.table.del([organisationId, slot]);
  }

  /** As it is kept in the row of the provider. */
  sealedSecret(providerId: string, clientSecret: string): string {
    return this.secrets.encrypt(nameOf(providerId), clientSecret);
  }

  clientSecret({ id, sealedSecret }: Pick<IdentityProvider, 'id' | 'sealedSecret'>): string {
    return this.secrets.decrypt(nameOf(id), sealedSecret);
  }
}

function nameOf(providerId: string): string {
  return `identity-providers/${providerId}/client-secret`;
}
