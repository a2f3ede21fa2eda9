// The step about a Confirmation: whether the run waits for it, in time, and whether the wallet holds the role that it
// speaks for. Why somebody agrees or not is its own matter.
import { type Issue, issue } from '../../base/issue.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { waitingRun } from '../../flow/runs.js';
import { confirmedAmountProblem, confirmingFor } from '../../instance/people/deputies.js';
import { holderNow, holdersNow } from '../../instance/people/holders.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import { answerIn } from '../../transaction/action-metadata.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import { NONE } from '../parts/none.js';
import { spentProblem } from '../parts/spent.js';
import { timeOf } from '../parts/times.js';

const PREVIOUS = '/header/previousTransactionId';
const ROLE = '/header/metadata/answer/role';

/**
 * VAL_CONF_002 what it follows is not a run of this action that waits; 003 the role is not asked, has answered, or is
 * held neither by the sender nor by one for whom it stands in; VAL_FLOW_009 a deputy confirms too much; 004 the time to
 * confirm is over; VAL_BP_015 the role has made all its moves.
 */
export function confirmation(subject: ChainSubject): readonly Issue[] {
  const { tx, ctx, definition, planned } = subject;
  const { header } = tx;
  if (!definition || !planned) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const answer = answerIn(header.metadata);
  const run = instance ? waitingRun(instance.flow, header.previousTransactionId ?? '') : undefined;
  if (!instance || !run || run.action !== planned.action.id)
    return [issue('VAL_CONF_002', PREVIOUS, 'This is not a run of this action that waits for confirmation.')];
  const role = definition.participants.find(({ id }) => id === answer?.role);
  if (!role || !run.confirm.missing.includes(role.id)) {
    const missing = run.confirm.missing.join(', ');
    return [issue('VAL_CONF_003', ROLE, `The run does not wait for this role: it waits for ${missing}.`)];
  }
  const atMs = timeOf(subject);
  const instanceId = instanceIdOf(tx);
  const holder = holderNow(holdersNow(ctx.view, instanceId), role, instance.participants);
  if (holder !== header.senderWallet) {
    const done = ctx.view.transaction(header.previousTransactionId ?? '');
    const place = { definition, blueprintId: header.blueprintId, instanceId, atMs };
    const deputies = confirmingFor(ctx.view, place, { role: role.id, wallet: header.senderWallet, run: done });
    if (deputies.length === 0) return [issue('VAL_CONF_003', '/header/senderWallet', strangerText(role.id, holder))];
    const isAccepted = answer?.accept === true;
    const beyond = confirmedAmountProblem(deputies, { run: done, definition, action: planned.action, isAccepted });
    if (beyond) return [beyond];
  }
  if (run.dueMs !== undefined && atMs > run.dueMs) {
    const [until, at] = [run.dueMs, atMs].map((ms) => new Date(ms).toISOString());
    return [issue('VAL_CONF_004', '', `The run was confirmed or refused until ${until}, and the docket is of ${at}.`)];
  }
  const spent = spentProblem(instance, planOf(definition), role.id);
  return spent ? [spent] : NONE;
}

function strangerText(role: string, holder: string | undefined): string {
  return holder === undefined
    ? `No wallet holds the role ${JSON.stringify(role)}: it is taken by doing an action of it, or claimed where it does none, and not by answering.`
    : 'The wallet does not hold the role that it answers for.';
}
