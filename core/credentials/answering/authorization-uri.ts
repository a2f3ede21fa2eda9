// The address that starts a wallet (OpenID4VP 1.0 sections 5.10 and 5.11): a request object in it, the place of one,
// or the members of an unsigned request.
import { type Json, type JsonObject, parseJsonText } from '../../base/json.js';
import { CREDENTIAL_DEPTH_MAX } from '../../base/limits/ledger/credentials.js';
import { MET_REQUEST_MAX } from '../../base/limits/node/wallets.js';
import { isFailure } from '../../base/result.js';
import { need } from '../fault.js';

export type AuthorizationUri = { readonly clientId: string } & (
  | { readonly object: string }
  | { readonly url: string; readonly isPosted: boolean }
  | { readonly members: JsonObject }
);

/** Members that are JSON inside a query (section 5.1). */
const JSON_MEMBERS: ReadonlySet<string> = new Set([
  'dcql_query',
  'client_metadata',
  'transaction_data',
  'verifier_info',
]);
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['get', false],
  ['post', true],
]);

/** Throws a fault on anything but one of the three. */
export function readAuthorizationUri(text: string): AuthorizationUri {
  need(text.length <= MET_REQUEST_MAX, `The request has over ${MET_REQUEST_MAX} characters.`);
  need(URL.canParse(text), 'The request is not a URI, such as openid4vp://.');
  const { searchParams } = new URL(text);
  const names = [...searchParams.keys()];
  need(new Set(names).size === names.length, 'The request names a member twice.');
  const clientId = searchParams.get('client_id') ?? '';
  need(clientId !== '', 'The request has no client_id.');
  const [object, url] = [searchParams.get('request'), searchParams.get('request_uri')];
  need(object === null || url === null, 'The request has both request and request_uri.');
  const method = searchParams.get('request_uri_method') ?? 'get';
  const isPosted = METHODS.get(method);
  need(isPosted !== undefined, 'The request_uri_method is neither get nor post.');
  if (object !== null) return { clientId, object };
  if (url !== null) return { clientId, url, isPosted };
  return {
    clientId,
    members: Object.fromEntries([...searchParams].map(([name, value]) => [name, memberOf(name, value)])),
  };
}

function memberOf(name: string, value: string): Json {
  if (!JSON_MEMBERS.has(name)) return value;
  const json = parseJsonText(value, CREDENTIAL_DEPTH_MAX);
  need(!isFailure(json), `The member ${name} is not JSON.`);
  return json;
}
