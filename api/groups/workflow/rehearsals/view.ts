// Rehearsals as clients see them. Shapes only; never the addresses or keys of the wallets.
import type { Static } from 'typebox';
import type { RehearsalView } from '../../../../actors/rehearsal/ports.js';
import { dueAtMs, type Rehearsal } from '../../../../storage/tables/workflow/rehearsals.js';
import type { RehearsalView as Body, RehearsalSummary } from '../../../schemas/workflow/rehearsal.js';
import { isoTime } from '../../../views/transactions.js';

type OpenData = Record<string, unknown>;

export function summaryOf(rehearsal: Rehearsal): Static<typeof RehearsalSummary> {
  const { rehearsalId, blueprintId, execDefHash, sandboxRegisterId, currentActingRole, outcome } = rehearsal;
  return {
    ...{ rehearsalId, blueprintId, execDefHash, mode: 'Full', sandboxRegisterId, currentActingRole, outcome },
    startedBy: rehearsal.startedBy,
    startedAt: isoTime(rehearsal.startedAtMs),
    // A timer changes it too, and dockets of a busy register may be ahead of the clock.
    updatedAt: isoTime(Math.max(rehearsal.touchedAtMs, rehearsal.log.at(-1)?.atMs ?? 0)),
    ...(rehearsal.wallets.length > 0 ? { expiresAt: isoTime(dueAtMs(rehearsal)) } : {}),
  };
}

export function rehearsalBody({ rehearsal, currentActions, data, runs }: RehearsalView): Static<typeof Body> {
  const { publicationTxId, instanceId, roles, steps, log, currentActingRole } = rehearsal;
  return {
    ...summaryOf(rehearsal),
    publicationTxId,
    instanceId,
    roles: [...roles],
    steps: [...steps],
    currentActions: currentActions.map(({ voters, ...action }) => ({
      ...action,
      ...(voters && { voters: [...voters] }),
      schemas: [...action.schemas],
    })),
    log: log.map(({ atMs, kind, message }) => ({ at: isoTime(atMs), message, kind })),
    ...(data === undefined
      ? {}
      : {
          view: {
            participantId: currentActingRole,
            data: data as OpenData,
            runs: runs.map((run) => ({ transactionId: run.txId, actionId: run.action, data: run.data as OpenData })),
          },
        }),
  };
}
