// A draft as edits know it: the blueprint, the scenarios beside it, and what the check says of it. Pure. It never holds
// a conversation, nor anything that a publication would not have.
import { issue } from '../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Finding } from '../blueprint/findings/finding.js';
import { checkDraft } from '../design/authoring/draft.js';
import { checkBlueprint } from '../design/check/check.js';
import { readScenarios } from '../scenario/form.js';

/** The documents that edits change. */
export interface DraftParts {
  /** In the language of the ledger, and of the form of a draft: anything may still be missing. */
  readonly blueprint: JsonObject;
  /** As a file of scenarios has them (docs/scenarios.md). */
  readonly scenarios: readonly Json[];
}

export interface CheckedDraft extends DraftParts {
  /** Of its check. */
  readonly findings: readonly Finding[];
}

/**
 * The parts, where they may be edited. BODY_INVALID at members of a wrong form and at unknown ones, BODY_TOO_LARGE,
 * SCENARIO_INVALID, and EDIT_REFUSED for a text of language 1.
 */
export function checkParts(parts: DraftParts): Result<DraftParts> {
  const { blueprint, scenarios } = parts;
  const wrong = checkDraft(blueprint);
  if (wrong.length > 0) return fail(wrong);
  if (blueprint.language !== 2)
    return fail(
      issue(
        'EDIT_REFUSED',
        '/language',
        'Edits work on a draft with "language": 2; quorate blueprint migrate makes one of a text of language 1.',
      ),
    );
  const read = scenarios.length === 0 ? scenarios : readScenarios(scenarios);
  return isFailure(read) ? read : parts;
}

/** The draft of such parts, with its findings. */
export function draftOf(parts: DraftParts): Result<CheckedDraft> {
  const checked = checkParts(parts);
  if (isFailure(checked)) return checked;
  const { blueprint, scenarios } = parts;
  return { blueprint, scenarios, findings: checkBlueprint(blueprint) };
}

/** True where both have the same members with the same values. */
export function isSame(parts: DraftParts, other: DraftParts): boolean {
  const text = ({ blueprint, scenarios }: DraftParts): string => canonical([blueprint, scenarios]);
  return text(parts) === text(other);
}

/** The items of a list member that are objects; none where it is absent. */
export function itemsOf(holder: JsonObject, name: string): readonly JsonObject[] {
  const list = holder[name];
  return Array.isArray(list) ? (list as readonly Json[]).filter((item) => isObject(item)) : [];
}
