// Flips the status of the credentials of a device: the places that it was given, in the lists that verifiers read.
import { STATUS_OF } from '../../core/credentials/issuing/issued.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { StatusLists } from '../../storage/tables/credentials/status-lists.js';
import type { DeviceStatusList } from './device-flips.js';

interface StatusPorts {
  /** Asked for at each flip: credentials are opened later than devices. */
  readonly lists: () => Pick<StatusLists, 'loadNamed'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export function deviceStatusList({ lists, commit }: StatusPorts): DeviceStatusList {
  return {
    async revoke({ delegation }) {
      for (const { listId, index } of delegation?.places ?? []) {
        const list = await lists().loadNamed(listId);
        await commit(list.set([index], STATUS_OF.Revoked));
      }
      return undefined;
    },
  };
}
