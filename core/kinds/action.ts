// The transaction that does one step of a workflow instance, rejects one, or makes another move of it (core/moves).
import { assert } from '../base/assert.js';
import { type Issue, issue } from '../base/issue.js';
import { publishedDefinition } from '../instance/publications.js';
import { instanceIdOf, isStart } from '../instance/rows.js';
import { changesBeside, changesOf } from '../moves/changes.js';
import type { KindRow } from '../register/kind-row.js';
import { STATE_KEY } from '../register/state-keys.js';
import { checkActionMetadata } from '../transaction/action-metadata.js';
import { moveTypeOf } from '../transaction/move-type.js';

export const action: KindRow = {
  kind: 'action',
  matches: () => true,
  check({ header }): Issue[] {
    const issues = checkActionMetadata(header);
    if (!isStart(header)) {
      if (header.instanceId === undefined)
        issues.push(
          issue('VAL_STRUCT_011', '/header/instanceId', 'An action that follows another names its instance.'),
        );
    } else if (moveTypeOf(header) !== 'Action')
      issues.push(
        issue(
          'VAL_STRUCT_011',
          '/header/previousTransactionId',
          'A rejection or cancellation names a transaction of its instance.',
        ),
      );
    return issues;
  },
  apply(tx, view, ground) {
    const { blueprintId, publicationTxId = '' } = tx.header;
    const definition = publishedDefinition(view, blueprintId, publicationTxId);
    assert(definition, 'the pin step passed');
    const of = { definition, atMs: ground?.timestampMs ?? 0, height: (ground?.state.height ?? -1) + 1 };
    return { changes: [...changesOf(tx, view, of), ...changesBeside(tx, view, of)] };
  },
  leaves: (tx) => [STATE_KEY.instance(instanceIdOf(tx))],
};
