// The step about an Issuance: whether this run may have the credential issued, by this wallet, so often, and so long.
import { type Issue, issue } from '../../base/issue.js';
import { INSTANCE_ISSUANCES_MAX } from '../../base/limits/ledger/credentials.js';
import { isFailure } from '../../base/result.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { IssuanceRule } from '../../credentials/issuance/rule.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import type { TransactionHeader } from '../../model/transaction.js';
import { liveIssuance } from '../../register/issued/rows.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { type Issuance, readIssuance } from './form.js';
import { mayIssue, openRules } from './issuable.js';

const RUN = '/header/previousTransactionId';

/** VAL_ISSUE_001 to 004. */
export function issuance(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition, plan } = subject;
  const stated = readIssuance(tx.payload);
  // The step of forms said what is wrong.
  if (!definition || !plan || isFailure(stated)) return NONE;
  const { header } = tx;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const run = ctx.view.transaction(header.previousTransactionId ?? '');
  const isHere = run && instanceIdOf(run) === instanceIdOf(tx) && run.header.actionId === header.actionId;
  if (!instance || !run || !isHere)
    return [issue('VAL_ISSUE_001', RUN, 'This is not a run of the action in the instance.')];
  const rule = openRules(ctx.view, { definition, run }).find(({ id }) => id === stated.config);
  if (!rule)
    return [
      issue(
        'VAL_ISSUE_001',
        RUN,
        `The run issues no credential ${stated.config}: it does not count, or the credential was revoked for good.`,
      ),
    ];
  const party = { definition, instance, run, wallet: header.senderWallet, atMs: timeOf(subject) };
  if (!mayIssue(ctx.view, party))
    return [
      issue('VAL_ISSUE_002', '/header/senderWallet', 'The party of the run issues its credentials, or its deputy.'),
    ];
  const live = liveIssuance(ctx.view, run.txId, stated.config);
  if (live !== stated.replaces) return [liveIssue(live)];
  const problem = termsProblem(stated, rule, header) ?? shareProblem(instance, plan, header);
  return problem ? [problem] : NONE;
}

function liveIssue(live: string | undefined): Issue {
  const message =
    live === undefined
      ? 'The credential has no Issuance in force that could be replaced.'
      : `The credential was issued by ${live}: name it under replaces, or revoke it before.`;
  return issue('VAL_ISSUE_003', '/payload/replaces', message);
}

/** `createdAt` stands for now, so that the answer never changes: its own step keeps it near the docket. */
function termsProblem(
  { copies, validFrom, validUntil }: Issuance,
  { copies: most, format, validForMs }: IssuanceRule,
  { createdAt }: TransactionHeader,
): Issue | undefined {
  if (copies > most)
    return issue('VAL_ISSUE_004', '/payload/copies', `The definition gives the holder ${most} of it, not ${copies}.`);
  if (validFrom > createdAt)
    return issue('VAL_ISSUE_004', '/payload/validFrom', 'It is valid from a time before the transaction was made.');
  if (validUntil === undefined)
    return format === 'mso_mdoc' || validForMs !== undefined
      ? issue('VAL_ISSUE_004', '/payload/validUntil', 'A credential of this definition has an end.')
      : undefined;
  const isTooLong = validForMs !== undefined && Date.parse(validUntil) - Date.parse(validFrom) > validForMs;
  return isTooLong
    ? issue('VAL_ISSUE_004', '/payload/validUntil', 'The definition lets it be valid for less long (expiryDuration).')
    : undefined;
}

/** Roles share what an instance may have, so that none takes it from the others. */
function shareProblem(
  { issuing }: Instance,
  { issuers, actions }: Plan,
  { actionId }: TransactionHeader,
): Issue | undefined {
  const role = actions.get(actionId)?.sender.id ?? '';
  const share = Math.floor(INSTANCE_ISSUANCES_MAX / issuers.length);
  return (issuing?.[role] ?? 0) >= share
    ? issue(
        'VAL_ISSUE_004',
        '/header/instanceId',
        `The role issued as many credentials as it may in an instance: ${share}.`,
      )
    : undefined;
}
