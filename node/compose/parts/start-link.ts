// The link by which a first start leads into the console, in the place of the first password.
import { linkAddress } from '../../../api/auth/proofs/console-links.js';
import { isAlone } from '../../config/is-alone.js';
import { publicUrlOf } from '../../config/public-url.js';
import type { Config } from '../../config/schema.js';
import { systemClock } from '../../platform/clock.js';
import type { OpenIdentity } from '../identity.js';

/** Undefined where the first password was changed, and where others than this computer reach the node. */
export function startLink(
  { http }: Pick<Config, 'http'>,
  { firstAdmin, accounts: { tenants, sessions, consoleLinks } }: OpenIdentity,
): string | undefined {
  if (firstAdmin?.isGenerated !== true || !http.pages || !isAlone(http)) return undefined;
  const user = tenants.userOfEmail(firstAdmin.email);
  const place = user?.memberships[0];
  if (user?.mustChangePassword !== true || place === undefined) return undefined;
  const { organisationId, membershipId: subject } = place;
  const nowMs = systemClock.now();
  const identity = { subject, platformUserId: user.id, organisationId };
  const standing = { ...identity, tokenId: '', sessionId: '', issuedAtMs: sessions.dateFor(identity, nowMs) };
  const signIn = { method: 'pwd', signedInAtMs: sessions.signInDate(nowMs) } as const;
  return linkAddress(publicUrlOf(http), consoleLinks.open({ ...standing, signIn, isOfStart: true }, http.host));
}
