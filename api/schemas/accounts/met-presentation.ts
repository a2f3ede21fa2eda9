// Requests of verifiers that a wallet of this node was shown, as they are stated and shown.
import Type from 'typebox';
import { PRESENTATION_RAW_MAX } from '../../../core/base/limits/ledger/credentials.js';
import {
  MET_REQUEST_MAX,
  PRESENTATION_CLAIM_MAX,
  PRESENTATION_CLAIMS_MAX,
  REQUEST_MS,
  SELECTION_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { type Selected, selectionOf } from '../../../core/credentials/answering/selection.js';
import { VERIFIER_VERDICTS } from '../../../core/credentials/answering/verifier.js';
import type { DcqlCandidate, DcqlMatch } from '../../../core/credentials/query/match.js';
import type { WaitingRequest } from '../../presenting/met-requests.js';
import { Address, namedObject, OpenObject, Timestamp, Uuid } from '../base/common.js';
import { CredentialMatches } from './held-credential.js';
import { askedByType, RequestId } from './presentation.js';
import { WalletRef } from './wallet.js';

const QueryId = Type.String({ minLength: 1, maxLength: 256, description: 'Of the credential query.' });
const Selection = Type.Array(Type.Object({ queryId: QueryId, credentialId: Uuid }), { maxItems: SELECTION_MAX });

const AcceptUntrusted = Type.Optional(
  Type.Boolean({ description: 'True: the person knows the verifier although no trust list vouches for it.' }),
);

export const ResolvePresentation = namedObject('ResolvePresentation', {
  request: Type.String({
    minLength: 1,
    maxLength: MET_REQUEST_MAX,
    description: 'The text of the QR code or link: openid4vp://, with the request in it or where it is.',
  }),
  walletAddress: { ...WalletRef, description: 'The wallet that is to answer.' },
});
export const AcceptPresentation = namedObject('AcceptPresentation', {
  selection: Type.Optional({
    ...Selection,
    description: 'Which credential answers which query; when absent, the one that the request was shown with.',
  }),
  consent: Type.Boolean({ description: 'True: the person saw who asks and what is shown.' }),
  acceptUntrusted: AcceptUntrusted,
});

const Verifier = namedObject('MetVerifier', {
  clientId: Type.String({ description: 'With its prefix, as OpenID4VP 1.0 section 5.9 has it.' }),
  verdict: Type.Enum([...VERIFIER_VERDICTS], {
    title: 'VerifierVerdict',
    description:
      'TrustedListVerified: its certificates lead to a trust list of the organisation of the caller, or to an anchor of this node. AuthenticUntrusted: it signed under the name of its host, and nobody vouches for it. Unverifiable: the request is not signed.',
  }),
  host: Type.String({ description: 'The answer goes there, and nowhere else.' }),
  names: Type.Array(Type.String(), { description: 'Names of its certificate, where a list vouches for them.' }),
});
const frame = { presentationId: RequestId, walletAddress: Address, verifier: Verifier, expiresAt: Timestamp };
export const WaitingPresentations = namedObject('WaitingPresentations', {
  presentations: Type.Array(namedObject('WaitingPresentation', frame), { description: 'Newest first.' }),
});
export const ResolvedPresentation = namedObject('ResolvedPresentation', {
  ...frame,
  dcqlQuery: { ...OpenObject, description: 'The query of the verifier (OpenID4VP 1.0 section 6).' },
  matches: CredentialMatches,
  selection: { ...Selection, description: 'The credentials that are shown where the holder chooses nothing else.' },
  transactionData: Type.Array(
    Type.Object({ type: Type.String(), queryIds: Type.Array(Type.String()), data: OpenObject }),
    { description: 'The holder consents to it with one of the credentials.' },
  ),
});
export const PreviewPresentation = namedObject('PreviewPresentation', {
  selection: Type.Optional({
    ...Selection,
    description: 'As of accept: the one that the request was shown with, when absent.',
  }),
});
export const PreviewedPresentation = namedObject('PreviewedPresentation', {
  shown: Type.Array(
    Type.Object({
      queryId: QueryId,
      credentialId: Uuid,
      claims: { ...OpenObject, description: 'All that the verifier would read, with what cannot be kept back.' },
    }),
  ),
});
export const AnsweredPresentation = namedObject('AnsweredPresentation', {
  outcome: Type.Enum(['Submitted', 'Denied'], { title: 'AnsweredPresentationOutcome' }),
  redirectUri: Type.Optional(Type.String({ description: 'Where the browser goes on, as the verifier says.' })),
});

export const AskWallet = namedObject('AskWalletForPresentation', {
  ...askedByType,
  targetWalletAddress: { ...WalletRef, description: 'A wallet of this node, of a person.' },
  ttlSeconds: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: REQUEST_MS / 1000,
      description: 'How long it waits; five minutes when absent.',
    }),
  ),
});
export const AskedWallet = namedObject('AskedWallet', {
  requestId: RequestId,
  nonce: Type.String(),
  requestUrl: Type.String({ description: 'The request object.' }),
  qrCodeUrl: Type.String({ description: 'For the wallet: openid4vp://' }),
  expiresAt: Timestamp,
});
export const SubmitPresentation = namedObject('SubmitPresentation', {
  credentialId: Type.Optional({ ...Uuid, description: 'A credential of the wallet, which the node presents.' }),
  vpToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PRESENTATION_RAW_MAX,
      description: 'A presentation that a device made, in place of credentialId.',
    }),
  ),
  disclosedClaims: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: PRESENTATION_CLAIM_MAX }), {
      maxItems: PRESENTATION_CLAIMS_MAX,
      description: 'Names of claims in vpToken, for the history of the person.',
    }),
  ),
  acceptUntrusted: AcceptUntrusted,
});

export function waitingView({ id: presentationId, wallet: walletAddress, verifier, request }: WaitingRequest) {
  const shown = { ...verifier, names: [...verifier.names] };
  return { presentationId, walletAddress, verifier: shown, expiresAt: new Date(request.expiresAtMs).toISOString() };
}

export function resolvedView(waiting: WaitingRequest, match: DcqlMatch) {
  const { dcql, transactionData } = waiting.request;
  const selection: readonly Selected[] = selectionOf(match);
  return {
    ...waitingView(waiting),
    ...{ dcqlQuery: dcql, matches: matchesView(match), selection: selection.map((each) => ({ ...each })) },
    transactionData: transactionData.map(({ type, queryIds, data }) => ({ type, queryIds: [...queryIds], data })),
  };
}

export function matchesView({ shown, candidates }: DcqlMatch, leaving?: ReadonlyMap<DcqlCandidate, readonly string[]>) {
  return {
    satisfied: shown !== undefined,
    queries: [...candidates].map(([id, all]) => ({
      id,
      candidates: all.map((candidate) => ({
        credentialId: candidate.credential.id,
        claims: candidate.paths.map((path) => [...path]),
        ...(leaving && { leaving: [...(leaving.get(candidate) ?? [])] }),
      })),
    })),
    ...(shown && { shown: [...shown] }),
  };
}
