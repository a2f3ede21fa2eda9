// The transaction that publishes a blueprint: its payload is the definition and its TxId the content address of that.
// Every other header member is outside the TxId, so what it leaves in the state depends on none of them. The right to
// publish does depend on `metadata.publishedBy`, where the system wallet carries it: the sender signs the header with
// it (core/transaction/statement.ts).

import { LRUCache } from 'lru-cache';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { DEFINITION_CACHE_MAX } from '../../base/limits/node/designs.js';
import { languageOf } from '../../blueprint/definition/language.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { asChecked } from '../../blueprint/definition/without-nulls.js';
import type { StateView } from '../../model/register.js';
import { STATE_KEY } from '../../register/state-keys.js';
import type { Language } from '../../schema/keyword.js';
import { PUBLISH_ACTION } from '../../transaction/encode.js';
import { checkNoOthers } from '../../transaction/structure.js';
import type { KindRow } from './types.js';

const HEADER = ['registerId', 'blueprintId', 'actionId', 'senderWallet', 'payloadHash', 'createdAt', 'metadata'];
const RESERVED = /^(genesis$|register-)/;

/** True for a BlueprintId with a meaning of its own, which no publication may take, so that no workflow has it. */
export function isReserved(blueprintId: string): boolean {
  return RESERVED.test(blueprintId);
}

export const publication: KindRow = {
  kind: 'publication',
  matches: (header) => header.actionId === PUBLISH_ACTION,
  check(tx): Issue[] {
    const issues = checkNoOthers(tx.header as unknown as JsonObject, HEADER, '/header');
    if (isReserved(tx.header.blueprintId))
      issues.push(issue('VAL_STRUCT_011', '/header/blueprintId', 'The BlueprintId is reserved.'));
    return issues;
  },
  apply(tx, view) {
    const { blueprintId } = tx.header;
    const language = languageOf(tx.payload as unknown as Definition);
    const ordinal = Number(view.state(STATE_KEY.blueprint(blueprintId))?.count ?? 0) + 1;
    return {
      changes: [
        { key: STATE_KEY.blueprint(blueprintId), value: { latest: tx.txId, count: ordinal } },
        { key: STATE_KEY.publication(tx.txId), value: publicationRow({ blueprintId, ordinal }, language) },
        { key: STATE_KEY.publicationAt(blueprintId, ordinal), value: { publicationTxId: tx.txId } },
      ],
    };
  },
  leaves: ({ txId, header }) => [STATE_KEY.blueprint(header.blueprintId), STATE_KEY.publication(txId)],
};

/** Members in canonical order; language 1 is not said. */
function publicationRow(
  { blueprintId, ordinal }: { readonly blueprintId: string; readonly ordinal: number },
  language: Language,
): JsonObject {
  return language === 1 ? { blueprintId, ordinal } : { blueprintId, language, ordinal };
}

/** TxId of the newest publication of a blueprint on the register. */
export function latestPublication(view: StateView, blueprintId: string): string | undefined {
  return view.state(STATE_KEY.blueprint(blueprintId))?.latest as string | undefined;
}

const definitions = new LRUCache<string, Definition>({ max: DEFINITION_CACHE_MAX });

/**
 * The definition under a pin, if that is a sealed publication of this blueprint on this register. Definitions are
 * content-addressed, so a cached one is the right one on every register; whether it is sealed here is asked each time.
 */
export function publishedDefinition(view: StateView, blueprintId: string, txId: string): Definition | undefined {
  const row = view.state(STATE_KEY.publication(txId));
  if (row?.blueprintId !== blueprintId) return undefined;
  let definition = definitions.get(txId);
  if (!definition) {
    const sealed = view.transaction(txId)?.payload as unknown as Definition | undefined;
    definition = sealed && (languageOf(sealed) === 2 ? asChecked(sealed) : sealed);
    if (definition) definitions.set(txId, definition);
  }
  return definition;
}
