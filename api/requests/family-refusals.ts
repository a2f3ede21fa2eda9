// Refusals of handlers whose operation has a family of errors with names of its own: the name that the standard has for
// it, beside our issue.
import type { Issue } from '../../core/base/issue.js';
import { Refusal } from '../define.js';
import type { OAuthErrorName } from '../errors/families/oauth.js';
import type { OpenIdErrorName } from '../errors/families/openid4vc.js';

type Headers = Readonly<Record<string, string>>;

export function oauthRefusal(error: OAuthErrorName, issue: Issue, headers?: Headers): Refusal {
  return new Refusal([issue], { error }, headers);
}

export function openIdRefusal(error: OpenIdErrorName, issue: Issue, headers?: Headers): Refusal {
  return new Refusal([issue], { error }, headers);
}
