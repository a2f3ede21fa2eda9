// A blueprint of language 1 as one of language 2, which alone the ledger knows: each change keeps the meaning that the
// text had in language 1, or is a proposal that its author looks at. Rules are lifted by the rule of language 1; the
// check tells what may be absent and which numbers are decimals, and the rest of its findings are questions. Pure.
import type { JsonObject } from '../../base/json.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import { pointerText } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { withoutNulls } from '../../blueprint/definition/without-nulls.js';
import type { Finding } from '../../blueprint/findings/finding.js';
import { membersOf } from '../../blueprint/names/members.js';
import { OPENER } from '../../blueprint/plan/cancellation.js';
import { hasCondition } from '../../blueprint/plan/routes.js';
import { checkBlueprint, isReadable } from '../check/check.js';
import { isLanguage1 } from './language.js';
import { giveDefaults, nullDefaults } from './lift-defaults.js';
import { tellGates } from './lift-gates.js';
import { type LiftNote, put } from './lift-note.js';
import { liftRules } from './lift-rules.js';
import { closeRoots, dataNotes, decimalNotes, makeExact, propertyOf } from './lift-schemas.js';

export interface LiftNotes {
  /** Changes in the order in which they were made. */
  readonly changes: readonly LiftNote[];
  /**
   * Places that the author decides: errors of the check that are left, names that may read another value than before,
   * and members that several actions state.
   */
  readonly questions: readonly LiftNote[];
}

export interface Lifted extends LiftNotes {
  /** False for a blueprint that was of language 2 before. */
  readonly isLifted: boolean;
  /** Of language 2. The blueprint itself where it was of language 2 before. */
  readonly definition: JsonObject;
  /** The findings of the check of the lifted definition. */
  readonly findings: readonly Finding[];
}

/**
 * The blueprint in language 2, with its findings. A blueprint of the wrong form, or with schemas that may not be
 * published, is lifted by its language alone: its questions are about these.
 */
export function lift(blueprint: JsonObject): Lifted {
  const none = { changes: [], questions: [] };
  if (!isLanguage1(blueprint))
    return { ...none, definition: blueprint, findings: checkBlueprint(blueprint), isLifted: false };
  const text = structuredClone(withoutNulls({ ...blueprint, language: 2 }));
  if (!isReadable(text)) {
    const findings = checkBlueprint(text);
    const schemas = findings.filter(({ code }) => code === 'BP_SCHEMA');
    return { ...none, questions: schemas.map(noteOf), definition: text, findings, isLifted: true };
  }
  const written = text as unknown as Definition;
  const people = [...letOpenerCancel(written), ...tellGates(written)];
  const forms = [...people, ...endBranches(written), ...closeRoots(written), ...dataNotes(written)];
  const rules = liftRules(text);
  let looked = check(text);
  const absent = has(looked, 'BP_READ_MAYBE_ABSENT') ? giveDefaults(looked.definition, rules.asked) : [];
  if (absent.length > 0) looked = check(looked.definition);
  const exact = has(looked, 'BP_TYPE') ? makeExact(looked.definition) : [];
  if (exact.length > 0) looked = check(looked.definition);
  const errors = looked.findings.filter(({ severity }) => severity === 'error');
  const lifted = looked.definition as unknown as Definition;
  const [decimals, nulls] = errors.length > 0 ? [[], []] : [decimalNotes(lifted), nullDefaults(lifted)];
  return {
    ...looked,
    changes: [...forms, ...rules.changes, ...absent, ...exact, ...decimals],
    questions: [...errors.map(noteOf), ...rules.questions, ...nulls, ...restatements(written)].slice(0, FINDINGS_MAX),
    isLifted: true,
  };
}

type Looked = Pick<Lifted, 'definition' | 'findings'>;

/** Of a copy, because the results of a look are kept with the definition. */
function check(document: JsonObject): Looked {
  const definition = structuredClone(document);
  return { definition, findings: checkBlueprint(definition) };
}

function has({ findings }: Looked, sought: string): boolean {
  return findings.some(({ code, severity }) => code === sought && severity === 'error');
}

function noteOf({ location, message }: Finding): LiftNote {
  return { location, message };
}

/** The part of it that answers tell; undefined for a blueprint that was of language 2 before. */
export function liftNotes({ changes, questions, isLifted }: Lifted): LiftNotes | undefined {
  return isLifted ? { changes, questions } : undefined;
}

/** In language 1 the opener of an instance cancels it, alone and at any time. */
function letOpenerCancel(definition: Definition): readonly LiftNote[] {
  const { cancellation, participants } = definition;
  // The check asks for another name of such a role.
  if (cancellation || participants.some(({ id }) => id === OPENER)) return [];
  put(definition as unknown as JsonObject, ['cancellation'], { by: [OPENER] });
  const message =
    'The participant that opened an instance cancels it, as before: state who has to agree, and until when.';
  return [{ location: '/cancellation', message }];
}

/** A branch ended where no condition held. */
function endBranches({ actions }: Definition): readonly LiftNote[] {
  return actions.flatMap(({ routes = [] }, i) => {
    const last = routes.at(-1);
    const isMeant = routes.some((route) => !hasCondition(route) || route.isDefault === true || route.end === true);
    if (!last || isMeant) return [];
    put(last as unknown as JsonObject, ['end'], true);
    const message = 'The branch ends where no condition holds, as before: "end": true says that it is meant.';
    return [{ location: `/actions/${i}/routes`, message }];
  });
}

/**
 * Members that an action states under the name of an earlier one's. In language 1 the later value took the place of the
 * earlier one for all who read the name.
 */
function restatements({ actions }: Definition): readonly LiftNote[] {
  const stating = new Map<string, Action[]>();
  for (const action of actions)
    for (const name of [...membersOf(action).given, ...membersOf(action).calculated])
      if (!stating.get(name)?.push(action)) stating.set(name, [action]);
  return [...stating].flatMap(([name, by]) => {
    const [first, second] = by;
    if (!first || !second) return [];
    const [shown, ids] = [shownName(name), by.map(({ id }) => id)];
    const message = `Actions ${ids.join(', ')} state ${shown}, and the latest value stood for all of them. Each is a member of its own action now: rename one where it means something else, or read act.${first.id}.${shown} where that of action ${first.id} is meant.`;
    return [{ location: statementPlace(actions, second, name), message }];
  });
}

/** The place where the schemas or the calculations of an action name a member, or else the action. */
function statementPlace(actions: readonly Action[], action: Action, name: string): string {
  const at = ['actions', String(actions.indexOf(action))];
  const { calculations, dataSchemas = [] } = action;
  if (Object.hasOwn(calculations ?? {}, name)) return pointerText([...at, 'calculations', name]);
  const j = dataSchemas.findIndex((schema) => propertyOf(schema, name) !== undefined);
  return pointerText(j < 0 ? at : [...at, 'dataSchemas', String(j), 'properties', name]);
}
