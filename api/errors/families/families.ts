// THE list of families.
import type { ErrorFamilyName } from '../../define.js';
import { didFamily } from './did.js';
import type { ErrorFamily } from './error-family.js';
import { oauthFamily } from './oauth.js';
import { odataFamily } from './odata.js';
import { openId4VcFamily } from './openid4vc.js';
import { problemFamily } from './problem.js';
import { redemptionFamily } from './redemption.js';

export const FAMILIES: Readonly<Record<ErrorFamilyName, ErrorFamily>> = {
  problem: problemFamily,
  oauth: oauthFamily,
  odata: odataFamily,
  openid4vc: openId4VcFamily,
  did: didFamily,
  redemption: redemptionFamily,
};
