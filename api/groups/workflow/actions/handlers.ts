// Actions over HTTP: the wallet that acts, then the workflow of the node, then the answer. The rules of the ledger
// decide what may be done.
import { rejectedPlace } from '../../../../actors/workflow/moves/rejection/place.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { instanceIdOf } from '../../../../core/instance/rows.js';
import { kindOf } from '../../../../core/kinds/index.js';
import { canSee } from '../../../../core/wallet/access.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { lookUpAtTip } from '../../../access/at-tip.js';
import { findClosedFor } from '../../../access/closed.js';
import { acting } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { startables } from '../../../access/startable.js';
import { standingOf } from '../../../access/wallet-standing.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { detailsView } from '../../../views/actions.js';
import { rejectedAnswer, SEAL_WAIT_MS } from '../../../views/instances.js';
import { submitTo } from '../../../workflow/submission.js';
import type { WorkflowDeps } from '../deps.js';
import type { actionRoutes } from './routes.js';

export const actionHandlers: Handlers<typeof actionRoutes, WorkflowDeps> = {
  async listStartingActions({ params }, call) {
    const wallet = call.deps.wallets.find(params.wallet);
    if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    const record = registerHere(call, params.register);
    if (isFailure(record)) return record;
    const blueprints = await startables(call, record, params.wallet);
    // Without a part in any of its workflows the register does not exist for a member of another tenant.
    if (blueprints.length === 0 && isFailure(visibleRegister(call, record.id)))
      return fail({ ...registerNotFound(), path: '/register' });
    return { walletAddress: params.wallet, registerAddress: record.id, blueprints };
  },

  async getAction({ params }, call) {
    const reader = await acting(call, params.wallet, 'decrypt');
    if (isFailure(reader)) return reader;
    const record = registerHere(call, params.register);
    if (isFailure(record)) return record;
    const sealed = call.deps.chain.transaction(record.reg, params.tx);
    if (!sealed || kindOf(sealed.transaction.header).kind !== 'action') return fail(transactionNotFound('/tx'));
    const { header } = sealed.transaction;
    const isParty = header.senderWallet === params.wallet || header.recipients?.includes(params.wallet) === true;
    if (!isParty && isFailure(visibleRegister(call, record.id))) return fail(transactionNotFound('/tx'));
    const instanceId = instanceIdOf(sealed.transaction);
    const seen = await call.deps.workflow.visible(record.id, instanceId, reader);
    if (isFailure(seen)) return seen.issue.code === 'INSTANCE_NOT_FOUND' ? fail(transactionNotFound('/tx')) : seen;
    return detailsView(record, { sealed, instanceId, wallet: params.wallet }, seen) ?? fail(transactionNotFound('/tx'));
  },

  submitAction({ body }, call) {
    const { registerAddress: registerId, blueprintId, instanceId, actionId } = body;
    return submitTo(call, { place: { registerId, blueprintId, instanceId, actionId }, body });
  },

  async rejectAction({ body }, call) {
    const by = await acting(call, body.senderWallet, 'sign');
    if (isFailure(by)) return by;
    const record = registerHere(call, body.registerAddress, '/registerAddress');
    if (isFailure(record)) return record;
    const closed = await findClosedFor(call, record.id, body.senderWallet);
    if (closed) return fail({ ...closed, path: '/registerAddress' });
    const place = await lookUpAtTip(call, record.id, () =>
      rejectedPlace(call.deps, record, { ...body, nowMs: call.deps.clock.now() }),
    );
    if (isFailure(place)) return place;
    const { workflow, clock } = call.deps;
    const result = await workflow.move('Rejection', {
      registerId: record.id,
      ...place,
      by,
      reason: body.reason,
      fieldErrors: body.fieldErrors,
      previousTransactionId: body.transactionHash,
      externalRecipientKeys: body.externalRecipientKeys,
      waitMs: call.waitMs || SEAL_WAIT_MS,
    });
    return rejectedAnswer(result, clock.now());
  },
};

/**
 * The register on this node, of whatever tenant: who takes part in a workflow need not be of the tenant that founded
 * the register.
 */
function registerHere({ deps }: ApiCall<WorkflowDeps>, registerId: string, path = '/register'): Result<RegisterRecord> {
  const record = deps.ledger.register(registerId);
  return !record || record.purging ? fail({ ...registerNotFound(), path }) : record;
}

function transactionNotFound(path: string): Issue {
  return issue('TRANSACTION_NOT_FOUND', path, 'There is no such action, or it is not for this wallet.');
}
