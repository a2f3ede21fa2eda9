// A program that registers itself (RFC 7591): reading of what it says about itself, which is not vouched for. Pure.
import { nameProblem } from '../../base/hidden.js';
import type { Json, JsonObject } from '../../base/json.js';
import { PROGRAM_NAME_MAX, REDIRECT_URIS_MAX } from '../../base/limits/node/accounts.js';
import { type ProgramClient, redirectsProblem, SCOPES_OF_OTHERS } from './clients.js';

/** The names of RFC 7591 section 3.2.2. */
export type RegistrationError = 'invalid_redirect_uri' | 'invalid_client_metadata' | 'unapproved_software_statement';

export class RegistrationRefusal {
  constructor(
    readonly error: RegistrationError,
    readonly message: string,
  ) {}
}

/** Without a code for another computer: the page there shows a name, and no address that an answer goes to. */
export const GRANTS_OF_SELF_REGISTERED: readonly string[] = ['authorization_code', 'refresh_token'];

export type SelfRegistration = Pick<ProgramClient, 'name' | 'redirectUris' | 'scopes'>;

/** Members that are not known are passed over (RFC 7591 section 2). */
export function readRegistration(document: JsonObject): SelfRegistration | RegistrationRefusal {
  const { redirect_uris: uris, token_endpoint_auth_method: method = 'none', client_name: name } = document;
  if (document.software_statement !== undefined)
    return new RegistrationRefusal('unapproved_software_statement', 'software_statement: this node trusts none.');
  if (!isTexts(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX || redirectsProblem(uris) !== undefined)
    return new RegistrationRefusal(
      'invalid_redirect_uri',
      `redirect_uris: expected 1 to ${REDIRECT_URIS_MAX} addresses: https, http://127.0.0.1/ with any port, or a scheme of the program.`,
    );
  // A secret would not say who it is: a program that registers itself is not known.
  if (method !== 'none') return invalid('token_endpoint_auth_method: expected none.');
  if (!isWithin(document.grant_types, GRANTS_OF_SELF_REGISTERED))
    return invalid(`grant_types: expected some of ${GRANTS_OF_SELF_REGISTERED.join(', ')}.`);
  if (!isWithin(document.response_types, ['code'])) return invalid('response_types: expected code.');
  if (typeof name !== 'string' || name.length > PROGRAM_NAME_MAX || nameProblem(name) !== undefined)
    return invalid(`client_name: expected a name of at most ${PROGRAM_NAME_MAX} characters.`);
  const scopes = scopesOf(document.scope);
  if (scopes === undefined) return invalid(`scope: expected some of ${SCOPES_OF_OTHERS.join(', ')}.`);
  return { name, redirectUris: uris, scopes };
}

/** The ones of its scopes that a program may ask for; all of them where it names none. */
function scopesOf(stated: Json | undefined): SelfRegistration['scopes'] | undefined {
  if (stated === undefined) return SCOPES_OF_OTHERS;
  if (typeof stated !== 'string') return undefined;
  const words = stated.split(' ');
  const known = SCOPES_OF_OTHERS.filter((scope) => words.includes(scope));
  return known.length > 0 ? known : undefined;
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isWithin(value: Json | undefined, known: readonly string[]): boolean {
  return value === undefined || (isTexts(value) && value.every((item) => known.includes(item)));
}

function invalid(message: string): RegistrationRefusal {
  return new RegistrationRefusal('invalid_client_metadata', message);
}
