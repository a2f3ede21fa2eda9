// THE list of families.
import { didFamily } from './did.js';
import type { ErrorFamily } from './error-family.js';
import { oauthFamily } from './oauth.js';
import { odataFamily } from './odata.js';
import { notificationFamily, openId4VcFamily } from './openid4vc.js';
import { problemFamily } from './problem.js';
import { redemptionFamily } from './redemption.js';

export const FAMILIES = {
  problem: problemFamily,
  oauth: oauthFamily,
  odata: odataFamily,
  openid4vc: openId4VcFamily,
  openid4vcNotification: notificationFamily,
  did: didFamily,
  redemption: redemptionFamily,
} as const satisfies Readonly<Record<string, ErrorFamily>>;

/**
 * The forms of refusals: problem details (RFC 9457), OAuth 2.0 (RFC 6749 section 5.2), OData, OpenID4VCI and OpenID4VP,
 * the resolution of DIDs, and the redemption of a device's code (specification section 7.3).
 */
export type ErrorFamilyName = keyof typeof FAMILIES;
