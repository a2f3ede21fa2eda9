// The store of the node as a whole, which holds the rows of every tenant: for the operator of the platform alone.
import Type from 'typebox';
import { rawRoute } from '../../../define.js';

export const storeRoutes = {
  backUpStore: rawRoute({
    method: 'GET',
    url: '/api/admin/store/backup',
    can: 'CanBackUpStore',
    takesRecentSignIn: true,
    summary: 'Save the store of the running node',
    description:
      'A snapshot of the whole store as the file that "quorate restore" takes, at the rate of the setting storage.backupBytesPerSecond; the node goes on ' +
      'sealing. It holds no key file and no identity of the node. The file ends in a SHA-256 of what is before it: without a right one it is not whole. ' +
      'A single backup at a time. For the system administrator, and for a service of the operator with the scope store:backup.',
    answers: {
      status: 200,
      type: 'application/octet-stream',
      schema: Type.String({ format: 'binary' }),
      description: 'The backup.',
    },
    errors: ['QUERY_INVALID', 'BACKUP_UNDERWAY'],
    rate: 'download',
    noHead: true,
  }),
};
