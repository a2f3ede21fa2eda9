// Steps about definitions: what may be published, which definition an action follows, and whether its payload satisfies the schemas there.

import { type Issue, issue } from '../../base/issue.js';
import { actionOf, checkDefinition } from '../../blueprint/conformance.js';
import { checkPayload, checkSchemas } from '../../blueprint/schema-check.js';
import type { Definition } from '../../blueprint/types.js';
import { latestPublication, publishedDefinition } from '../kinds/publication.js';
import type { LoneSubject, Subject } from './context.js';
import { NONE } from './form.js';

/** VAL_BP_010 and VAL_SCHEMA_005, with pointers into the document under `/payload`. */
export function published({ tx }: Pick<LoneSubject, 'tx'>): readonly Issue[] {
  const issues = checkDefinition(tx.payload, tx.header.blueprintId);
  const found = issues.length > 0 ? issues : checkSchemas(tx.payload as unknown as Definition);
  return found.map((entry) => ({ ...entry, path: `/payload${entry.path}` }));
}

/**
 * VAL_SCHEMA_001 no publication of the blueprint here, VAL_SCHEMA_002 the ActionId is not an integer, VAL_BP_VERSION_001 no pin or a pin that is not a
 * sealed publication of this blueprint, VAL_SCHEMA_003 the definition has no such action. A missing pin never falls back to the newest publication:
 * two nodes could then read two definitions.
 */
export function pin(subject: Subject): readonly Issue[] {
  const { header } = subject.tx;
  const { view } = subject.ctx;
  const definition =
    header.publicationTxId === undefined
      ? undefined
      : publishedDefinition(view, header.blueprintId, header.publicationTxId);
  // A pin that resolves is a publication of the blueprint, so the newest one is asked for only when it does not.
  if (!definition && latestPublication(view, header.blueprintId) === undefined)
    return [issue('VAL_SCHEMA_001', '/header/blueprintId', 'The register has no publication of this blueprint.')];
  if (!/^(0|[1-9]\d{0,15})$/.test(header.actionId))
    return [issue('VAL_SCHEMA_002', '/header/actionId', 'The ActionId of an action is an integer of 0 or more.')];
  if (!definition)
    return [
      issue('VAL_BP_VERSION_001', '/header/publicationTxId', 'The pin is not a sealed publication of this blueprint.'),
    ];
  const action = actionOf(definition, header.actionId);
  if (!action) return [issue('VAL_SCHEMA_003', '/header/actionId', 'The definition has no such action.')];
  subject.definition = definition;
  subject.action = action;
  return NONE;
}

/** VAL_SCHEMA_004, with a pointer into the document under `/payload`. */
export function payloadSchema({ tx, definition }: Subject): readonly Issue[] {
  if (!definition) return NONE;
  const publicationTxId = tx.header.publicationTxId as string;
  const found = checkPayload({ publicationTxId, definition }, tx.header.actionId, tx.payload);
  return found ? [found] : NONE;
}
