// Instances of workflows: what the ledger says of them, and the acts on one by its id.
import Type from 'typebox';
import type { IssueCode } from '../../../../core/base/issue.js';
import { route } from '../../../define.js';
import { Address, RegisterId } from '../../../schemas/base/common.js';
import { Id } from '../../../schemas/base/ids.js';
import { ACTION_ERRORS, IN_THE_BACKGROUND } from '../../../schemas/workflow/action-codes.js';
import { ChallengeResult, CreateChallenge, DeliveryBody, DeliveryResult } from '../../../schemas/workflow/delivery.js';
import { ConfirmBody, MoveResult } from '../../../schemas/workflow/moves.js';
import {
  CreateObjection,
  CreateResolution,
  ObjectionResult,
  ResolutionResult,
} from '../../../schemas/workflow/objection.js';
import { CreateOpening, OpeningBody } from '../../../schemas/workflow/opening.js';
import {
  ActionAccepted,
  ActionId,
  ActionResult,
  CancelBody,
  CancelResult,
  ClaimBody,
  CreateInstance,
  InstanceActionBody,
  InstanceBody,
  InstanceData,
  InstanceDefinition,
  InstanceNext,
  InstanceRejectBody,
  RejectResult,
} from '../../../schemas/workflow/workflow.js';

const params = Type.Object({ instanceId: Id });
const actionParams = Type.Object({ instanceId: Id, actionId: ActionId });
const query = Type.Object({
  registerId: Type.Optional(RegisterId),
});
const missing: readonly IssueCode[] = ['INSTANCE_NOT_FOUND', 'INSTANCE_TOO_LONG', 'QUERY_INVALID'];
/** Of what is submitted, beside the refusals of its own rules. */
const SENT_ERRORS = ['REGISTER_LEFT', 'QUOTA_EXCEEDED', 'POOL_FULL', 'POOL_SENDER_FULL', 'NODE_UNAVAILABLE'] as const;

