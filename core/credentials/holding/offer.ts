// An offer of a credential as a wallet meets it (OpenID4VCI 1.0 section 4.1): by value or by reference, for a
// pre-authorised code or for a person who signs in at the issuer. Of other grants nothing is known here.
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
  /** Pre-authorised; absent where the person signs in at the issuer. */
  readonly code?: string;
  /** By which the issuer knows its offer again when the person comes. */
  readonly issuerState?: string;
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
const PERSON_GRANT = 'authorization_code';

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

/** Throws a fault on anything but an offer of a known grant. */
export function readOffer(json: Json): MetOffer {
  need(isObject(json), 'The offer is not an object.');
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants } = json;
  need(
    Array.isArray(ids) && ids.length > 0 && ids.length <= OFFERED_TYPES_MAX,
    `The offer is not of 1 to ${OFFERED_TYPES_MAX} credentials.`,
  );
  const configurations = ids.map((id: Json) => textOf(id, 'A credential_configuration_id'));
  need(new Set(configurations).size === configurations.length, 'The offer names a credential twice.');
  const { code, server, ...more } = grantOf(isObject(grants) ? grants : {});
  return {
    ...{ issuer: textOf(issuer, 'The credential_issuer'), configurations, ...more },
    ...(code !== undefined && { code: textOf(code, 'The code') }),
    ...(server !== undefined && { server: textOf(server, 'The authorization_server') }),
  };
}

interface StatedGrant extends Pick<MetOffer, 'txCode' | 'issuerState'> {
  readonly code?: Json;
  readonly server: Json | undefined;
}

/** A pre-authorised code first: it takes less of the person. Without any grant the server decides (section 4.1.1). */
function grantOf(grants: JsonObject): StatedGrant {
  const { [PRE_AUTHORIZED]: granted, [PERSON_GRANT]: person = {} } = grants;
  if (isObject(granted)) {
    const { 'pre-authorized_code': code = null, tx_code: txCode, authorization_server: server } = granted;
    return { code, server, ...(isObject(txCode) && { txCode: txCodeOf(txCode) }) };
  }
  const isKnown = Object.keys(grants).length === 0 || grants[PERSON_GRANT] !== undefined;
  need(isKnown && isObject(person), 'The offer has neither a pre-authorised code nor a grant authorization_code.');
  const { issuer_state: state, authorization_server: server } = person;
  return { server, ...(state !== undefined && { issuerState: textOf(state, 'The issuer_state') }) };
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
