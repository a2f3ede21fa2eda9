// Transaction data that a holder is asked to consent to (OpenID4VP 1.0 section 8.4). A wallet that does not know a type
// refuses the request: its holder would sign words that were not explained.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { TRANSACTION_DATA_CHARACTERS_MAX, TRANSACTION_DATA_MAX } from '../../base/limits/node/wallets.js';
import { need } from '../fault.js';
import { jsonIn } from '../jose/jws.js';
import type { DcqlQuery } from '../query/dcql.js';

export interface MetTransactionData {
  /** Encoded, as the request has it: the proof signs its hash. */
  readonly text: string;
  readonly type: string;
  /** Queries of which one credential signs it. */
  readonly queryIds: readonly string[];
  /** All of it, for people. */
  readonly data: JsonObject;
}

const HASHES = 'sha-256';
/** An encoded text is a third longer than what it encodes. */
const ENCODED_MAX = 2 * TRANSACTION_DATA_CHARACTERS_MAX;

/** Throws a fault on another form, on a type that is not among `types`, and on one that no credential here signs. */
export function readTransactionData(
  json: Json | undefined,
  { query, types }: { readonly query: DcqlQuery; readonly types: readonly string[] },
): readonly MetTransactionData[] {
  if (json === undefined) return [];
  need(
    Array.isArray(json) && json.length > 0 && json.length <= TRANSACTION_DATA_MAX,
    `The transaction_data are not a list of 1 to ${TRANSACTION_DATA_MAX} texts.`,
  );
  return (json as readonly Json[]).map((text) => {
    need(typeof text === 'string' && text.length <= ENCODED_MAX, 'Transaction data are not a text, or too long.');
    const data = jsonIn(text, 'transaction data');
    need(isObject(data), 'Transaction data are not an object.');
    const { type, credential_ids: ids, transaction_data_hashes_alg: algorithms = [HASHES] } = data;
    need(
      typeof type === 'string' && types.includes(type),
      'The transaction data are of a type that is not known here.',
    );
    need(Array.isArray(algorithms) && algorithms.includes(HASHES), `Transaction data take no hash of ${HASHES}.`);
    need(Array.isArray(ids) && ids.length > 0, 'Transaction data have no credential_ids.');
    const queryIds = ids.map((id: Json) => {
      const asked = query.credentials.find((each) => each.id === id);
      need(asked !== undefined, 'Transaction data name a query that is not there.');
      need(asked.format === 'dc+sd-jwt' && asked.needsHolderKey, 'Transaction data are for an SD-JWT with a proof.');
      return asked.id;
    });
    return { text, type, queryIds, data };
  });
}
