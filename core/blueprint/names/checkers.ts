// The roles that can check each rule of a definition, for its designer: a rule that no other role can
// check is the word of its sender.

import type { Action, Definition } from '../definition/types.js';
import { variantsOf } from '../plan/approval.js';
import { knowledgeOf } from './knowledge.js';
import { type ResolvedRule, resolveNames } from './resolve.js';

export interface RuleCheckers {
  readonly action: number;
  readonly sender: string;
  /** JSON Pointer into the blueprint. */
  readonly location: string;
  readonly checkers: readonly string[];
}

/** A rule with the roles that read it and cannot check it. */
export interface RuleReaders extends RuleCheckers {
  readonly unable: readonly string[];
}

/** A row for each calculation and condition. Every name of the rules has its meaning. */
export function ruleCheckers(definition: Definition): readonly RuleCheckers[] {
  return rowsOf(definition).map(({ row }) => row);
}

/** A row for each rule that somebody reads who cannot check it: what it gives, or something of a condition. */
export function unableReaders(definition: Definition): readonly RuleReaders[] {
  const { cellsOf, sees } = knowledgeOf(definition);
  return rowsOf(definition).flatMap(({ row, action, rule }): readonly RuleReaders[] => {
    const { gives, uses } = rule;
    const read = gives === undefined ? uses.flatMap((use) => cellsOf(action, use.read)) : [{ action, path: [gives] }];
    const unable = definition.participants
      .map(({ id }) => id)
      .filter((role) => role !== row.sender && !row.checkers.includes(role) && read.some((cell) => sees(role, cell)));
    return unable.length > 0 ? [{ ...row, unable }] : [];
  });
}

interface CheckedRule {
  readonly row: RuleCheckers;
  readonly action: Action;
  readonly rule: ResolvedRule;
}

function rowsOf(definition: Definition): readonly CheckedRule[] {
  const { checkersOf } = knowledgeOf(definition);
  return definition.actions.flatMap((written, i) =>
    variantsOf(written).flatMap((action) =>
      resolveNames(definition, action).rules.map((rule) => {
        const { id, sender } = action;
        const row = { action: id, sender, location: `/actions/${i}${rule.at}`, checkers: checkersOf(action, rule) };
        return { row, action, rule };
      }),
    ),
  );
}
