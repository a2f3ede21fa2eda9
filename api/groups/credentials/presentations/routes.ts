// Requests of verifiers (OpenID4VP 1.0) before a wallet of this node: for its person alone, who sees who asks and what
// is shown before anything is.
import Type from 'typebox';
import { route } from '../../../define.js';
import {
  AcceptPresentation,
  AnsweredPresentation,
  AskedWallet,
  AskWallet,
  PreviewedPresentation,
  PreviewPresentation,
  ResolvedPresentation,
  ResolvePresentation,
  SubmitPresentation,
  WaitingPresentations,
} from '../../../schemas/accounts/met-presentation.js';
import { PresentationHistoryPage } from '../../../schemas/accounts/past-presentation.js';
import { PresentationOutcome, RequestId } from '../../../schemas/accounts/presentation.js';
import { CursorPageQuery } from '../../../schemas/base/common.js';

const BASE = '/api/v1/presentations';
const params = Type.Object({ presentationId: RequestId });
const shared = { can: 'RequireUser', program: 'credential:hold' } as const;
const OF_ONE = ['PATH_INVALID', 'REQUEST_NOT_FOUND', 'REQUEST_EXPIRED'] as const;
/** Of a request to a wallet of this node, whose object is judged as any other. */
const OF_REQUEST = [
  'REQUEST_OBJECT_INVALID',
  'REQUEST_HOST_MISMATCH',
  'CERTIFICATE_MISSING',
  'QUOTA_EXCEEDED',
] as const;
const OF_WALLET = ['WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED', 'WALLET_LOCKED', 'ALGORITHM_UNSUPPORTED'] as const;
const OUTGOING = ['OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'] as const;

export const presentationRoutes = {
  resolvePresentation: route({
    ...{ method: 'POST', url: `${BASE}/resolve`, writes: 'node', ...shared },
    summary: 'Read the request of a verifier, and find what answers it',
    description:
      'Any verifier of OpenID4VP 1.0. Its signature and its host are judged, and nothing is shown to it. The request waits for five minutes at the most.',
    input: { body: ResolvePresentation },
    output: { 201: ResolvedPresentation },
    errors: [
      ...OF_WALLET,
      ...(['BODY_INVALID', 'REQUEST_OBJECT_INVALID', 'REQUEST_HOST_MISMATCH', 'REQUEST_EXPIRED'] as const),
      ...(['QUOTA_EXCEEDED', ...OUTGOING] as const),
    ],
    ...{ bodySize: 'answer', rate: 'strict', bucket: 'credential-verifiers', uncached: true },
  }),
  requestPresentation: route({
    ...{ method: 'POST', url: `${BASE}/request`, writes: 'node', can: 'CanRequestPresentations', bodySize: 'form' },
    summary: 'Ask the wallet of a person of this node for a presentation',
    description:
      'The person finds it in the inbox, and answers by accept, submit or deny. It is a request as any other: a phone may answer it too.',
    input: { body: AskWallet },
    output: { 201: AskedWallet },
    errors: ['BODY_INVALID', 'WALLET_NOT_FOUND', 'CERTIFICATE_MISSING', 'QUOTA_EXCEEDED'],
    rate: 'strict',
    bucket: 'wallet-requests',
  }),
  getPresentationOutcome: route({
    ...{ method: 'GET', url: `${BASE}/:presentationId/result`, can: 'CanRequestPresentations', uncached: true },
    summary: 'See what a wallet answered: 202 while nothing has come',
    input: { params },
    output: { 200: PresentationOutcome, 202: PresentationOutcome },
    errors: ['PATH_INVALID', 'REQUEST_NOT_FOUND', 'REQUEST_EXPIRED'],
  }),
  submitPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/submit`, writes: 'node', ...shared },
    recentSignInFor: 'showing',
    summary: 'Answer the request to a wallet with one credential',
    description: 'The consent of its person: with a credential that the node presents, or a presentation of a device.',
    input: { params, body: SubmitPresentation },
    output: AnsweredPresentation,
    errors: [
      ...(['BODY_INVALID', 'VERIFIER_UNTRUSTED', 'VERIFIER_REFUSED', 'CREDENTIAL_REFUSED'] as const),
      ...([...OF_ONE, ...OF_WALLET, ...OF_REQUEST, ...OUTGOING] as const),
    ],
    bodySize: 'answer',
    rate: 'strict',
    bucket: 'credential-answers',
  }),
  listWaitingPresentations: route({
    ...{ method: 'GET', url: BASE, ...shared, uncached: true },
    summary: 'List the requests of verifiers that wait for the caller',
    output: WaitingPresentations,
    errors: [],
  }),
  listPresentationHistory: route({
    ...{ method: 'GET', url: `${BASE}/history`, ...shared },
    summary: 'List what the caller showed to whom',
    description: 'The same history as that of the wallets of the caller on devices.',
    input: { query: CursorPageQuery },
    output: PresentationHistoryPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'FORBIDDEN'],
  }),
  getWaitingPresentation: route({
    ...{ method: 'GET', url: `${BASE}/:presentationId`, ...shared, uncached: true },
    summary: 'Read a request that waits, with what answers it now',
    input: { params },
    output: ResolvedPresentation,
    errors: [...OF_ONE, ...OF_WALLET, ...OF_REQUEST],
    rate: 'heavy',
  }),
  previewPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/preview`, writes: 'nothing', ...shared, uncached: true },
    summary: 'See which claims a verifier would read of a choice, before anything is shown',
    description: 'With their values. Some claims of a credential cannot be kept back: they are among them.',
    input: { params, body: PreviewPresentation },
    output: PreviewedPresentation,
    errors: ['BODY_INVALID', 'CREDENTIAL_REFUSED', ...OF_ONE, ...OF_WALLET, ...OF_REQUEST],
    rate: 'heavy',
  }),
  acceptPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/accept`, writes: 'node', ...shared },
    recentSignInFor: 'showing',
    summary: 'Show what a verifier asks for',
    description:
      'It goes to the host of the request alone. Each credential is shown with another of its copies, until all were shown once. A verifier that no trust list has takes acceptUntrusted besides.',
    input: { params, body: AcceptPresentation },
    output: AnsweredPresentation,
    errors: [
      ...(['BODY_INVALID', 'VERIFIER_UNTRUSTED', 'VERIFIER_REFUSED', 'CREDENTIAL_REFUSED'] as const),
      ...([...OF_ONE, ...OF_WALLET, ...OF_REQUEST, ...OUTGOING] as const),
    ],
    rate: 'strict',
    bucket: 'credential-answers',
  }),
  denyPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/deny`, writes: 'node', ...shared },
    summary: 'Tell a verifier that nothing is shown to it',
    input: { params },
    output: AnsweredPresentation,
    errors: [...OF_ONE, ...OF_REQUEST, 'VERIFIER_REFUSED', ...OUTGOING],
    rate: 'strict',
    bucket: 'credential-answers',
  }),
};
