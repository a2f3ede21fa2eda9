// The issuer that each organisation is: the keys that sign, the types, its status lists, and how many offers wait.
import type { TrustAnchor } from '../../../core/credentials/issuing/copy-content.js';
import type { ProofJwk } from '../../../core/credentials/issuing/own-key.js';
import type { IssuerType } from '../../../core/credentials/issuing/type-rules.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** A key that signs credentials. It stays where its wallet goes: what it signed is verified with it. */
export interface IssuerKey {
  readonly wallet: string;
  /** Header `kid`: the thumbprint of the key. */
  readonly keyId: string;
  readonly jwk: ProofJwk;
  /** Of a wallet of another algorithm: the key beside its own. */
  readonly isCoKey?: true;
  /** Offers that it is to sign for, and that wait. */
  readonly offers?: number;
}

/** A list that takes credentials of one wallet, under one trust anchor, that end in one quarter. */
export interface OwnList {
  readonly id: string;
  readonly wallet: string;
  readonly trustAnchor: TrustAnchor;
  readonly quarter: string;
  readonly isClosed: boolean;
}

export interface Issuer {
  readonly keys: readonly IssuerKey[];
  readonly types: readonly IssuerType[];
  /** Oldest first. */
  readonly lists: readonly OwnList[];
  readonly offers: number;
}

/** The issuer with an offer more or less that waits, of a type and a wallet. */
export function countOffer(
  issuer: Issuer,
  { credentialType, issuerWallet }: { readonly credentialType: string; readonly issuerWallet: string },
  by: 1 | -1,
): Issuer {
  const withCount = <T extends { readonly offers?: number }>(item: T, isOf: boolean): T =>
    isOf ? { ...item, offers: Math.max(0, (item.offers ?? 0) + by) } : item;
  return {
    ...issuer,
    offers: Math.max(0, issuer.offers + by),
    types: issuer.types.map((type) => withCount(type, type.credentialType === credentialType)),
    keys: issuer.keys.map((key) => withCount(key, key.wallet === issuerWallet)),
  };
}

const issuers = defineTable<string, Issuer>('credential-issuers');
const NONE: Issuer = { keys: [], types: [], lists: [], offers: 0 };

export class CredentialIssuers {
  private readonly table: RowTable<string, Issuer>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, issuers);
  }

  of(organisationId: string): Issuer {
    return this.table.current(this.queued, organisationId) ?? NONE;
  }

  put(organisationId: string, issuer: Issuer): KvOp {
    return this.table.put(organisationId, issuer);
  }
}
