// The answer of a party to a run that waits for it, from what a caller states to what is sealed. A node says yes only
// to what it found in order itself, unless its user says so by name. It decides nothing that the ledger would not.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, type Result } from '../../../../core/base/result.js';
import { type WaitingRun, waitingRuns } from '../../../../core/blueprint/instance/branches.js';
import { confirmingFor, type Deputy, reachProblem } from '../../../../core/instance/people/deputies.js';
import { holderNow } from '../../../../core/instance/people/holders.js';
import type { StateView } from '../../../../core/model/register.js';
import { checkConfirmation } from '../../../../core/moves/confirmation/form.js';
import { refusedConfirming } from '../../../../core/reading/cells/findings.js';
import type { Visible } from '../../../../core/reading/cells/visible.js';
import type { Acting } from '../../encryption/acting.js';
import { type InstanceRecord, isGoing } from '../../instance/instance-record.js';
import { pauseProblem } from '../parts/place.js';
import type { ConfirmationAsk } from './ask.js';

/** A run that waits for a role of the wallet. */
export interface Answering {
  readonly run: WaitingRun;
  readonly role: string;
  readonly payload: JsonObject;
}

/**
 * The run that the wallet answers. VAL_CONF_002 no run waits; 003 none for a role that it holds; 004 the time is over;
 * VAL_BP_011, VAL_BP_017; BODY_INVALID where several do; VAL_SCHEMA_004 the reason is missing, or there is one for a
 * yes.
 */
export function answeringOf(
  { record, view }: { readonly record: InstanceRecord; readonly view: StateView },
  ask: ConfirmationAsk,
  nowMs: number,
): Result<Answering> {
  const { row } = record;
  if (!isGoing(row)) return fail(issue('VAL_BP_011', '/instanceId', `The instance has ended: it is ${row.state}.`));
  const paused = pauseProblem(row, nowMs);
  if (paused) return fail(paused);
  const waiting = waitingRuns(row).filter(({ txId }) => (ask.transactionId ?? txId) === txId);
  if (waiting.length === 0)
    return fail(issue('VAL_CONF_002', '/transactionHash', 'No such run waits for confirmation in this instance.'));
  const own = waiting.flatMap((run) => rolesOf({ record, view, atMs: nowMs }, run, ask).map((role) => ({ run, role })));
  const [first, second] = own;
  if (!first) {
    const missing = [...new Set(waiting.flatMap((run) => run.missing))].join(', ');
    return fail(
      issue('VAL_CONF_003', '/senderWallet', `The wallet holds none of the roles that are waited for: ${missing}.`),
    );
  }
  if (second)
    return fail(
      issue(
        'BODY_INVALID',
        second.run === first.run ? '/role' : '/transactionHash',
        second.run === first.run
          ? 'The wallet holds several roles that are waited for: name one.'
          : 'Several runs wait for the wallet: name one.',
      ),
    );
  const { run } = first;
  if (nowMs > run.dueMs) {
    const message = `The run was confirmed or refused until ${new Date(run.dueMs).toISOString()}.`;
    return fail(issue('VAL_CONF_004', '/transactionHash', message));
  }
  const payload: JsonObject = { type: 'confirmation', ...(ask.reason !== undefined && { reason: ask.reason }) };
  const [wrong] = checkConfirmation(payload, { isAccepted: ask.accept });
  return wrong
    ? fail({ ...wrong, path: ask.accept ? '/reason' : wrong.path.replace(/^\/payload/, '') })
    : { ...first, payload };
}

function rolesOf(at: At, { missing, txId }: WaitingRun, ask: ConfirmationAsk): readonly string[] {
  const wallet = ask.by.address;
  return missing.filter((id) => {
    const isRole = at.record.definition?.participants.some((item) => item.id === id);
    if (!isRole || (ask.role !== undefined && ask.role !== id)) return false;
    const deputies = deputiesIn(at, { role: id, wallet, txId });
    return deputies === undefined || deputies.length > 0;
  });
}

/** A record, the state of its register, and a time. */
interface At {
  readonly record: InstanceRecord;
  readonly view: StateView;
  readonly atMs: number;
}

/** The delegations by which a wallet confirms a run for a role; undefined where it holds the role, or none has it. */
function deputiesIn(
  { record: { row, definition, held, id: instanceId }, view, atMs }: At,
  { role: id, wallet, txId }: { readonly role: string; readonly wallet: string; readonly txId: string },
): readonly Deputy[] | undefined {
  const role = definition?.participants.find((item) => item.id === id);
  if (!definition || !role || holderNow(held, role, row.participants) === wallet) return undefined;
  const place = { definition, blueprintId: row.blueprintId, instanceId, atMs };
  return confirmingFor(view, place, { role: id, wallet, run: view.transaction(txId) });
}

/** VAL_FLOW_009: a deputy confirms what is beyond its bound, as far as its wallet reads the run. */
export function beyondConfirming(
  { record, view }: { readonly record: InstanceRecord; readonly view: StateView },
  { run, role }: Answering,
  { by, runs = [], atMs }: { readonly by: Acting; readonly runs: Visible['runs']; readonly atMs: number },
): Issue | undefined {
  const deputies = deputiesIn({ record, view, atMs }, { role, wallet: by.address, txId: run.txId });
  return deputies && reachProblem(deputies, runs.find(({ txId }) => txId === run.txId)?.data ?? {});
}

/** FACT_VIOLATED or FACT_UNDELIVERED: the wallet does not confirm what it found wrong, or did not see. */
export function unconfirmable(
  { run, role }: Answering,
  { runs = [] }: Visible,
  { acceptSuspect = [], kept }: Pick<ConfirmationAsk, 'acceptSuspect'> & { readonly kept: readonly string[] },
): Issue | undefined {
  return refusedConfirming(runs, { txId: run.txId, role, accepted: [...acceptSuspect, ...kept] });
}
