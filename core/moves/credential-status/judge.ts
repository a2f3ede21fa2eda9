// The step about a CredentialStatus: whether the Issuance can have that status now, and whether this wallet says so.
import { type Issue, issue } from '../../base/issue.js';
import { STATUS_CHANGES_MAX } from '../../base/limits/ledger/credentials.js';
import { isFailure } from '../../base/result.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { issuanceRulesOf } from '../../credentials/issuance/rule.js';
import { instanceBefore, instanceIdOf } from '../../instance/rows.js';
import { credentialOf, issuanceStatus, statusCount } from '../../register/issued/rows.js';
import type { Issuance } from '../issuance/form.js';
import { mayIssue, mayRevoke } from '../issuance/issuable.js';
import type { Subject } from '../parts/context.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { readStatusChange } from './form.js';

const ISSUANCE = '/header/previousTransactionId';

/** VAL_ISSUE_005 and 006. */
export function credentialStatus(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition } = subject;
  const stated = readStatusChange(tx.payload);
  // The step of forms said what is wrong.
  if (!definition || isFailure(stated)) return NONE;
  const { view } = ctx;
  const { header } = tx;
  const instance = subject.instance ?? instanceBefore(view, tx);
  const issued = view.transaction(header.previousTransactionId ?? '');
  const isHere = issued && instanceIdOf(issued) === instanceIdOf(tx) && issued.header.actionId === header.actionId;
  const now = issued && isHere ? issuanceStatus(view, issued.txId) : undefined;
  const run = now && issued ? view.transaction(issued.header.previousTransactionId ?? '') : undefined;
  if (!instance || !issued || !now || !run)
    return [issue('VAL_ISSUE_005', ISSUANCE, 'This is not an Issuance of the action in the instance.')];
  const { config } = issued.payload as unknown as Issuance;
  const party = { definition, instance, run, wallet: header.senderWallet, atMs: timeOf(subject) };
  const action = planOf(definition).actions.get(header.actionId)?.action;
  const rule = action && issuanceRulesOf(action).find(({ id }) => id === config);
  if (!mayIssue(view, party) && !(rule && mayRevoke(view, party, rule)))
    return [
      issue(
        'VAL_ISSUE_006',
        '/header/senderWallet',
        'The party that issued the credential changes its status, and the roles of revokedBy: this wallet is neither.',
      ),
    ];
  if (now === 'revoked')
    return [{ ...issue('VAL_ISSUE_005', ISSUANCE, 'The credential was revoked, which is final.'), stands: true }];
  if (now === stated.to) return [issue('VAL_ISSUE_005', '/payload/to', `The credential is ${now} already.`)];
  if (stated.to === 'valid' && credentialOf(view, run.txId, config)?.barred !== undefined)
    return [issue('VAL_ISSUE_005', '/payload/to', 'The workflow suspended the credential, and so reinstates it.')];
  if (stated.to !== 'revoked' && statusCount(view, issued.txId) > STATUS_CHANGES_MAX)
    return [
      issue('VAL_ISSUE_005', '/payload/to', 'Its status changed as often as it may: revoke it, and issue another one.'),
    ];
  return NONE;
}
