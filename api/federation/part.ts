// Makes what signing in at providers needs of the node, for its composition and for tests.
import type { Kv } from '../../storage/engine/kv.js';
import type { KvReader } from '../../storage/engine/table.js';
import { ExternalIdentities } from '../../storage/tables/accounts/external-identities.js';
import { IdentityProviders, type TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import type { SecretPorts } from '../auth/one-time-secrets.js';
import { SignInsUnderWay } from '../auth/under-way.js';
import type { ApiDeps } from '../deps/deps.js';

export interface FederationPorts extends SecretPorts {
  readonly kv: KvReader;
  readonly journal: Pick<Kv, 'getSync'>;
  readonly secrets: TextCipher;
}

export function federationPart({
  kv,
  journal,
  secrets,
  ...ports
}: FederationPorts): Pick<ApiDeps, 'identityProviders' | 'identities' | 'signIns'> {
  return {
    identityProviders: new IdentityProviders(kv, journal, secrets),
    identities: new ExternalIdentities(kv, journal),
    signIns: new SignInsUnderWay(ports),
  };
}
