// Instances over HTTP: finds the instance, asks the workflow of the node, shapes the answer. The rules of the ledger
// decide what may be done.

import type { ClaimAsk } from '../../../../actors/workflow/moves/claim/ask.js';
import { hashHex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { executionHash } from '../../../../core/blueprint/definition/definition-hash.js';
import { newInstanceId } from '../../../../core/blueprint/state/instance-id.js';
import { latestPublication, publishedDefinition } from '../../../../core/instance/publications.js';
import { atTip, lookUpAtTip } from '../../../access/at-tip.js';
import { acting, instanceFor, instanceNotFound, readerOf } from '../../../access/instances.js';
import { visibleRegister } from '../../../access/registers.js';
import { ownerIdOf } from '../../../access/wallet-standing.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { suspectView } from '../../../views/actions.js';
import {
  bodyPath,
  deliveredAnswer,
  moveAnswer,
  movedAnswer,
  nextActionsBody,
  rejectedAnswer,
  SEAL_WAIT_MS,
} from '../../../views/instances.js';
import { placeOf } from '../../../workflow/instance-place.js';
import { namedInstance } from '../../../workflow/named-instance.js';
import {
  cancelOpening,
  findShown,
  isOpened,
  openingBody,
  openingDefinition,
  openingNext,
  openingState,
  readOpening,
} from '../../../workflow/openings.js';
import { submitTo } from '../../../workflow/submission.js';
import type { WorkflowDeps } from '../deps.js';
import { factsView } from './facts.js';
import type { instanceRoutes } from './routes.js';
import { shownParts } from './showing.js';

export const instanceHandlers: Handlers<typeof instanceRoutes, WorkflowDeps> = {
  createInstance: atTip(
    ({ body }) => body.registerId,
    async ({ body }, call) => {
      const { deps, caller } = call;
      if ((body.tenantId ?? caller.organisationId) !== caller.organisationId)
        return fail(issue('FORBIDDEN', '/tenantId', 'Your token is not for this organisation.'));
      const record = visibleRegister(call, body.registerId);
      if (isFailure(record)) return record;
      const view = deps.chain.view(record.reg);
      const pin = body.publicationTxId ?? latestPublication(view, body.blueprintId);
      if (pin === undefined)
        return fail(
          issue('PUBLICATION_NOT_FOUND', '/blueprintId', 'The register has no publication of this blueprint.'),
        );
      if (!publishedDefinition(view, body.blueprintId, pin))
        return fail(
          issue('VAL_BP_VERSION_001', '/publicationTxId', 'The pin is not a sealed publication of this blueprint.'),
        );
      const opening = {
        instanceId: newInstanceId(deps.clock.now(), deps.random),
        registerId: record.id,
        blueprintId: body.blueprintId,
        publicationTxId: pin,
        organisationId: caller.organisationId,
        openedBy: ownerIdOf(caller),
        openedAtMs: deps.clock.now(),
        ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
      };
      await deps.commit(deps.openings.add(opening));
      const shown = readOpening(deps, opening);
      return shown ? openingBody(shown) : fail(instanceNotFound());
    },
  ),

  async getInstance({ params, query }, call) {
    const view = await findShown(call, params.instanceId, query.registerId);
    if (isFailure(view)) return view;
    return isOpened(view) ? openingBody(view) : namedInstance(call, view);
  },

  async getInstanceDefinition({ params, query }, call) {
    const view = await findShown(call, params.instanceId, query.registerId);
    if (isFailure(view)) return view;
    if (isOpened(view)) return openingDefinition(view);
    const { definition, publicationTxId, blueprintId } = view;
    const record = call.deps.ledger.register(view.registerId);
    const latest = record && latestPublication(call.deps.chain.view(record.reg), blueprintId);
    return {
      instanceId: view.id,
      blueprintId,
      publicationTxId,
      blueprintExecDefHash: definition ? executionHash(definition as unknown as JsonObject, hashHex) : null,
      blueprintVersion: view.blueprintVersion,
      isPinnedToLatest: definition ? latest === publicationTxId : null,
      pinState: view.pinState,
    };
  },

  async getInstanceState({ params, query }, call) {
    const view = await findShown(call, params.instanceId, query.registerId);
    if (isFailure(view)) return view;
    if (isOpened(view)) return openingState(call, view, query.wallet);
    const reader = await readerOf(call, view, query.wallet);
    if (isFailure(reader)) return reader;
    const seen = await call.deps.workflow.visible(view.registerId, view.id, reader);
    if (isFailure(seen)) return seen;
    return {
      instanceId: view.id,
      actionCount: view.completedActionCount,
      previousTransactionId: view.lastTransactionId,
      data: seen.fields as Record<string, unknown>,
      ...(seen.runs && { facts: factsView(seen.runs, view.sealed) }),
      suspect: suspectView(seen.suspect),
      branchStates: Object.fromEntries(view.activeBranches.map(({ id, state }) => [id, state])),
    };
  },

  async getNextActions({ params, query }, call) {
    const view = await findShown(call, params.instanceId, query.registerId);
    if (isFailure(view)) return view;
    return isOpened(view) ? openingNext(view, call.languages) : nextActionsBody(view, call.languages);
  },

  openInstanceParts: ({ params, query, body }, call) =>
    shownParts(call, { instanceId: params.instanceId, registerId: query.registerId }, body),

  async deliverInstance({ params, query, body: { senderWallet, role } }, call) {
    const on = await sending(call, { ...params, ...query, senderWallet });
    if (isFailure(on)) return on;
    return deliveredAnswer(on.instanceId, await call.deps.workflow.move('Delivery', { ...on, role }));
  },

  async challengeInstance({ params, query, body: { senderWallet, txId, role, gate } }, call) {
    const on = await sending(call, { ...params, ...query, senderWallet });
    if (isFailure(on)) return on;
    const made = await call.deps.workflow.move('Challenge', { ...on, txId, role, gate });
    if (isFailure(made)) return made.mapIssues(bodyPath);
    return made.status === 'sealed' ? made : reply(202, made);
  },

  async objectInstance({ params, query, body: { senderWallet, preview = false, isPrivate, ...about } }, call) {
    const on = await sending(call, { ...params, ...query, senderWallet });
    if (isFailure(on)) return on;
    const made = await call.deps.workflow.move('Objection', { ...on, ...about, isPrivate, preview });
    if (isFailure(made)) return made.mapIssues(bodyPath);
    return made.status === 'pending' ? reply(202, made) : made;
  },

  async resolveInstance({ params, query, body: { senderWallet, preview = false, ...about } }, call) {
    const on = await sending(call, { ...params, ...query, senderWallet });
    if (isFailure(on)) return on;
    const readWith = (address: string) => acting(call, address, 'decrypt');
    const made = await call.deps.workflow.move('Resolution', { ...on, ...about, preview, readWith });
    if (isFailure(made)) return made.mapIssues(bodyPath);
    const { objectionTxId: objectionTransactionId, missing, ...message } = made;
    const result = { ...message, objectionTransactionId, missing: [...missing] };
    return made.status === 'pending' ? reply(202, result) : result;
  },

  async executeInstanceAction({ params, query, body }, call) {
    const { instanceId, actionId } = params;
    const at = await lookUpAtTip(call, query.registerId, () => placeOf(call, instanceId, query.registerId));
    if (isFailure(at)) return at;
    const { registerId, blueprintId, publicationTxId } = at;
    const place = { registerId, blueprintId, publicationTxId, instanceId, actionId };
    return submitTo(call, { place, body });
  },

  async rejectInstanceAction({ params, query, body }, call) {
    const { previousTransactionHash: previousTransactionId, credentialPresentations: _, ...said } = body;
    const on = await sending(call, { ...params, ...query, ...body }, NOTHING_TO_REJECT);
    if (isFailure(on)) return on;
    const { reason, fieldErrors, externalRecipientKeys } = said;
    const { actionId } = params;
    const about = { actionId, reason, fieldErrors, previousTransactionId, externalRecipientKeys };
    const made = await call.deps.workflow.move('Rejection', {
      ...on,
      ...about,
    });
    return rejectedAnswer(made, call.deps.clock.now());
  },

  claimRole: ({ params, query, body }, call) => claim(call, { ...params, ...query, ...body, type: 'Claim' }),
  releaseRole: ({ params, query, body }, call) => claim(call, { ...params, ...query, ...body, type: 'Release' }),

  async confirmRun({ params, query, body }, call) {
    const on = await sending(call, { ...params, ...query, ...body }, NOTHING_TO_CONFIRM);
    if (isFailure(on)) return on;
    const { accept, reason, role, transactionHash: transactionId, acceptSuspect } = body;
    const about = { accept, reason, role, transactionId, acceptSuspect };
    return moveAnswer(await call.deps.workflow.move('Confirmation', { ...on, ...about }), call.deps.clock.now());
  },

  async cancelInstance({ params, query, body }, call) {
    const { deps } = call;
    const by = await acting(call, body.senderWallet, 'sign');
    if (isFailure(by)) return by;
    const view = await lookUpAtTip(call, query.registerId, () => findShown(call, params.instanceId, query.registerId));
    if (isFailure(view)) return view;
    if (isOpened(view)) return cancelOpening(call, view);
    const { registerId, id: instanceId } = view;
    const ask = { registerId, instanceId, by, reason: body.reason, waitMs: call.waitMs || SEAL_WAIT_MS };
    return movedAnswer(await deps.workflow.move('Cancellation', ask), deps.clock.now());
  },
};

const NOTHING_TO_REJECT = issue(
  'VAL_BP_014',
  '/actionId',
  'The instance has done nothing yet, so there is nothing to send back.',
);
const NOTHING_TO_CONFIRM = issue(
  'VAL_CONF_002',
  '/transactionHash',
  'The instance has done nothing yet, so nothing is confirmed.',
);
/** The role is taken by the wallet that opens the instance. */
const NOTHING_TO_CLAIM = issue(
  'VAL_FLOW_006',
  '/instanceId',
  'The instance has done nothing yet: its first action takes the role.',
);

async function claim(
  call: ApiCall<WorkflowDeps>,
  { type, actionId, role, ...place }: Sending & Pick<ClaimAsk, 'type' | 'actionId' | 'role'>,
) {
  const on = await sending(call, place, NOTHING_TO_CLAIM);
  if (isFailure(on)) return on;
  const made = await call.deps.workflow.move('Claim', { ...on, type, actionId, role });
  const moved = isFailure(made) ? made : { ...made, nextActions: [], calculations: {}, isComplete: false };
  return movedAnswer(moved, call.deps.clock.now());
}

interface Sending {
  readonly instanceId: string;
  readonly registerId?: string | undefined;
  readonly senderWallet: string;
}

/**
 * The wallet that sends a move of an instance of the ledger, the instance, and how long the caller waits. `unopened` is
 * the refusal where the instance was opened here and has done nothing, instead of INSTANCE_NOT_FOUND.
 */
async function sending(
  call: ApiCall<WorkflowDeps>,
  { instanceId: id, registerId, senderWallet }: Sending,
  unopened?: Issue,
) {
  const by = await acting(call, senderWallet, 'sign');
  if (isFailure(by)) return by;
  const find = unopened ? findShown : instanceFor;
  const view = await lookUpAtTip(call, registerId, () => find(call, id, registerId));
  if (isFailure(view)) return view;
  if (isOpened(view)) return fail(unopened ?? instanceNotFound());
  return { registerId: view.registerId, instanceId: view.id, by, waitMs: call.waitMs || SEAL_WAIT_MS };
}

/**
 * Where the actions of an instance go: that of the ledger, or of one that was opened here and begins with this action.
 */
