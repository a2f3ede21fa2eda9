// Prepared actions and their gates, as they are stated and shown.
import Type from 'typebox';
import { CERTIFICATE_BYTES_MAX } from '../../../core/base/limits/ledger/certificates.js';
import { GATE_ADDRESS_MAX, PRESENTATION_RAW_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { CreatePresentationRequest, MadePresentationRequest, RequestId } from '../accounts/presentation.js';
import { Address, namedObject, OpenObject, RegisterId, Timestamp, Uuid } from '../base/common.js';
import { Id } from '../base/ids.js';
import { ActionId, actionMembers } from './workflow.js';

export const GateId = Type.String({
  pattern: '^[0-9a-z]{9}-[A-Za-z0-9_-]{22}$',
  description: 'Id of a prepared action.',
  examples: ['0mhwzv8lc-q83vEjRWeJq83u8SNFZ4mg'],
});
const Requirement = Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$', description: 'Id of the gate in its action.' });

export const PreparedBody = Type.Object(actionMembers);
/** An action of an instance, to be prepared. */
export const PrepareInstanceAction = namedObject('PrepareInstanceAction', { actionId: ActionId, ...actionMembers });
/** An action, which opens an instance where it names none. */
export const PrepareAction = namedObject('PrepareAction', {
  blueprintId: Id,
  actionId: ActionId,
  registerAddress: RegisterId,
  instanceId: Type.Optional(Id),
  ...actionMembers,
});

const GATE_STATES = ['Open', 'Admitted', 'Answered', 'Refused', 'Declined'] as const;

const GateView = namedObject('GateOfAction', {
  id: Requirement,
  anyOfGroup: Type.Optional(Type.String({ description: 'Of the gates of one group one is met.' })),
  verifiedBy: Type.Optional(
    Type.String({ description: 'Role whose holder verifies what is shown, when the action is submitted.' }),
  ),
  state: Type.Enum([...GATE_STATES], {
    title: 'GateState',
    description: 'Answered: the browser of the holder has not brought its code yet. Of Refused problem says why.',
  }),
  nonce: Type.String({ description: 'The holder signs it.' }),
  audience: Type.String({ maxLength: GATE_ADDRESS_MAX, description: 'Client id that a presentation names.' }),
  responseUri: Type.String({ description: 'In the transcript of an mdoc that is presented without a request.' }),
  dcqlQuery: OpenObject,
  problem: Type.Optional(namedObject('GateProblem', { code: Type.String(), message: Type.String() })),
  requestId: Type.Optional(RequestId),
});

export const PreparedView = namedObject('ActionWithGates', {
  gateId: GateId,
  expiresAt: Timestamp,
  registerId: RegisterId,
  instanceId: Id,
  actionId: ActionId,
  isMet: Type.Boolean({ description: 'Each gate was shown what it asks: the action can be submitted.' }),
  requirements: Type.Array(GateView),
});

export const PresentAtGate = namedObject('PresentAtGate', {
  requirement: Requirement,
  rawPresentation: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: PRESENTATION_RAW_MAX },
      description: 'An SD-JWT with its key binding, or a DeviceResponse as base64url.',
    }),
  ),
  anchor: Type.Optional(
    Type.String({
      ...{ maxLength: 2 * CERTIFICATE_BYTES_MAX, pattern: '^[A-Za-z0-9+/_-]*={0,2}$' },
      description:
        'Certificate (DER as base64) that the chain of its issuer leads to, where this node does not know it.',
    }),
  ),
  credentialId: Type.Optional(Uuid),
  walletAddress: Type.Optional(Address),
  consent: Type.Optional(
    Type.Boolean({ description: 'The holder of the credential shows the claims that the gate asks for: true.' }),
  ),
  responseCode: Type.Optional(
    Type.String({ maxLength: 64, description: 'With which the browser of the holder came back.' }),
  ),
});

const { flow, redirectUri, responseMode, clientIdPrefix, profile, requestUriMethod } =
  CreatePresentationRequest.properties;
export const RequestAtGate = namedObject('RequestAtGate', {
  ...{ requirement: Requirement, flow, redirectUri, responseMode, clientIdPrefix, profile, requestUriMethod },
});
export const MadeRequestAtGate = MadePresentationRequest;
