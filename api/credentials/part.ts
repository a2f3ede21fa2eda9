// Makes what credentials need of the node, for its composition and for tests.
import { LRUCache } from 'lru-cache';
import type { CertificateOf } from '../../actors/credentials/anchor.js';
import { OwedNews } from '../../actors/credentials/owed-news.js';
import { NONCE_MS, NONCES_USED_MAX, RUN_OFFERS_NEWEST_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { Nonces, SeenOnce } from '../../core/credentials/issuing/nonces.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { KvReader } from '../../storage/engine/table.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import { PendingApplications } from '../../storage/tables/accounts/pending-applications.js';
import { IssuedCredentials } from '../../storage/tables/credentials/issued.js';
import { CredentialIssuers } from '../../storage/tables/credentials/issuers.js';
import { KeptCredentials } from '../../storage/tables/credentials/kept.js';
import { CredentialOffers } from '../../storage/tables/credentials/offers.js';
import { PendingCredentials } from '../../storage/tables/credentials/pending.js';
import { RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import { StatusLists } from '../../storage/tables/credentials/status-lists.js';
import { TakingCredentials } from '../../storage/tables/credentials/taking.js';
import { CredentialTypes } from '../../storage/tables/credentials/types.js';
import { Authorizations } from '../auth/authorizations.js';
import { DpopProofs } from '../auth/proofs/dpop-proofs.js';
import type {
  AttestWallet,
  CredentialMetrics,
  CredentialPart,
  CredentialSettings,
  GrantedRequest,
  PushedRequest,
} from '../deps/credentials.js';
import { MetRequests } from '../presenting/met-requests.js';
import { IssuerReceipts } from '../presenting/receipts.js';
import { issuerSigning } from '../status/signing.js';
import { StatusTokens } from '../status/status-tokens.js';
import { RequestKey } from './encryption/requests.js';

export interface CredentialPorts {
  readonly kv: KvReader;
  /** Of the store: how often it lost writes. */
  readonly losses: number;
  readonly journal: Pick<Kv, 'getSync'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly keystore: Pick<Keystore, 'nodeKey' | 'signFormatted' | 'use'>;
  readonly certificateOf: CertificateOf;
  readonly secrets: TextCipher;
  readonly remote: Pick<Outgoing, 'request'>;
  readonly attest: AttestWallet;
  readonly publicUrl: string;
  readonly settings: CredentialSettings;
  readonly metrics: CredentialMetrics | null;
}

const KEY_BYTES = 32;
const BOUNDS = { lifetimeMs: NONCE_MS, usedMax: NONCES_USED_MAX };

export function credentialPart(ports: CredentialPorts): CredentialPart {
  const { kv, losses, journal, clock, random, keystore, certificateOf, secrets, remote, publicUrl, settings, metrics } =
    ports;
  const issuers = new CredentialIssuers(kv, journal);
  const lists = new StatusLists(kv, journal, { losses, origin: publicUrl });
  const sign = issuerSigning({ issuers, keystore, certificateOf });
  return {
    ...{ issuers, lists, sign, certificateOf, secrets, remote, settings, metrics },
    attester: { clientId: publicUrl, sign: ports.attest },
    deviceIssuer: async () =>
      keystore.use(await keystore.nodeKey('device-issuer'), ({ publicKey }) => p256Jwk(publicKey)),
    kept: new KeptCredentials(kv, journal),
    keysInUse: new Set(),
    pending: new PendingCredentials(kv, journal),
    taking: new TakingCredentials(kv, journal),
    applications: new PendingApplications(kv, journal),
    receipts: new IssuerReceipts(clock, random),
    met: new MetRequests(clock),
    offers: new CredentialOffers(kv, journal, issuers),
    issued: new IssuedCredentials(kv, journal),
    types: new CredentialTypes(kv),
    runs: new RunIssuances(kv, journal),
    newestOffers: new LRUCache({ max: RUN_OFFERS_NEWEST_MAX }),
    owed: new OwedNews(),
    statusTokens: new StatusTokens({
      ...{ clock, lists, sign, ttlSeconds: settings.statusTtlSeconds },
      uriOf: (listId) => `${lists.originOf(listId)}/api/v1/credentials/status-lists/${listId}`,
    }),
    authorizations: new Authorizations<PushedRequest, GrantedRequest>({ clock, random }),
    nonces: new Nonces(random.bytes(KEY_BYTES), BOUNDS),
    dpop: new DpopProofs({ clock, random }),
    attestationProofs: new SeenOnce(BOUNDS),
    requestKey: new RequestKey(random.bytes(KEY_BYTES)),
  };
}
