// The worker that edits and checks a draft, by the rules of the node.
import { issue } from '../../core/base/issue.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { withoutNulls } from '../../core/blueprint/definition/without-nulls.js';
import { drawnEdges, startingActions } from '../../core/blueprint/plan/graph.js';
import { differences } from '../../core/design/authoring/difference.js';
import { checkDraft } from '../../core/design/authoring/draft.js';
import { applyPatch } from '../../core/design/authoring/fixes.js';
import { checkBlueprint, isReadable } from '../../core/design/check/check.js';
import { lift } from '../../core/design/lift/lift.js';
import { instantiate, type Template } from '../../core/design/templates/template.js';
import { carryOut } from '../../core/edits/apply.js';
import type { DraftParts } from '../../core/edits/draft.js';
import { tryRule } from '../../core/edits/view/rule-trial.js';
import { sampleFacts } from '../../core/edits/view/sample-facts.js';
import type {
  DesignAnswered,
  DesignAsked,
  DesignChange,
  DraftQuestion,
  DraftQuestions,
  DrawnWays,
} from './designer-messages.js';

type Answering = {
  readonly [Q in DraftQuestion]: (
    blueprint: JsonObject,
    asked: DraftQuestions[Q]['asked'],
  ) => DraftQuestions[Q]['answer'];
};

const ANSWERS: Answering = {
  edit(blueprint, { edits }) {
    let parts: DraftParts = { blueprint, scenarios: [] };
    const words: string[] = [];
    for (const edit of edits) {
      const changed = carryOut(parts, edit);
      if (isFailure(changed)) return { issues: changed.issues };
      ({ parts } = changed);
      words.push(...changed.words);
    }
    return { blueprint: parts.blueprint, words };
  },
  fix: (blueprint, { fix }) => checkForm(applyPatch(blueprint, fix)),
  form: (blueprint) => checkForm(blueprint),
  ways: (blueprint) => waysOf(withoutNulls(blueprint) as unknown as Definition),
  sample: (blueprint, { action }) => sampleFacts(withoutNulls(blueprint) as unknown as Definition, action),
  trial(blueprint, { action, of, edit }) {
    const changed = carryOut({ blueprint, scenarios: [] }, edit);
    if (isFailure(changed)) return { issue: changed.issue };
    const [error] = checkBlueprint(changed.parts.blueprint).filter(({ severity }) => severity === 'error');
    if (error) return { issue: issue('BLUEPRINT_INVALID', error.location, error.message) };
    return tryRule(withoutNulls(changed.parts.blueprint) as unknown as Definition, action, of);
  },
  check: (blueprint) => checkBlueprint(blueprint),
  lift(blueprint) {
    const { definition, questions, findings } = lift(blueprint);
    const errors = isReadable(definition) ? [] : findings.filter(({ severity }) => severity === 'error');
    return { blueprint: definition, questions, faults: errors.map(({ location, message }) => ({ location, message })) };
  },
  make(template, { parameters }) {
    const made = instantiate(template as unknown as Template, parameters);
    return isFailure(made) ? { issues: made.issues } : { blueprint: made as unknown as JsonObject, words: [] };
  },
  differences: (blueprint, { other }) => differences(blueprint, other),
};

/** Of what a draft says already: ways that lead to nothing yet are left out. */
function waysOf(definition: Definition): DrawnWays {
  const actions = (definition.actions ?? []).map((action) => ({
    ...action,
    ...(action.routes && { routes: action.routes.filter(({ nextActionIds }) => nextActionIds !== undefined) }),
    ...(action.timers && { timers: action.timers.filter(({ then }) => then?.nextActionIds !== undefined) }),
  }));
  if (actions.length === 0) return { edges: [], starts: [] };
  const drawn = { ...definition, participants: definition.participants ?? [], actions };
  return { edges: drawnEdges(drawn), starts: startingActions(drawn) };
}

function checkForm(blueprint: Json): DesignChange {
  const issues = checkDraft(blueprint as JsonObject);
  return issues.length > 0 ? { issues } : { blueprint: blueprint as JsonObject, words: [] };
}

addEventListener('message', ({ data: { id, question, blueprint, asked } }: MessageEvent<DesignAsked>) => {
  try {
    const answer = (ANSWERS[question] as Answering['edit'])(blueprint, asked as { readonly edits: [] });
    postMessage({ id, answer } satisfies DesignAnswered);
  } catch (error) {
    postMessage({ id, answer: undefined, fault: String(error) } satisfies DesignAnswered);
  }
});
