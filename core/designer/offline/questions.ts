// Which question is open: the first one that neither the draft nor an answer has settled.
import type { JsonObject } from '../../base/json.js';
import { itemsOf } from '../../edits/draft.js';
import { fieldNamesOf } from '../../edits/fields.js';
import { issuancesOf } from '../../edits/issuances.js';
import type { Memory } from './memory.js';
import { type DesignQuestion, QUESTION_KINDS } from './reading/question-kinds.js';

type Known = Pick<Memory, 'answered' | 'secrets' | 'undecided'>;
type IsOpen = (blueprint: JsonObject, known: Known) => boolean;

const actionsOf = (blueprint: JsonObject) => itemsOf(blueprint, 'actions');

const OPEN: Readonly<Record<DesignQuestion, IsOpen>> = {
  parties: (blueprint) => itemsOf(blueprint, 'participants').length < 2,
  start: (blueprint) => actionsOf(blueprint).length === 0,
  decisions: (blueprint) => !actionsOf(blueprint).some(decides),
  fields: (blueprint) => silentActions(blueprint).length > 0,
  secrets: (_blueprint, { secrets }) => secrets.length === 0,
  deadlines: (blueprint) => !actionsOf(blueprint).some((action) => itemsOf(action, 'timers').length > 0),
  refusal: (_, { undecided }) => undecided.length > 0,
  credentials: (blueprint) => !actionsOf(blueprint).some((action) => issuancesOf(action).length > 0),
};

/** Without what a draft cannot do, whatever was answered. */
export const NEEDED: ReadonlySet<DesignQuestion> = new Set(['parties', 'start']);

/** The question to ask next; undefined where none is open. */
export function openQuestion(blueprint: JsonObject, known: Known): DesignQuestion | undefined {
  return QUESTION_KINDS.find(
    (kind) => OPEN[kind](blueprint, known) && (NEEDED.has(kind) || !known.answered.includes(kind)),
  );
}

function decides(action: JsonObject): boolean {
  const isConditional = itemsOf(action, 'routes').some(({ condition }) => condition !== undefined);
  return action.rejectionConfig !== undefined || action.approval !== undefined || isConditional;
}

/** Actions that state nothing, and decide nothing. */
export function silentActions(blueprint: JsonObject): readonly JsonObject[] {
  return actionsOf(blueprint).filter(
    (action) =>
      fieldNamesOf(action).length === 0 && action.rejectionConfig === undefined && action.approval === undefined,
  );
}
