// Edits of the blueprint as a whole: what it is called, its terms, texts in other languages, and scenarios beside it.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { SCENARIOS_MAX } from '../../base/limits/node/rehearsals.js';
import { type EditRow, pickMembers, refuse, row } from '../edit.js';
import { replaceNamed, withMember, withMembers } from '../members.js';
import { membersAt } from '../shapes.js';
import { withText } from '../text-keys.js';

const { title, description } = membersAt('');

const setTitle = row<JsonObject>({
  name: 'set_title',
  about: 'Changes the title or the description of the workflow.',
  members: { title: title as JsonObject, description: description as JsonObject },
  required: [],
  example: { title: 'Invoice with tax' },
  change(parts, { edit: _, ...said }) {
    const names = Object.keys(said);
    if (names.length === 0) return refuse('', 'State a title, a description, or both.');
    return {
      blueprint: withMembers(parts.blueprint, said as JsonObject),
      words: [`Changed the ${names.join(' and the ')}.`],
    };
  },
});

const TERMS = ['currencies', 'calendars', 'tables', 'facts', 'disputes', 'cancellation', 'overrides'] as const;

const setTerms = row<{ readonly member: string; readonly value: Json }>({
  name: 'set_terms',
  about: `Sets a member of the blueprint that no other edit sets: ${TERMS.join(', ')}. Null takes it away.`,
  members: {
    member: { enum: [...TERMS] },
    value: { type: ['object', 'array', 'null'], description: 'As docs/definition.md has it.' },
  },
  required: ['member', 'value'],
  example: { member: 'currencies', value: { EUR: 2 } },
  change: ({ blueprint }, { member, value }) => ({
    blueprint: withMember(blueprint, member, value === null ? undefined : value),
    words: [value === null ? `Took ${member} away.` : `Set ${member}.`],
  }),
});

const setText = row<{ readonly language: string; readonly key: string; readonly text: string | null }>({
  name: 'set_text',
  about:
    'Says a title, label, value or message in another language, by its key (docs/definition.md, Texts for people). Null takes it away.',
  members: {
    language: { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', maxLength: 35 },
    key: { type: 'string', minLength: 1, maxLength: 1024 },
    text: { type: ['string', 'null'], minLength: 1, maxLength: 2048 },
  },
  required: ['language', 'key', 'text'],
  example: { language: 'de', key: '2.title', text: 'Bezahlen' },
  change: ({ blueprint }, { language, key, text }) => ({
    blueprint: withText(blueprint, { language, key }, text ?? undefined),
    words: [text === null ? `Took the text ${key} (${language}) away.` : `Set the text ${key} (${language}).`],
  }),
});

const nameOf = (scenario: Json): Json | undefined => (isObject(scenario) ? scenario.name : undefined);

const addScenario = row<JsonObject & { readonly name: string }>({
  name: 'add_scenario',
  about:
    'Adds a scenario, which walks through the workflow and says what has to happen (docs/scenarios.md). An earlier one of this name is replaced.',
  members: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    start: { type: 'string', maxLength: 64 },
    deputies: { type: 'object' },
    steps: { type: 'array', items: { type: 'object' }, minItems: 1 },
  },
  required: ['name', 'steps'],
  example: { name: 'the invoice comes', steps: [{ at: 'PT1H' }] },
  change({ scenarios }, input) {
    const before = scenarios.filter((item): item is JsonObject => isObject(item));
    const { list, isNew } = replaceNamed(before, pickMembers(input), nameOf);
    if (list.length > SCENARIOS_MAX) return refuse('', `A draft has at most ${SCENARIOS_MAX} scenarios.`);
    return { scenarios: list, words: [`${isNew ? 'Added' : 'Changed'} the scenario "${input.name}".`] };
  },
});

const removeScenario = row<{ readonly name: string }>({
  name: 'remove_scenario',
  about: 'Takes a scenario away.',
  members: { name: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['name'],
  example: { name: 'paid at once' },
  change({ scenarios }, { name }) {
    const left = scenarios.filter((item) => nameOf(item) !== name);
    if (left.length === scenarios.length) return refuse('/name', 'The draft has no scenario of this name.');
    return { scenarios: left, words: [`Removed the scenario "${name}".`] };
  },
});

export const wholeRows: readonly EditRow[] = [setTitle, setTerms, setText];
export const scenarioRows: readonly EditRow[] = [addScenario, removeScenario];
