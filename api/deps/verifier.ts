// The ports of the verifier of credentials.
import type { ClientIdPrefix, RequestOutcome, ResponseMode } from '../../core/credentials/presenting/request.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import type { PresentationRequests } from '../../storage/tables/credentials/presentation-requests.js';
import type { RequestCertificates } from '../presenting/certificates.js';
import type { OpenCounts, RequestFetches } from '../presenting/counts.js';
import type { ForeignStatusTokens } from '../presenting/foreign-tokens.js';
import type { IssuerDocuments } from '../presenting/issuer-documents.js';

export interface VerifierSettings {
  /** How a request names its verifier, where its maker states nothing. */
  readonly clientIdPrefix: ClientIdPrefix;
  /** Whether answers are encrypted, where the maker of a request states nothing. */
  readonly responseMode: ResponseMode;
}

/** The outcome of an answer of a wallet here: its verifier took it, or refused it, or its holder denied the request. */
export type HolderOutcome = 'Submitted' | 'Refused' | 'Denied';

export interface VerifierMetrics {
  countPresented(role: 'verifier', outcome: RequestOutcome['state']): void;
  countPresented(role: 'holder', outcome: HolderOutcome): void;
}

export interface VerifierPart {
  readonly requests: PresentationRequests;
  /** Requests of each organisation. */
  readonly open: OpenCounts;
  readonly fetches: RequestFetches;
  readonly statusTokens: ForeignStatusTokens;
  readonly issuerDocuments: IssuerDocuments;
  readonly certificates: RequestCertificates;
  readonly secrets: TextCipher;
  readonly settings: VerifierSettings;
  readonly metrics: VerifierMetrics | null;
}

export interface ApiVerifier {
  readonly verifier: VerifierPart;
}
