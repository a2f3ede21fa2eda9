// The records of people that a world keeps beside their accounts, over its one store, and the mail that they get.
import type { AnnouncementHub } from '../../../actors/announcements.js';
import { ActionNotices } from '../../../actors/people/action-notices.js';
import { DeviceFlips, type DeviceStatusList } from '../../../actors/people/device-flips.js';
import { deviceStatusList } from '../../../actors/people/device-status.js';
import { Notices } from '../../../actors/people/notices.js';
import type { WebhookEvents } from '../../../actors/webhooks/events.js';
import { EnrolCodes } from '../../../api/auth/enrol-codes.js';
import { tellingCommit } from '../../../api/auth/notices.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import type { StatusLists } from '../../../storage/tables/credentials/status-lists.js';
import { Devices } from '../../../storage/tables/people/devices.js';
import { PairingLinks } from '../../../storage/tables/people/pairing-links.js';
import { PersonalInboxes } from '../../../storage/tables/people/personal-inbox.js';
import { PreferenceStore } from '../../../storage/tables/people/preferences.js';
import { linksPart } from '../accounts/part.js';
import { outgoingStandIns } from '../outgoing/stand-ins.js';
import { seeded } from '../world/seeded.js';

type Ports = Pick<ApiDeps, 'clock' | 'random' | 'log' | 'tenants' | 'wallets' | 'audit' | 'commit'> & {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly announcements: AnnouncementHub;
  readonly webhooks: WebhookEvents;
  readonly lists: StatusLists;
};

export function peoplePart({ kv, journal, ...ports }: Ports) {
  const own = deviceStatusList({ commit: ports.commit, lists: () => ports.lists });
  let statusList = own;
  const inboxes = new PersonalInboxes(kv, journal);
  const preferences = new PreferenceStore(kv, journal);
  const notices = new Notices({ ...ports, inboxes, preferences });
  const devices = new Devices(kv, journal);
  const status: DeviceStatusList = { revoke: (device, platformUserId) => statusList.revoke(device, platformUserId) };
  const { mails, ...leaving } = outgoingStandIns();
  const deviceFlips = new DeviceFlips({ ...ports, devices, status });
  return {
    deps: {
      ...leaving,
      ...linksPart({ clock: ports.clock, random: seeded(13) }, kv, journal),
      ...{ inboxes, preferences, notices, devices, deviceFlips },
      // Of its own, so that it moves nothing that others draw.
      enrolCodes: new EnrolCodes({ clock: ports.clock, random: seeded(11) }),
      pairingLinks: new PairingLinks(kv, journal),
      commit: tellingCommit({ ...ports, notices }),
    },
    actionNotices: new ActionNotices({ ...ports, notices }),
    controls: {
      /** The mails that were sent. */
      mails,
      /** In the place of the status lists of the node; its own again without one. */
      flipped: (by: DeviceStatusList = own): void => {
        statusList = by;
      },
      sweepFlips: () => deviceFlips.sweep(ports.clock.now()),
    },
  };
}
