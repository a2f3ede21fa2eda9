// The ports of people and their organisations.
import type { AnnouncementHub } from '../../actors/announcements.js';
import type { DeviceFlips } from '../../actors/people/device-flips.js';
import type { Notices } from '../../actors/people/notices.js';
import type { Webhooks } from '../../actors/webhooks/webhooks.js';
import type { Invitations } from '../../storage/tables/accounts/invitations.js';
import type { Platform } from '../../storage/tables/accounts/platform.js';
import type { Devices } from '../../storage/tables/people/devices.js';
import type { PairingLinks } from '../../storage/tables/people/pairing-links.js';
import type { PersonalInboxes } from '../../storage/tables/people/personal-inbox.js';
import type { PreferenceStore } from '../../storage/tables/people/preferences.js';
import type { EnrolCodes } from '../auth/enrol-codes.js';
import type { MailRates } from '../auth/mail-rate.js';

export interface ApiPeople {
  readonly invitations: Invitations;
  /** Settings of the platform, and its bootstrap. */
  readonly platform: Platform;
  /** The personal inboxes, and the way into them. */
  readonly inboxes: PersonalInboxes;
  readonly notices: Pick<Notices, 'commit' | 'tellCount'>;
  readonly preferences: PreferenceStore;
  /** Devices of people, and the flips that revoked ones owe. */
  readonly devices: Devices;
  readonly deviceFlips: Pick<DeviceFlips, 'flip'>;
  /** Short codes that bring a device to an account. */
  readonly enrolCodes: EnrolCodes;
  readonly pairingLinks: PairingLinks;
  readonly mailRates: MailRates;
  /** Targets of organisations that are told of events, and their deliveries. */
  readonly webhooks: Webhooks;
  /** Durable facts, for those who listen on hubs. */
  readonly announcements: AnnouncementHub;
}
