// Actions that take credentials: prepared, shown credentials to, and submitted. Rights are those of the action.
import Type from 'typebox';
import type { IssueCode } from '../../../../core/base/issue.js';
import { route } from '../../../define.js';
import { RegisterId } from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import { ACTION_ERRORS, IN_THE_BACKGROUND } from '../../../schemas/workflow/action-codes.js';
import {
  GateId,
  MadeRequestAtGate,
  PrepareAction,
  PreparedView,
  PrepareInstanceAction,
  PresentAtGate,
  RequestAtGate,
} from '../../../schemas/workflow/gate.js';
import { ActionAccepted, ActionResult } from '../../../schemas/workflow/workflow.js';

const BASE = '/api/gates';
const params = Type.Object({ gateId: GateId });
const shared = { can: 'CanExecuteBlueprints', uncached: true } as const;
const SENT_CODES: readonly IssueCode[] = ['POOL_FULL', 'POOL_SENDER_FULL', 'REGISTER_LEFT', 'OPERATIONS_FULL'];
const FOUND = ['GATE_NOT_FOUND', 'GATE_EXPIRED'] as const;
const SUBMITTED = ['GATE_OPEN', 'GATE_STALE', 'PUBLICATION_NOT_FOUND', 'VAL_BP_001', 'WALLET_NODE_AWAY'] as const;
/** Of an action that is not sent yet. */
const CHECK_ERRORS = ACTION_ERRORS.filter((code) => !SENT_CODES.includes(code));
const PREPARES = {
  ...({ method: 'POST', writes: 'node', bodySize: 'content', rate: 'heavy', ...shared } as const),
  description:
    'All checks of the action are made but those of its gates, and its content and place are fixed. The answer has for each gate the nonce that the holder of a credential signs. It is kept for 15 minutes; an account has 32 at most.',
  output: { 201: PreparedView },
} as const;

export const gateRoutes = {
  prepareInstanceAction: route({
    ...PREPARES,
    url: '/api/instances/:instanceId/gates',
    summary: 'Prepare an action of an instance that takes credentials',
    input: {
      params: Type.Object({ instanceId: Id }),
      query: Type.Object({ registerId: Type.Optional(RegisterId) }),
      body: PrepareInstanceAction,
    },
    errors: [...CHECK_ERRORS, 'BODY_INVALID', 'QUERY_INVALID'],
  }),
  prepareAction: route({
    ...PREPARES,
    url: BASE,
    summary: 'Prepare an action that takes credentials, also one that opens an instance',
    input: { body: PrepareAction },
    errors: [...CHECK_ERRORS, 'BODY_INVALID', 'PUBLICATION_NOT_FOUND', 'VAL_BP_001'],
  }),
  getPreparedAction: route({
    ...{ method: 'GET', url: `${BASE}/:gateId`, ...shared },
    summary: 'See what the gates of a prepared action wait for',
    input: { params },
    output: PreparedView,
    errors: FOUND,
  }),
  cancelPreparedAction: route({
    ...{ method: 'DELETE', url: `${BASE}/:gateId`, writes: 'node', ...shared },
    summary: 'Drop a prepared action, with what was shown to it',
    input: { params },
    output: { 204: null },
    errors: FOUND,
  }),
  presentAtGate: route({
    ...{ method: 'POST', url: `${BASE}/:gateId/present`, writes: 'node', bodySize: 'answer', ...shared },
    summary: 'Show a credential at a gate',
    description:
      'A presentation that the holder made (rawPresentation), or a credential of a wallet of the caller here (credentialId, with consent). On one device: the code of the browser. It is judged at once by the rules of every reader. A refused one changes nothing.',
    ...{ rate: 'strict', bucket: 'presentations', recentSignInFor: 'showing' },
    input: { params, body: PresentAtGate },
    output: PreparedView,
    errors: [
      ...FOUND,
      ...(['BODY_INVALID', 'CREDENTIAL_REFUSED', 'CREDENTIAL_NOT_FOUND', 'RESPONSE_CODE_REFUSED'] as const),
      ...(['WALLET_ACCESS_DENIED', 'WALLET_LOCKED', 'ALGORITHM_UNSUPPORTED'] as const),
    ],
  }),
  requestAtGate: route({
    ...{ method: 'POST', url: `${BASE}/:gateId/requests`, writes: 'node', bodySize: 'form', ...shared },
    summary: 'Ask a wallet on a phone for the credential of a gate',
    description:
      'OpenID4VP 1.0, with the nonce of the gate. A request is good for five minutes and one answer, which lands at the gate; the prepared action shows what came.',
    input: { params, body: RequestAtGate },
    output: { 201: MadeRequestAtGate },
    errors: [...FOUND, 'BODY_INVALID', 'CERTIFICATE_MISSING', 'CREDENTIAL_REFUSED', 'QUOTA_EXCEEDED'],
  }),
  submitPreparedAction: route({
    ...{ method: 'POST', url: `${BASE}/:gateId/submit`, writes: 'register', ...shared },
    summary: 'Submit a prepared action whose gates are met',
    description: `Each credential is judged once more, with its status as it is now; then the action goes its way. ${IN_THE_BACKGROUND}`,
    input: { params },
    output: { 200: ActionResult, 202: ActionAccepted },
    idempotent: true,
    errors: [...ACTION_ERRORS, ...FOUND, ...SUBMITTED],
  }),
};