export const instanceRoutes = {
  createInstance: route({
    method: 'POST',
    url: '/api/instances',
    writes: 'node',
    can: 'CanExecuteBlueprints',
    summary: 'Open an instance',
    description:
      'Chooses its id and holds its definition on this node. It is on the ledger once its starting action is sealed; until then this node alone knows it, and shows ' +
      'it to who opened it and to that organisation.',
    bodySize: 'form',
    input: { body: CreateInstance },
    output: { 201: InstanceBody },
    errors: ['FORBIDDEN', 'REGISTER_NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'VAL_BP_VERSION_001', 'NODE_UNAVAILABLE'],
  }),
  getInstance: route({
    method: 'GET',
    url: '/api/instances/:instanceId',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read an instance',
    description:
      'Rebuilt from the sealed ledger with every call, so every node that holds the register answers the same.',
    input: { params, query },
    output: InstanceBody,
    errors: missing,
  }),
  getInstanceDefinition: route({
    method: 'GET',
    url: '/api/instances/:instanceId/definition',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read which definition an instance follows',
    input: { params, query },
    output: InstanceDefinition,
    errors: missing,
  }),
  getInstanceState: route({
    method: 'GET',
    url: '/api/instances/:instanceId/state',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'Read the data of an instance that a wallet may see',
    description: 'Opened with the key of the wallet. Without `wallet` the one wallet of the caller that takes part.',
    input: { params, query: Type.Object({ ...query.properties, wallet: Type.Optional(Address) }) },
    output: InstanceData,
    errors: [...missing, 'WALLET_ACCESS_DENIED', 'WALLET_LOCKED'],
  }),
  getNextActions: route({
    method: 'GET',
    url: '/api/instances/:instanceId/next-actions',
    reads: 'sealed',
    can: 'CanExecuteBlueprints',
    summary: 'List the actions that an instance waits for',
    input: { params, query },
    output: InstanceNext,
    errors: missing,
  }),
  openInstanceParts: route({
    method: 'POST',
    url: '/api/instances/:instanceId/openings',
    writes: 'nothing',
    can: 'CanExecuteBlueprints',
    summary: 'Show parts of a sealed action with what proves them',
    description:
      'Opened with the key of the wallet; without `wallet` the one wallet of the caller that takes part. Nothing is written. `quorate tx evidence --open` puts the opening ' +
      'into an evidence file, and `quorate verify` checks it with no key and no node. With `gate` all evidence of that gate is shown, with what proves to outsiders whether it held: `quorate tx evidence --gate`.',
    bodySize: 'form',
    input: { params, query, body: CreateOpening },
    output: OpeningBody,
    errors: [
      ...missing,
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'TRANSACTION_NOT_FOUND',
      'BODY_INVALID',
      'CIPHERTEXT_INVALID',
      'PUBLICATION_NOT_FOUND',
    ],
  }),
  deliverInstance: route({
    method: 'POST',
    url: '/api/instances/:instanceId/deliveries',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Give holders of roles what they are owed',
    description:
      'A wallet that holds a role now is owed what the role reads and was sealed before it held it. Any wallet that was given it may give it on: it is sealed to the holder, who checks ' +
      'it against what the action was sealed with. The instance lists what is owed. With `role` to the holder of this role alone. A call makes a bounded number of deliveries, and `more` says how many runs are left.',
    bodySize: 'form',
    input: { params, query, body: DeliveryBody },
    output: { 200: DeliveryResult, 202: DeliveryResult },
    idempotent: true,
    errors: [
      ...missing,
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'RECIPIENT_KEY_UNKNOWN',
      'CIPHERTEXT_INVALID',
      'VAL_DELIVER_001',
      'VAL_DELIVER_002',
      'VAL_DELIVER_003',
      'VAL_DELIVER_004',
      ...SENT_ERRORS,
    ],
  }),
  challengeInstance: route({
    method: 'POST',
    url: '/api/instances/:instanceId/challenges',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Say that an action was not delivered',
    description:
      'For an action that a role of the wallet reads, and that does not open or is not what was committed. Its sender delivers it again within `disputes.deliverWithin` of the definition; ' +
      'its node does so by itself while the wallet is unlocked, and the deadlines of the role are later by the term. Otherwise any party objects, and the action is void. ' +
      'The delivery is provable: if it gives nothing either, the wallet proves that by an objection. ' +
      'With `gate` it is about kept evidence, which stays on the ledger then, encrypted to this wallet. It can be asked for while it is kept for `deliverWithin` or longer, by who was to get it at the seal.',
    bodySize: 'form',
    input: { params, query, body: CreateChallenge },
    output: { 200: ChallengeResult, 202: ChallengeResult },
    idempotent: true,
    errors: [
      ...missing,
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'TRANSACTION_NOT_FOUND',
      'VAL_DELIVER_005',
      'VAL_DELIVER_006',
      'VAL_DELIVER_008',
      'VAL_OBJ_002',
      ...SENT_ERRORS,
    ],
  }),
  objectInstance: route({
    method: 'POST',
    url: '/api/instances/:instanceId/objections',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Object to an action that breaks its rules',
    description:
      'The node reads the action with the wallet, and shows the parts that prove what is wrong, and no others: all members of the register read these from then on. With `preview` it only says which. ' +
      'Each validator judges the objection. Then the fault is recorded for good, and the action is void and has to be done again; one whose route went back to an action that ran before is void alone. ' +
      'Without a ground the node takes the first that the wallet finds and can prove. A run that was not delivered is challenged first.',
    bodySize: 'form',
    input: { params, query, body: CreateObjection },
    output: { 200: ObjectionResult, 202: ObjectionResult },
    idempotent: true,
    errors: [
      ...missing,
      'WALLET_ACCESS_DENIED',
      'WALLET_LOCKED',
      'TRANSACTION_NOT_FOUND',
      'VAL_OBJ_001',
      'VAL_OBJ_002',
      'VAL_OBJ_004',
      'VAL_OBJ_005',
      'VAL_OBJ_006',
      'VAL_OBJ_007',
      'VAL_OBJ_009',
      'RECIPIENT_KEY_UNKNOWN',
      'CIPHERTEXT_INVALID',
      ...SENT_ERRORS,
    ],
  }),
  resolveInstance: route({
    method: 'POST',
    url: '/api/instances/:instanceId/resolutions',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Say how the dispute of an instance ends',
    description:
      'By the holder of the role that the definition names (`disputes.resolver`), or by all parties but the one at fault: the dispute ends where they say the same. ' +
      'A party with several roles says it once. With `preview` it only says whether that decides, and who else has to agree.',
    bodySize: 'form',
    input: { params, query, body: CreateResolution },
    output: { 200: ResolutionResult, 202: ResolutionResult },
    idempotent: true,
    errors: [
      ...missing,
      ...['WALLET_ACCESS_DENIED', 'WALLET_LOCKED'],
      ...['VAL_RES_001', 'VAL_RES_002', 'VAL_RES_003', 'VAL_RES_004', 'CIPHERTEXT_INVALID'],
      ...SENT_ERRORS,
    ] as const,
  }),
  executeInstanceAction: route({
    method: 'POST',
    url: '/api/instances/:instanceId/actions/:actionId/execute',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Do an action of an instance',
    description: IN_THE_BACKGROUND,
    bodySize: 'content',
    input: { params: actionParams, query, body: InstanceActionBody },
    output: { 200: ActionResult, 202: ActionAccepted },
    idempotent: true,
    errors: ACTION_ERRORS,
  }),
  rejectInstanceAction: route({
    method: 'POST',
    url: '/api/instances/:instanceId/actions/:actionId/reject',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Reject an action of an instance',
    bodySize: 'content',
    input: { params: actionParams, query, body: InstanceRejectBody },
    output: { 200: RejectResult, 202: RejectResult },
    idempotent: true,
    errors: [...ACTION_ERRORS, 'VAL_BP_014'],
  }),
  claimRole: route({
    method: 'POST',
    url: '/api/instances/:instanceId/actions/:actionId/claim',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Reserve the role of an action',
    description:
      'While no one holds the role that sends the action, or another one that is named: by a candidate of it, or of a role without candidates by any wallet that may take it. The others cannot act in it until the claim ends. Its reads are encrypted to it from then on, and earlier ones are owed to it (deliverInstance).',
    bodySize: 'form',
    input: { params: actionParams, query, body: ClaimBody },
    output: { 200: ActionResult, 202: ActionResult },
    idempotent: true,
    errors: ACTION_ERRORS,
  }),
  releaseRole: route({
    method: 'POST',
    url: '/api/instances/:instanceId/actions/:actionId/release',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Give back the role of an action that was reserved',
    bodySize: 'form',
    input: { params: actionParams, query, body: ClaimBody },
    output: { 200: ActionResult, 202: ActionResult },
    idempotent: true,
    errors: ACTION_ERRORS,
  }),
  confirmRun: route({
    method: 'POST',
    url: '/api/instances/:instanceId/confirmations',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Confirm a run of an instance, or have it done again',
    description:
      'For an action whose definition says `confirm`. A yes is signed only where the node found the run in order, and everything of it that the wallet has to see; ' +
      'name it in `acceptSuspect` to confirm it all the same. Why it is refused is read by who sent it and who confirm it.',
    bodySize: 'content',
    input: { params, query, body: ConfirmBody },
    output: { 200: MoveResult, 202: MoveResult },
    idempotent: true,
    errors: [...ACTION_ERRORS, 'BODY_INVALID', 'VAL_CONF_002', 'VAL_CONF_003', 'VAL_CONF_004'],
  }),
  cancelInstance: route({
    method: 'POST',
    url: '/api/instances/:instanceId/cancel',
    writes: 'register',
    can: 'CanExecuteBlueprints',
    summary: 'Cancel an instance',
    description:
      'By the wallet that opened it, while it is active, or by whom the definition names in `cancellation`: with `consent` each party calls this, and the instance ends when enough have. An instance that has done nothing yet is forgotten, for its opener.',
    input: { params, query, body: CancelBody },
    output: { 200: CancelResult, 202: CancelResult },
    idempotent: true,
    errors: [...ACTION_ERRORS, 'VAL_BP_018', 'VAL_BP_019', 'VAL_BP_020'],
  }),
};
