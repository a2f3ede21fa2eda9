// The request by which a wallet has a person asked for a credential (OpenID4VCI 1.0 section 5): pushed (RFC 9126), with
// PKCE (RFC 7636). Pure. The wallet is a public client: its name is its own word, so the person is shown where the
// answer goes.
import { isObject, parseJsonText } from '../../base/json.js';
import { WALLET_STATE_MAX, WALLET_TEXT_MAX } from '../../base/limits/node/wallets.js';
import { DIGEST, isRedirect, VISIBLE } from '../../tenant/programs/redirects.js';
import { WalletRefusal } from './refusal.js';

/** The form as it was pushed: members that RFC 6749 and OpenID4VCI know, others are passed over. */
export type AuthorizationForm = Readonly<Record<string, unknown>>;

export interface AuthorizationAsk {
  /** The word of the wallet about itself. */
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly state?: string;
  /** Of an offer. */
  readonly issuerState?: string;
  readonly credentialType?: string;
  /** Key that the token has to be bound to: dpop_jkt (RFC 9449 section 10). */
  readonly thumbprint?: string;
  /** It asked with authorization_details, which the token repeats (section 6.2). */
  readonly isDetailed: boolean;
}

/** The request, or why it cannot be shown to a person. */
export function readAuthorization(form: AuthorizationForm): AuthorizationAsk | WalletRefusal {
  const text = (name: string): string | undefined => (typeof form[name] === 'string' ? form[name] : undefined);
  for (const { name, isGood, expected } of FIELDS) {
    const value = text(name);
    if (value === undefined || !isGood(value)) return refuse(`${name}: expected ${expected}.`);
  }
  if (form.request !== undefined || form.request_uri !== undefined)
    return refuse('Push the members of the request themselves, without request and request_uri.');
  const state = text('state');
  if (form.state !== undefined && (state === undefined || state.length > WALLET_STATE_MAX))
    return refuse(`state: expected at most ${WALLET_STATE_MAX} characters.`);
  const thumbprint = text('dpop_jkt');
  if (form.dpop_jkt !== undefined && !DIGEST.test(thumbprint ?? ''))
    return refuse('dpop_jkt: expected the thumbprint of a key (RFC 7638).');
  const issuerState = text('issuer_state');
  const asked = askedType(text('scope'), form.authorization_details);
  if (asked instanceof WalletRefusal) return asked;
  // RFC 6749 section 3.3.
  if (asked === undefined && issuerState === undefined)
    return new WalletRefusal(
      'invalid_scope',
      'Name what you ask for: scope, authorization_details, or the issuer_state of an offer.',
    );
  return {
    ...{ clientId: text('client_id') as string, redirectUri: text('redirect_uri') as string },
    ...{ codeChallenge: text('code_challenge') as string, isDetailed: form.authorization_details !== undefined },
    ...(state !== undefined && { state }),
    ...(issuerState !== undefined && { issuerState }),
    ...(asked !== undefined && { credentialType: asked }),
    ...(thumbprint !== undefined && { thumbprint }),
  };
}

interface Field {
  readonly name: string;
  readonly isGood: (value: string) => boolean;
  readonly expected: string;
}

const FIELDS: readonly Field[] = [
  { name: 'response_type', isGood: (value) => value === 'code', expected: 'code' },
  {
    name: 'client_id',
    isGood: (value) => value.length <= WALLET_TEXT_MAX && VISIBLE.test(value),
    expected: `at most ${WALLET_TEXT_MAX} visible characters`,
  },
  {
    name: 'redirect_uri',
    isGood: isRedirect,
    expected: 'an https address, one of this computer, or one of a scheme of the wallet, without user and fragment',
  },
  { name: 'code_challenge', isGood: (value) => DIGEST.test(value), expected: 'a challenge of the method S256' },
  { name: 'code_challenge_method', isGood: (value) => value === 'S256', expected: 'S256' },
];

/** The one type that a scope or details name; undefined where neither is there. */
function askedType(scope: string | undefined, details: unknown): string | undefined | WalletRefusal {
  const scopes = (scope ?? '').split(' ').filter((word) => word !== '');
  const listed = details === undefined ? [] : detailedTypes(details);
  if (listed === undefined)
    return new WalletRefusal(
      'invalid_authorization_details',
      'authorization_details: expected one of the type openid_credential, with credential_configuration_id.',
    );
  const types = new Set([...scopes, ...listed]);
  if (types.size > 1) return refuse('Ask for one credential at a time.');
  const [type] = types;
  return type;
}

function detailedTypes(details: unknown): readonly string[] | undefined {
  const list = typeof details === 'string' ? parseJsonText(details) : undefined;
  if (!Array.isArray(list) || list.length !== 1 || !isObject(list[0])) return undefined;
  const { type, credential_configuration_id: id } = list[0];
  return type === 'openid_credential' && typeof id === 'string' && id !== '' ? [id] : undefined;
}

function refuse(message: string): WalletRefusal {
  return new WalletRefusal('invalid_request', message);
}
