// An offer of a credential as a wallet meets it (OpenID4VCI 1.0 section 4.1): by value or by reference, for a
// pre-authorised code. Of other grants nothing is known here.
import { isObject, type Json, type JsonObject, parseJsonText } from '../../base/json.js';
import { CREDENTIAL_OFFER_MAX, ISSUER_TEXT_MAX, OFFERED_TYPES_MAX } from '../../base/limits/node/wallets.js';
import { isFailure } from '../../base/result.js';
import { need } from '../fault.js';
import { PRE_AUTHORIZED } from '../issuing/offer.js';

export interface MetOffer {
  /** The identifier of the issuer, an address. */
  readonly issuer: string;
  /** Names of configurations in its metadata. */
  readonly configurations: readonly string[];
  readonly code: string;
  /** Present where a transaction code is asked for; what is said of it is for people. */
  readonly txCode?: AskedTxCode;
  /** The server that gives the token, where the issuer names several. */
  readonly server?: string;
}

export interface AskedTxCode {
  readonly length?: number;
  readonly inputMode?: 'numeric' | 'text';
  readonly description?: string;
}

const CODE_DESCRIPTION_MAX = 300;

/** An offer in a URI, or the address at which it is. Throws a fault. */
export function offerInUri(text: string): { readonly offer: Json } | { readonly url: string } {
  need(text.length <= CREDENTIAL_OFFER_MAX, `The URI of the offer has over ${CREDENTIAL_OFFER_MAX} characters.`);
  need(URL.canParse(text), 'The offer is not a URI.');
  const { searchParams } = new URL(text);
  const [value, url] = [searchParams.get('credential_offer'), searchParams.get('credential_offer_uri')];
  need(
    (value === null) !== (url === null),
    'Expected credential_offer or credential_offer_uri in the URI, and not both.',
  );
  if (value === null) return { url: url as string };
  const offer = parseJsonText(value);
  need(!isFailure(offer), 'The credential_offer is not JSON.');
  return { offer };
}

/** Throws a fault on anything but an offer with a pre-authorised code. */
export function readOffer(json: Json): MetOffer {
  need(isObject(json), 'The offer is not an object.');
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants } = json;
  need(
    Array.isArray(ids) && ids.length > 0 && ids.length <= OFFERED_TYPES_MAX,
    `The offer is not of 1 to ${OFFERED_TYPES_MAX} credentials.`,
  );
  const grant = isObject(grants) ? grants[PRE_AUTHORIZED] : undefined;
  need(isObject(grant), 'The offer has no pre-authorised code, and other grants are not known here.');
  const { 'pre-authorized_code': code, tx_code: txCode, authorization_server: server } = grant;
  const configurations = ids.map((id: Json) => textOf(id, 'A credential_configuration_id'));
  need(new Set(configurations).size === configurations.length, 'The offer names a credential twice.');
  return {
    ...{ issuer: textOf(issuer, 'The credential_issuer'), configurations, code: textOf(code, 'The code') },
    ...(isObject(txCode) && { txCode: txCodeOf(txCode) }),
    ...(server !== undefined && { server: textOf(server, 'The authorization_server') }),
  };
}

function txCodeOf({ length, input_mode: mode = 'numeric', description }: JsonObject): AskedTxCode {
  return {
    ...(Number.isSafeInteger(length) && { length: length as number }),
    ...((mode === 'numeric' || mode === 'text') && { inputMode: mode }),
    ...(typeof description === 'string' && { description: description.slice(0, CODE_DESCRIPTION_MAX) }),
  };
}

/** A text of an issuer. Throws a fault. */
export function textOf(value: Json | undefined, what: string): string {
  need(
    typeof value === 'string' && value !== '' && value.length <= ISSUER_TEXT_MAX,
    `${what} is not a text, or is too long.`,
  );
  return value;
}
