// Requests of verifiers (OpenID4VP 1.0) before a wallet of this node: for its person alone, who sees who asks and what
// is shown before anything is.
import Type from 'typebox';
import { route } from '../../../define.js';
import {
  AcceptPresentation,
  AnsweredPresentation,
  ResolvedPresentation,
  ResolvePresentation,
  WaitingPresentations,
} from '../../../schemas/accounts/met-presentation.js';
import { PresentationHistoryPage } from '../../../schemas/accounts/past-presentation.js';
import { RequestId } from '../../../schemas/accounts/presentation.js';
import { CursorPageQuery } from '../../../schemas/base/common.js';

const BASE = '/api/v1/presentations';
const params = Type.Object({ presentationId: RequestId });
const shared = { can: 'RequireUser' } as const;
const OF_ONE = ['PATH_INVALID', 'REQUEST_NOT_FOUND', 'REQUEST_EXPIRED'] as const;
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
    errors: [...OF_ONE, ...OF_WALLET, 'REQUEST_OBJECT_INVALID'],
    rate: 'heavy',
  }),
  acceptPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/accept`, writes: 'node', ...shared },
    summary: 'Show what a verifier asks for',
    description:
      'It goes to the host of the request alone. Each credential is shown with another of its copies, until all were shown once. A verifier that no trust list has takes acceptUntrusted besides.',
    input: { params, body: AcceptPresentation },
    output: AnsweredPresentation,
    errors: [
      ...(['BODY_INVALID', 'VERIFIER_UNTRUSTED', 'VERIFIER_REFUSED', 'CREDENTIAL_REFUSED'] as const),
      ...([...OF_ONE, ...OF_WALLET, 'REQUEST_OBJECT_INVALID', ...OUTGOING] as const),
    ],
    rate: 'strict',
    bucket: 'credential-answers',
  }),
  denyPresentation: route({
    ...{ method: 'POST', url: `${BASE}/:presentationId/deny`, writes: 'node', ...shared },
    summary: 'Tell a verifier that nothing is shown to it',
    input: { params },
    output: AnsweredPresentation,
    errors: [...OF_ONE, 'VERIFIER_REFUSED', ...OUTGOING],
    rate: 'strict',
    bucket: 'credential-answers',
  }),
};
