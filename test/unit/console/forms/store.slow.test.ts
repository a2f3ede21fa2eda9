// A form means the payload that it shows, for every action of the shipped templates and of the examples: typed into its
// fields as people of a language type it. It is judged as the engine judges the action, with the same calculated values
// and the same parts for each reader.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { momentToType, momentTyped } from '../../../../console/forms/moments.js';
import { numberToType, numberTyped } from '../../../../console/forms/numbers.js';
import { FormStore } from '../../../../console/forms/store.js';
import { canonical, isObject, type Json, type JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../core/blueprint/execution/execute.js';
import { judgeTyped } from '../../../../core/blueprint/form/judged.js';
import { type Question, questionsOf } from '../../../../core/blueprint/form/questions.js';
import { type Typed, typedMembers } from '../../../../core/blueprint/form/typed.js';
import { TEMPLATES } from '../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../core/design/templates/template.js';

const EXAMPLES = 'docs/examples';

function definitions(): readonly Definition[] {
  const shipped = TEMPLATES.flatMap((template) => {
    const made = instantiate(template, {});
    return isFailure(made) ? [] : [made as unknown as Definition];
  });
  const examples = readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${EXAMPLES}/${name}`, 'utf8')) as Definition)
    .filter((definition) => Array.isArray(definition.actions));
  return [...shipped, ...examples];
}

/** Any value of the kind of its question, good for its schema or not; what a form cannot state is left out. */
function fieldValue({ kind, choices, members, item, schema }: Question): fc.Arbitrary<Json> {
  if (choices.length > 0 && kind === 'choice') return fc.constantFrom(...choices);
  switch (kind) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: -10, max: 10_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => value + 0);
    case 'object':
      return payloadFor(members);
    case 'list':
      return fc.array(item ? fieldValue(item) : fc.constant('x'), { maxLength: 4 });
    case 'text':
      return textOf(schema);
    default:
      return fc.record({ fileName: fc.string({ minLength: 1 }), size: fc.nat() });
  }
}

function textOf({ format, 'x-scale': scale }: JsonObject): fc.Arbitrary<string> {
  if (format === 'decimal')
    return fc
      .tuple(fc.integer({ min: -99, max: 1_000_000 }), fc.nat({ max: 99 }))
      .map(([whole, part]) =>
        typeof scale === 'number' && scale > 0 ? `${whole}.${String(part).padStart(scale, '0')}` : String(whole),
      );
  if (format === 'date-time') return fc.constantFrom('2027-03-01T09:30:00.000Z', '2026-12-31T23:59:59.500Z');
  if (format === 'date') return fc.constantFrom('2027-03-01', '2026-02-30', '9999-12-31');
  return fc.string({ minLength: 1, maxLength: 30 });
}

/** A member of an object with none of its own is one that nobody typed. */
function payloadFor(questions: readonly Question[]): fc.Arbitrary<JsonObject> {
  const members = questions.map((question) =>
    fc
      .option(fieldValue(question), { nil: undefined })
      .map((value) => [question, value] as const)
      .filter(([{ required }, given]) => required || !isEmpty(given)),
  );
  return fc.tuple(...members).map((rows) =>
    Object.fromEntries(
      rows.flatMap(([question, value]) => {
        const name = question.path.at(-1) as string;
        if (value !== undefined) return [[name, value]];
        // A form states these of itself.
        if (!question.required) return [];
        const own = { boolean: false, object: {}, list: [] } as Readonly<Record<string, Json>>;
        return Object.hasOwn(own, question.kind) ? [[name, own[question.kind] as Json]] : [];
      }),
    ),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/**
 * Fields that hide others, and what is required inside of an object, depend on each other: of these the form decides.
 */
const isPlain = ({ rule, members }: Question): boolean => rule === undefined && members.every(isPlain);

const isNumber = ({ kind, schema }: Question): boolean =>
  kind === 'integer' || kind === 'number' || (kind === 'text' && schema['format'] === 'decimal');

/** As the control of a question takes what is typed in a language. */
function typedInto(question: Question, typed: Typed, locale: string): Typed {
  const { kind, item, members, schema } = question;
  if (Array.isArray(typed)) return item ? typed.map((part) => typedInto(item, part, locale)) : typed;
  if (kind === 'object' && typeof typed === 'object') return intoAll(members, typed as Typed, locale);
  if (typeof typed !== 'string') return typed;
  if (kind === 'text' && schema['format'] === 'date-time') return momentTyped(momentToType(typed)) || typed;
  return isNumber(question) ? numberTyped(numberToType(typed, locale), locale) : typed;
}

function intoAll(members: readonly Question[], typed: Typed, locale: string): Typed {
  return Object.fromEntries(
    Object.entries(typed as object).map(([name, its]: [string, Typed]) => {
      const question = members.find(({ path }) => path.at(-1) === name) as Question;
      return [name, typedInto(question, its, locale)];
    }),
  );
}

/** Fields are filled in one after the other, in the order of the form. */
function filledIn(questions: readonly Question[], payload: JsonObject, locale: string): FormStore {
  const store = new FormStore({});
  const typed = typedMembers(questions, payload);
  for (const question of questions) {
    const name = question.path.at(-1) as string;
    if (Object.hasOwn(typed, name)) store.set(question.path, typedInto(question, typed[name], locale));
  }
  return store;
}

describe('forms of templates and examples', () => {
  const NO_FACTS = { runs: [], time: {} };

  it('mean what is typed into them, and are judged as the engine judges it, in English and in German', () => {
    let actions = 0;
    for (const definition of definitions())
      for (const action of definition.actions) {
        const questions = questionsOf(action).filter(isPlain);
        actions += 1;
        const shown = fc.tuple(payloadFor(questions), fc.constantFrom('en-GB', 'de'));
        const asked = { definition, actionId: String(action.id), facts: NO_FACTS };
        fc.assert(
          fc.property(shown, ([payload, locale]) => {
            const judged = judgeTyped({ ...asked, typed: filledIn(questions, payload, locale).all() });
            expect(judged.faults).to.deep.equal([]);
            expect(canonical(judged.payload)).to.equal(canonical(payload));
            const done = execute({ ...asked, payload });
            expect(judged.issues).to.deep.equal(isFailure(done) ? done.issues : []);
            if (isFailure(done)) return;
            expect(judged.parts).to.deep.equal(done.disclosures);
            expect(judged.next).to.deep.equal(done.decision.nextActions.map((next) => next.actionId));
            for (const { name, value } of judged.calculated) expect(value).to.deep.equal(done.data[name]);
          }),
          { numRuns: 6 },
        );
      }
    expect(actions).to.be.greaterThan(100);
  });
});
