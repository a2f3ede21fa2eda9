// Gives the store of the running node to its operator, and leaves a row in the audit trail before the first byte.
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import type { Handlers } from '../../../define.js';
import type { NodeDeps } from '../deps.js';
import type { storeRoutes } from './routes.js';

export const storeHandlers: Handlers<typeof storeRoutes, NodeDeps> = {
  backUpStore: async (_input, { caller, deps, address }) => {
    // It may take longer than a token lives: what ends it is that its owner lost the session, or the right.
    const body = deps.liveBackups.begin(() => deps.tokens.lossOfOwner(caller));
    if (body === undefined)
      return fail(issue('BACKUP_UNDERWAY', '', 'A backup of this node is being taken. Call again when it has ended.'));
    const event = { eventType: 'StoreBackupTaken', organisationId: PLATFORM_ORGANISATION_ID } as const;
    try {
      await deps.commit([deps.audit.byCaller({ caller, address }, event)]);
    } catch (error) {
      body.destroy();
      throw error;
    }
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="ledger.backup"',
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body };
  },
};
