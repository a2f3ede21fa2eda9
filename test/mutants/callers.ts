// Broken versions about callers: whose address counts, who is let in, and what a refusal tells of others.
import type { Mutant } from './mutant.js';

export const CALLERS: readonly Mutant[] = [
  {
    name: 'anybody says whose address a request counts for',
    edits: [{ file: 'api/server/client-address', from: 'this.trusted.check(address, familyOf(address))', to: 'true' }],
    ...{ test: 'unit/api/server/client-address', caught: 'of the peer where it is not trusted' },
  },
  {
    name: 'text that is no address counts as a client of its own',
    edits: [{ file: 'api/server/client-address', from: '? address : undefined', to: '? address : hop.trim()' }],
    ...{ test: 'unit/api/server/client-address', caught: 'is that of the proxy for' },
  },
  {
    name: 'space of IPv6 that is given to nobody counts as public',
    edits: [{ file: 'core/outgoing/address', from: 'address.match(GLOBAL)', to: 'true' }],
    ...{ test: 'unit/core/outgoing/target', caught: 'holds ::7f00:1 for not public' },
  },
  {
    name: 'an administrator is told whether a host of the operator is there',
    edits: [
      { file: 'api/federation/guarded-fetch', from: 'toldToTenant(answer.issue,', to: '((one) => one)(answer.issue,' },
    ],
    ...{ test: 'contract/federation/providers', caught: 'say of no host whether it is there' },
  },
  {
    name: 'a backup goes on for somebody whose session was ended',
    edits: [{ file: 'storage/backup/live-backup', from: 'const end = ended();', to: 'const end = undefined;' }],
    ...{ test: 'unit/storage/backup/live-backup', caught: 'breaks off once its reader may read no further' },
  },
  {
    name: 'a frame of another page uses the passkeys of a person',
    edits: [{ file: 'api/sign-in/passkeys', from: '(client.crossOrigin ?? false) === false', to: 'true' }],
    ...{ test: 'contract/factors/passkeys', caught: 'open nothing for another page' },
  },
  {
    name: 'two accounts have one passkey',
    edits: [{ file: 'api/sign-in/passkeys', from: 'factors.ownerOf(id) === undefined', to: 'true' }],
    ...{ test: 'contract/factors/passkeys', caught: 'where another account has it' },
  },
  {
    name: 'an ID token of the future signs somebody in',
    edits: [{ file: 'api/federation/provider-client', from: 'claims.iat > ', to: 'claims.iat < 0 * ' }],
    ...{ test: 'contract/federation/oidc', caught: 'takes no ID token that is not' },
  },
  {
    name: 'a register of another tenant is followed by whoever knows its id',
    edits: [
      {
        file: 'api/groups/ledger/replication/handlers',
        from: '...(isOfOthers && { isOfOthers })',
        to: '...(false && { isOfOthers })',
      },
    ],
    ...{ test: 'contract/peers/replication', caught: 'and to no other' },
  },
];
