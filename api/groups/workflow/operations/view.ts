// Operations in the words of the answers. Shapes only.
import type { Static } from 'typebox';
import type { OperationView } from '../../../../actors/workflow/operations/operation-ports.js';
import { STEPS_TOTAL } from '../../../../actors/workflow/operations/operation-steps.js';
import type { Issue } from '../../../../core/base/issue.js';
import type { OperationBody } from '../../../schemas/workflow/workflow.js';
import { bodyPath } from '../../../views/instances.js';
import { isoTime } from '../../../views/transactions.js';

export function operationBody(view: OperationView): Static<typeof OperationBody> {
  const { operationId, status, registerId, blueprintId, actionId, instanceId, transactionId, completedAtMs } = view;
  return {
    operationId,
    status,
    registerId,
    blueprintId,
    actionId,
    instanceId,
    submittingWalletAddress: view.sender,
    totalRecipients: view.recipients,
    totalGroups: view.groups,
    currentStep: view.step,
    totalSteps: STEPS_TOTAL,
    stepName: view.stepName,
    percentComplete: view.percentComplete,
    ...(transactionId === undefined ? {} : { transactionHash: transactionId }),
    ...failure(view.issues),
    createdAt: isoTime(view.createdAtMs),
    ...(completedAtMs === undefined ? {} : { completedAt: isoTime(completedAtMs) }),
  };
}

function failure(issues: readonly Issue[] | undefined) {
  const [first] = issues ?? [];
  if (!issues || !first) return {};
  const failedRecipient = recipientOf(first);
  return {
    error: first.message,
    errors: issues.map(bodyPath).map(({ code, path, message }) => ({ code, path, message })),
    ...(failedRecipient === undefined ? {} : { failedRecipient }),
  };
}

/** Issues about a recipient point to where a request may give its key. */
function recipientOf({ path }: Issue): string | undefined {
  const [, member, address] = path.split('/');
  return member === 'externalRecipientKeys' && address !== undefined
    ? address.replaceAll('~1', '/').replaceAll('~0', '~')
    : undefined;
}
