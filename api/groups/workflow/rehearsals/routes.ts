// Rehearsals of drafts: a walk through the workflow in the sandbox of the organisation, with a wallet for each role
// (specification 4.1).
import Type from 'typebox';
import type { IssueCode } from '../../../../core/base/issue.js';
import { route } from '../../../define.js';
import { BlueprintParams } from '../../../schemas/workflow/blueprint.js';
import {
  RehearsalParams,
  RehearsalRejectionBody,
  RehearsalRoleBody,
  RehearsalStepBody,
  RehearsalSummary,
  RehearsalView,
  ScenariosBody,
  ScenariosResult,
  StartRehearsalBody,
} from '../../../schemas/workflow/rehearsal.js';

const STEP_ERRORS: readonly IssueCode[] = [
  'PATH_INVALID',
  'BODY_INVALID',
  'REHEARSAL_NOT_FOUND',
  'REHEARSAL_STEP_REFUSED',
  'REGISTER_OFFLINE',
  'POOL_FULL',
  'VALIDATOR_NOT_RUNNING',
];

export const rehearsalRoutes = {
  startRehearsal: route({
    method: 'POST',
    url: '/api/blueprints/:id/rehearsals',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Begin a rehearsal of a draft',
    description:
      'Makes or reuses the sandbox register of the organisation and makes a wallet for each role. It publishes the draft there with those wallets, and opens an instance. Its pass counts for the behaviour of the draft as it is now.',
    input: { params: BlueprintParams, body: StartRehearsalBody },
    output: { 201: RehearsalView },
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'FORBIDDEN',
      'BLUEPRINT_NOT_FOUND',
      'REHEARSAL_MODE_UNSUPPORTED',
      'REHEARSAL_BLOCKED',
      'REHEARSALS_FULL',
      'BLUEPRINT_TOO_COSTLY',
      'ENGINE_BUSY',
      'SIGNING_RATE_EXCEEDED',
      'SANDBOX_UNAVAILABLE',
      'VAL_SIZE_001',
    ],
    rate: 'heavy',
  }),
  rehearseScenarios: route({
    method: 'POST',
    url: '/api/blueprints/:id/rehearsals/scenarios',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Rehearse a draft by scenarios, whose clock moves',
    description:
      'Walks through all of them in memory, by the rules that validators run. It passes where each comes out as it says, and one comes to the end of the workflow. Where routes lead in circles, they have to do every action. The pass is that of a rehearsal. For drafts whose actions wait for a time (`notBefore`) there is no other way.',
    bodySize: 'content',
    input: { params: BlueprintParams, body: ScenariosBody },
    output: ScenariosResult,
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'FORBIDDEN',
      'BLUEPRINT_NOT_FOUND',
      'REHEARSAL_BLOCKED',
      'SCENARIO_INVALID',
      'BLUEPRINT_TOO_COSTLY',
      'ENGINE_BUSY',
    ],
    rate: 'heavy',
  }),
  listRehearsals: route({
    method: 'GET',
    url: '/api/blueprints/:id/rehearsals',
    can: 'CanManageBlueprints',
    summary: 'List the rehearsals of a draft, the newest first',
    input: { params: BlueprintParams },
    output: Type.Array(RehearsalSummary),
    errors: ['PATH_INVALID'],
  }),
  getRehearsal: route({
    method: 'GET',
    url: '/api/blueprints/:id/rehearsals/:rehearsalId',
    can: 'CanManageBlueprints',
    summary: 'Read where a rehearsal stands, its log, and what the acting role sees',
    input: { params: RehearsalParams },
    output: RehearsalView,
    errors: ['PATH_INVALID', 'REHEARSAL_NOT_FOUND'],
  }),
  discardRehearsal: route({
    method: 'DELETE',
    url: '/api/blueprints/:id/rehearsals/:rehearsalId',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Discard a rehearsal with the wallets of its roles',
    description: 'The sandbox stays. A pass that it gave stays too. 204 also where there is none.',
    input: { params: RehearsalParams },
    output: { 204: null },
    errors: ['PATH_INVALID'],
  }),
  switchRehearsalRole: route({
    method: 'POST',
    url: '/api/blueprints/:id/rehearsals/:rehearsalId/role',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Go on as another participant',
    input: { params: RehearsalParams, body: RehearsalRoleBody },
    output: RehearsalView,
    errors: ['PATH_INVALID', 'BODY_INVALID', 'REHEARSAL_NOT_FOUND', 'REHEARSAL_ROLE_UNKNOWN'],
  }),
  submitRehearsalStep: route({
    method: 'POST',
    url: '/api/blueprints/:id/rehearsals/:rehearsalId/steps',
    writes: 'register',
    can: 'CanManageBlueprints',
    summary: 'Do an action as the acting role',
    description:
      'Through the real engine, disclosure, signing and sealing. The last step records the pass. The same step again is answered as it was. ' +
      '422 with every reason for another role, an action that is not current, or data that the definition refuses.',
    bodySize: 'content',
    input: { params: RehearsalParams, body: RehearsalStepBody },
    output: RehearsalView,
    errors: STEP_ERRORS,
    rate: 'heavy',
  }),
  rejectRehearsalStep: route({
    method: 'POST',
    url: '/api/blueprints/:id/rehearsals/:rehearsalId/rejections',
    writes: 'register',
    can: 'CanManageBlueprints',
    summary: 'Reject an action as the acting role, where the definition allows it',
    description:
      'Goes back to the target of the rejection. A cancellation that ends the instance ends the rehearsal as Failed.',
    bodySize: 'form',
    input: { params: RehearsalParams, body: RehearsalRejectionBody },
    output: RehearsalView,
    errors: STEP_ERRORS,
    rate: 'heavy',
  }),
};
