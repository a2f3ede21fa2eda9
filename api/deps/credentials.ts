// The ports of credentials: of those that this node issues, and of those that its wallets hold.
import type { LRUCache } from 'lru-cache';
import type { CertificateOf } from '../../actors/credentials/anchor.js';
import type { OwedNews } from '../../actors/credentials/owed-news.js';
import type { WalletAttester } from '../../actors/trust/wallet-attester.js';
import type { WalletAsker } from '../../actors/wallet-asks/asking.js';
import type { Result } from '../../core/base/result.js';
import type { AuthorizationAsk } from '../../core/credentials/issuing/authorization.js';
import type { IssuedFormat } from '../../core/credentials/issuing/formats.js';
import type { Nonces, SeenOnce } from '../../core/credentials/issuing/nonces.js';
import type { ProofJwk } from '../../core/credentials/issuing/own-key.js';
import type { CompactJwe } from '../../core/credentials/jose/compact-jwe.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import type { PendingApplications } from '../../storage/tables/accounts/pending-applications.js';
import type { IssuedCredentials } from '../../storage/tables/credentials/issued.js';
import type { CredentialIssuers } from '../../storage/tables/credentials/issuers.js';
import type { KeptCredentials } from '../../storage/tables/credentials/kept.js';
import type { CredentialOffers } from '../../storage/tables/credentials/offers.js';
import type { PendingCredentials } from '../../storage/tables/credentials/pending.js';
import type { RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import type { StatusLists } from '../../storage/tables/credentials/status-lists.js';
import type { TakingCredentials } from '../../storage/tables/credentials/taking.js';
import type { CredentialTypes } from '../../storage/tables/credentials/types.js';
import type { Authorizations } from '../auth/authorizations.js';
import type { DpopProofs } from '../auth/proofs/dpop-proofs.js';
import type { MetRequests } from '../presenting/met-requests.js';
import type { IssuerReceipts } from '../presenting/receipts.js';
import type { SignAsIssuer } from '../status/signing.js';
import type { StatusTokens } from '../status/status-tokens.js';

export interface CredentialSettings {
  readonly enabled: boolean;
  /** Whether a token request with a pre-authorised code may have no client_id (OpenID4VCI 1.0 section 6.1). */
  readonly allowAnonymousClients: boolean;
  /** Subdomain of the organisation that is the issuer at the root of the node. */
  readonly rootIssuer: string;
  /** Whether a wallet has to bind its token to a key. */
  readonly dpop: 'optional' | 'required';
  /** Whether the holder key of a person signs for enrolled devices alone. */
  readonly deviceProof: 'optional' | 'required';
  readonly statusListEntries: number;
  readonly statusTtlSeconds: number;
  /** How long an offer is good for where its maker states nothing. */
  readonly offerMs: number;
  /** Whether wallets answer requests without a signature. */
  readonly allowUnverifiable: boolean;
  /** Types of transaction data that holders are asked to consent to. */
  readonly transactionDataTypes: readonly string[];
  /** Levels at which the node attests keys of its wallets to issuers (OpenID4VCI 1.0 appendix D.2). */
  readonly keyStorage: readonly string[];
  readonly userAuthentication: readonly string[];
}

/** The draft of an attestation, signed under a certificate of the maker. */
export type AttestWallet = WalletAttester['sign'];

export interface CredentialMetrics {
  countIssued(format: IssuedFormat, outcome: 'issued' | 'deferred' | 'refused'): void;
}

/** The key of the node that wallets encrypt their requests to. */
export interface RequestOpener {
  readonly jwk: ProofJwk & { readonly kid: string };
  /** The bytes that were encrypted; a text says why they are not to be had. */
  open(jwe: CompactJwe): Promise<Uint8Array | string>;
}

/** A request that a wallet pushed. */
export interface PushedRequest extends AuthorizationAsk {
  readonly organisationId: string;
  /** Identifier of the issuer that was asked. */
  readonly issuer: string;
  /** Its maker vouched for the wallet, so it does at the token endpoint again. */
  readonly isAttested: boolean;
}

/** A person said yes to a request, for an offer. */
export interface GrantedRequest extends PushedRequest {
  readonly offerId: string;
}

export interface CredentialPart {
  readonly issuers: CredentialIssuers;
  readonly offers: CredentialOffers;
  readonly issued: IssuedCredentials;
  /** Types of registers. */
  readonly types: CredentialTypes;
  /** Of runs of workflows. */
  readonly runs: RunIssuances;
  /** The newest offer by credential of a run: another one takes its place. */
  readonly newestOffers: LRUCache<string, string>;
  /** To the driver of those. */
  readonly owed: OwedNews;
  readonly lists: StatusLists;
  readonly statusTokens: StatusTokens;
  readonly sign: SignAsIssuer;
  /** The maker of the wallets of this node, who attests them to issuers. */
  readonly attester: {
    /** Of every wallet here, as a client of authorization servers. */
    readonly clientId: string;
    readonly sign: AttestWallet;
  };
  /** The key of this node that signs credentials of devices: public, and made when it is first asked for. */
  readonly deviceIssuer: () => Promise<Result<ProofJwk>>;
  readonly authorizations: Authorizations<PushedRequest, GrantedRequest>;
  readonly certificateOf: CertificateOf;
  /** For proofs of keys, each used once. */
  readonly nonces: Nonces;
  /** For requests that wallets encrypt. */
  readonly requestKey: RequestOpener;
  readonly dpop: DpopProofs;
  /** Proofs of attestations that came. */
  readonly attestationProofs: SeenOnce;
  /** Of wallets here. */
  /** Keys of wallets with which issuers are being asked. */
  readonly keysInUse: Set<string>;
  readonly kept: KeptCredentials;
  /** Credentials that issuers have later. */
  readonly pending: PendingCredentials;
  /** Credentials of runs that wallets here are to take by themselves. */
  readonly taking: TakingCredentials;
  /** Notices of what is on its way, which end once it came. */
  readonly applications: Pick<PendingApplications, 'clear'>;
  /** Offers whose person is at the issuer. */
  readonly receipts: IssuerReceipts;
  /** Of verifiers, which wait for the consent of a person here. */
  readonly met: MetRequests;
  /** To issuers and verifiers, those of this node among them. */
  readonly remote: Pick<Outgoing, 'request'>;
  readonly secrets: TextCipher;
  readonly settings: CredentialSettings;
  readonly metrics: CredentialMetrics | null;
}

export interface ApiCredentials {
  /** Asks the nodes of wallets that are on others. */
  readonly walletAsks: Pick<WalletAsker, 'ask'>;
  readonly credentials: CredentialPart;
}
