// Steps about where an action stands in its instance: what it follows, whether a route leads there, and who sends it.

import { type Issue, issue } from '../../base/issue.js';
import { INSTANCE_HEADS_MAX } from '../../base/limits.js';
import { actionOf, hasOpenBranch, isStarting, mayFollow, senderOfAction } from '../../blueprint/conformance.js';
import { type Instance, instanceBefore, instanceIdOf, isStart } from '../kinds/action.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

/** VAL_CHAIN_001, the one issue that may heal: the previous transaction may still be on its way. */
export function previous({ tx, ctx }: Subject): readonly Issue[] {
  const { header } = tx;
  if (isStart(header) || ctx.view.sealedAt(header.previousTransactionId as string)) return NONE;
  return [
    issue('VAL_CHAIN_001', '/header/previousTransactionId', 'The previous transaction is not sealed on this register.'),
  ];
}

/**
 * VAL_BP_001 an instance opens with a starting action, once; VAL_CHAIN_002 the previous transaction is of another instance; VAL_BP_VERSION_001 the pin
 * is not the instance's; VAL_CHAIN_FORK the previous transaction has its successor; VAL_BP_003 no route leads from there to here.
 */
export function chain(subject: Subject): readonly Issue[] {
  const { tx, definition, action } = subject;
  if (!definition || !action) return NONE;
  const instance = instanceOf(subject);
  if (isStart(tx.header)) {
    if (!isStarting(definition, action))
      return [issue('VAL_BP_001', '/header/previousTransactionId', 'Only a starting action follows nothing.')];
    if (instance) return [issue('VAL_BP_001', '/header/instanceId', 'The instance has started already.')];
    return NONE;
  }
  const at = '/header/previousTransactionId';
  if (!instance || instance.blueprintId !== tx.header.blueprintId)
    return [issue('VAL_CHAIN_002', at, 'The previous transaction belongs to another instance.')];
  if (instance.publicationTxId !== tx.header.publicationTxId)
    return [issue('VAL_BP_VERSION_001', '/header/publicationTxId', 'An instance keeps the pin that it started with.')];
  const head = instance.heads[tx.header.previousTransactionId as string];
  if (!head) return [closed(subject)];
  const from = actionOf(definition, String(head.action));
  if (!from || !mayFollow(from, [], action.id))
    return [issue('VAL_BP_003', '/header/actionId', 'No route leads from the previous action to this one.')];
  if (!mayFollow(from, head.taken, action.id))
    return [issue('VAL_CHAIN_FORK', at, 'The previous transaction already has a successor.')];
  if (Object.keys(instance.heads).length >= INSTANCE_HEADS_MAX && hasOpenBranch(from, [...head.taken, action.id]))
    return [issue('VAL_BP_003', '/header/actionId', `An instance has at most ${INSTANCE_HEADS_MAX} open branches.`)];
  return NONE;
}

/** The instance before this transaction, read once a run. */
function instanceOf(subject: Subject): Instance | undefined {
  if (subject.instance === undefined) subject.instance = instanceBefore(subject.ctx.view, subject.tx) ?? null;
  return subject.instance ?? undefined;
}

/** Why a sealed transaction that awaits no successor cannot be followed. */
function closed({ tx, ctx, definition }: Subject): Issue {
  const at = '/header/previousTransactionId';
  const before = ctx.view.transaction(tx.header.previousTransactionId as string);
  if (!before || instanceIdOf(before) !== instanceIdOf(tx))
    return issue('VAL_CHAIN_002', at, 'The previous transaction belongs to another instance.');
  const from = definition && actionOf(definition, before.header.actionId);
  if (from && hasOpenBranch(from, []))
    return issue('VAL_CHAIN_FORK', at, 'The previous transaction already has a successor.');
  return issue('VAL_BP_003', '/header/actionId', 'The previous action ends its branch.');
}

/** VAL_BP_002: the wallet that the definition fixes for the role, or that took the open role first in this instance. */
export function sender(subject: Subject): readonly Issue[] {
  const { tx, definition, action } = subject;
  const role = definition && action && senderOfAction(definition, action);
  if (!role) return NONE;
  const bound = instanceOf(subject)?.participants;
  const wallet = role.walletAddress ?? (bound && Object.hasOwn(bound, role.id) ? bound[role.id] : undefined);
  if (wallet === undefined || wallet === tx.header.senderWallet) return NONE;
  return [issue('VAL_BP_002', '/header/senderWallet', "The signer's wallet is not the sender of this action.")];
}
