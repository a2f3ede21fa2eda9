// A request for presentations as a wallet meets it (OpenID4VP 1.0 section 5), read with bounds. Anybody may
// have made it: nothing of it is believed before its verifier is judged.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { PROOF_AHEAD_MAX_MS } from '../../base/limits/ledger/credentials.js';
import { ISSUER_TEXT_MAX, MET_REQUEST_MAX, REQUEST_MS } from '../../base/limits/node/wallets.js';
import { need } from '../fault.js';
import { type Jws, readJws } from '../jose/jws.js';
import { REQUEST_TYPE, RESPONSE_MODES, type ResponseMode, WALLET_AUDIENCE } from '../presenting/request.js';
import { type DcqlQuery, readDcql } from '../query/dcql.js';
import { type AnswerEncryption, encryptionOf } from './encryption.js';
import { type MetTransactionData, readTransactionData } from './transaction-data.js';

export interface MetRequest {
  /** With its prefix. */
  readonly clientId: string;
  readonly nonce: string;
  readonly state?: string;
  readonly responseUri: string;
  readonly responseMode: ResponseMode;
  /** Present where the answer is encrypted. */
  readonly encryption?: AnswerEncryption;
  readonly dcql: JsonObject;
  readonly query: DcqlQuery;
  readonly transactionData: readonly MetTransactionData[];
  readonly expiresAtMs: number;
}

export interface ReadAs {
  /** The name under which the wallet was started. */
  readonly clientId: string;
  readonly atMs: number;
  /** Types of transaction data that are known: a request with another one is refused whole (section 8.4). */
  readonly dataTypes: readonly string[];
  /** The nonce of the wallet, where it sent one (section 5.10). */
  readonly walletNonce?: string;
}

/** A signed request object. Throws a fault on another text. Says nothing of its signature. */
export function readRequestObject(text: string): Jws {
  need(text.length <= MET_REQUEST_MAX, `The request object has over ${MET_REQUEST_MAX} characters.`);
  return readJws(text.trim(), [REQUEST_TYPE]);
}

/** The claims of a request object, which is for this wallet, now. Throws a fault. */
export function readSignedRequest(claims: JsonObject, as: ReadAs): MetRequest {
  const { aud, wallet_nonce: walletNonce } = claims;
  need(aud === WALLET_AUDIENCE, `The request object is for another audience than ${WALLET_AUDIENCE}.`);
  need(walletNonce === as.walletNonce, 'The request object has not the nonce of this wallet.');
  return readRequest(claims, as);
}

/** The members of a request. Throws a fault where one has not its form, or asks for a way that is not known here. */
export function readRequest(members: JsonObject, as: ReadAs): MetRequest {
  const { client_id: clientId, response_type: type, response_mode: mode, nonce, state } = members;
  need(clientId === as.clientId, 'The client_id of the request is another than that of its address.');
  need(type === 'vp_token', 'The response_type is not vp_token.');
  need(
    RESPONSE_MODES.some((each) => each === mode),
    `The response_mode is neither ${RESPONSE_MODES.join(' nor ')}.`,
  );
  for (const name of ['redirect_uri', 'scope', 'presentation_definition', 'presentation_definition_uri'])
    need(!Object.hasOwn(members, name), `The request has ${name}, which this wallet does not take.`);
  need(state === undefined || isText(state), 'The state is not a text, or is too long.');
  need(isText(nonce), 'The nonce is not a text, or is too long.');
  const { dcql_query: dcql, client_metadata: metadata } = members;
  need(isObject(dcql), 'The request has no dcql_query.');
  const query = readDcql(dcql);
  return {
    ...{ clientId: as.clientId, nonce, responseMode: mode as ResponseMode, dcql, query },
    responseUri: responseUriOf(members.response_uri),
    ...(state !== undefined && { state }),
    ...(mode === 'direct_post.jwt' && { encryption: encryptionOf(metadata) }),
    transactionData: readTransactionData(members.transaction_data, { query, types: as.dataTypes }),
    expiresAtMs: endOf(members, as.atMs),
  };
}

export function isRequestOver({ expiresAtMs }: Pick<MetRequest, 'expiresAtMs'>, nowMs: number): boolean {
  return nowMs >= expiresAtMs;
}

/** Whether it may be called says the guard of outgoing requests. */
function responseUriOf(uri: Json | undefined): string {
  need(isText(uri) && URL.canParse(uri), 'The response_uri is not an address.');
  const { hash, username, password } = new URL(uri);
  need(`${hash}${username}${password}` === '', 'The response_uri has a fragment or a user.');
  return uri;
}

/** At most as long as this wallet keeps a request. */
function endOf({ iat, nbf, exp }: JsonObject, atMs: number): number {
  for (const time of [iat, nbf])
    need(
      time === undefined || (typeof time === 'number' && time * 1000 <= atMs + PROOF_AHEAD_MAX_MS),
      'The request is of later.',
    );
  need(exp === undefined || typeof exp === 'number', 'The exp of the request is not a number.');
  const endMs = Math.min(exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000, atMs + REQUEST_MS);
  need(atMs < endMs, 'The time of the request is over.');
  return endMs;
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= ISSUER_TEXT_MAX;
}
