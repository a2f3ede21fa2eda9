// The roles that can check each rule of a definition of language 2, for its designer: a rule that no other role can
// check is the word of its sender.

import type { Definition } from '../definition/types.js';
import { doneAs } from '../plan/approval.js';
import { knowledgeOf } from './knowledge.js';
import { resolvedOf } from './resolve.js';

export interface RuleCheckers {
  readonly action: number;
  readonly sender: string;
  /** JSON Pointer into the blueprint. */
  readonly location: string;
  readonly checkers: readonly string[];
}

/** One row for each calculation and condition. Every name of the rules has its meaning. */
export function ruleCheckers(definition: Definition): readonly RuleCheckers[] {
  const { checkersOf } = knowledgeOf(definition);
  return definition.actions.flatMap((written, i) =>
    doneAs(definition, written).flatMap((action) =>
      resolvedOf(definition, action).rules.map((rule) => ({
        action: action.id,
        sender: action.sender,
        location: `/actions/${i}${rule.at}`,
        checkers: checkersOf(action, rule),
      })),
    ),
  );
}
