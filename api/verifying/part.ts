// Makes what the verifier of credentials needs of the node, for its composition and for tests.
import { REQUESTS_OPEN_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { KvReader } from '../../storage/engine/table.js';
import type { TextCipher } from '../../storage/tables/accounts/identity-providers.js';
import { PresentationRequests } from '../../storage/tables/credentials/presentation-requests.js';
import type { CredentialPart } from '../deps/credentials.js';
import type { VerifierMetrics, VerifierPart, VerifierSettings } from '../deps/verifier.js';
import type { RequestCertificates } from '../presenting/certificates.js';
import { OpenCounts, RequestFetches } from '../presenting/counts.js';
import { ForeignStatusTokens, type StatusType } from '../presenting/foreign-tokens.js';
import { IssuerDocuments } from '../presenting/issuer-documents.js';

export interface VerifierPorts {
  readonly kv: KvReader;
  readonly journal: Pick<Kv, 'getSync'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly outgoing: Outgoing;
  readonly secrets: TextCipher;
  readonly credentials: Pick<CredentialPart, 'lists' | 'statusTokens'>;
  readonly certificates: RequestCertificates;
  readonly settings: VerifierSettings;
  readonly metrics: VerifierMetrics | null;
}

export function verifierPart(ports: VerifierPorts): VerifierPart {
  const { kv, journal, clock, outgoing, credentials, ...rest } = ports;
  return {
    ...rest,
    requests: new PresentationRequests(kv, journal),
    open: new OpenCounts(REQUESTS_OPEN_MAX),
    fetches: new RequestFetches(),
    issuerDocuments: new IssuerDocuments({ clock, outgoing }),
    statusTokens: new ForeignStatusTokens({ clock, outgoing, own: (uri, form) => ownToken(credentials, uri, form) }),
  };
}

/** Undefined for a list that this node does not have. */
function ownToken({ lists, statusTokens }: VerifierPorts['credentials'], uri: string, form: StatusType) {
  const listId = uri.slice(uri.lastIndexOf('/') + 1);
  const row = uri === statusTokens.uriOf(listId) ? lists.find(listId) : undefined;
  return row && statusTokens.tokenOf(row, form);
}
