// Rows of the platform and of linked wallets in a world, and the challenges that are under way.
import { OneTimeSecrets, type SecretPorts } from '../../../api/auth/one-time-secrets.js';
import { LINK_CHALLENGES, type LinkChallenge } from '../../../core/tenant/participants/wallet-links.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { Platform } from '../../../storage/tables/accounts/platform.js';
import { WalletLinks } from '../../../storage/tables/accounts/wallet-links.js';

export function linksPart(ports: SecretPorts, kv: Kv, queued: Pick<Kv, 'getSync'>) {
  return {
    platform: new Platform(kv, queued),
    walletLinks: new WalletLinks(kv, queued),
    linkChallenges: new OneTimeSecrets<LinkChallenge>(ports, LINK_CHALLENGES),
  };
}
