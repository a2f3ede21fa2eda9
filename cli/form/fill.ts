// Asks a person for the payload of an action, field by field, until the engine finds nothing wrong with it. It submits
// nothing, and where there is no person to ask it says how to state the payload instead.
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { memberOf, parsePointer, pointerText } from '../../core/blueprint/definition/pointer.js';
import type { Action } from '../../core/blueprint/definition/types.js';
import { answerOf, type TypedAnswer, textOf, withValue } from '../../core/blueprint/form/answers.js';
import { isHidden } from '../../core/blueprint/form/conditions.js';
import { labelsOf, type Question, questionsOf } from '../../core/blueprint/form/questions.js';
import { type SchemaReading, schemaCost, schemaErrors } from '../../core/blueprint/schemas/schema-check.js';
import { CommandError, type Context, EXIT } from '../command/command.js';

export interface FormFill {
  readonly action: Pick<Action, 'dataSchemas' | 'calculations' | 'form'>;
  /** The name of a file of this machine in the payload; a problem is told and the file asked for again. */
  readonly attach?: (file: string, question: Question) => Promise<TypedAnswer>;
  /** How its definition reads schemas. */
  readonly reading?: SchemaReading;
  /** Typed before, and refused: an empty answer takes it again. */
  readonly before?: JsonObject | undefined;
}

/** The payload that a person gave; it satisfies the schemas of the action but for what the action calculates. */
export async function fillIn(context: Context, form: FormFill): Promise<JsonObject> {
  const questions = questionsOf(form.action);
  const asker = new Asker(context, form);
  if (form.before) asker.say('Enter takes what stands in brackets.');
  for (const label of labelsOf(form.action.form)) asker.say(label);
  let payload: JsonObject = {};
  for (const question of questions) {
    if (!question.required && isHidden(question.rule, payload, form.reading)) continue;
    const known = form.before && memberOf(form.before, question.path[0] as string);
    payload = withValue(payload, question.path, await asker.valueOf(question, known));
  }
  for (let faults = faultsOf(form, payload); faults.length > 0; faults = faultsOf(form, payload))
    payload = await askFaulty(asker, { questions, payload, faults });
  return payload;
}

type Fault = ReturnType<typeof schemaErrors>[number];

/** The findings of the schemas, without those that only the action's own calculations can correct. */
function faultsOf({ action, reading = {} }: FormFill, payload: JsonObject): readonly Fault[] {
  const { dataSchemas = [], calculations = {} } = action;
  for (const schema of dataSchemas) {
    const cost = schemaCost(schema);
    if (typeof cost === 'string') throw new CommandError(`the schema of the action cannot be used: ${cost}`);
  }
  const calculated = new Set(Object.keys(calculations));
  return schemaErrors(dataSchemas, payload, reading).filter(
    ({ path }) => !calculated.has(parsePointer(path)?.[0] ?? ''),
  );
}

interface Faulty {
  readonly questions: readonly Question[];
  readonly payload: JsonObject;
  readonly faults: readonly Fault[];
}

/** Asks again for each place at fault, once for each question. */
async function askFaulty(asker: Asker, { questions, payload, faults }: Faulty): Promise<JsonObject> {
  const asked = new Set<string>();
  let after = payload;
  // A finding on the whole mostly repeats one on its parts: an `if` whose `then` fails.
  const placed = faults.filter(({ path }) => path !== '');
  for (const { path, message } of placed.length > 0 ? placed : faults) {
    const question = questionAt(questions, parsePointer(path) ?? []);
    const at = pointerText(question.path);
    asker.say(`${path === '' ? 'The payload' : path}: ${message}.`);
    if (asked.has(at)) continue;
    asked.add(at);
    const value = await asker.valueOf(question);
    if (question.path.length > 0) after = withValue(after, question.path, value);
    else if (isObject(value)) after = value;
  }
  return after;
}

/** The deepest question on the way to a place; a question for JSON where the schemas have no member of that name. */
function questionAt(questions: readonly Question[], tokens: readonly string[]): Question {
  let question: Question | undefined;
  for (let among = questions; ; among = question.members) {
    const depth: number = question?.path.length ?? 0;
    const next = among.find(({ path }) => path.length === depth + 1 && path[depth] === tokens[depth]);
    if (!next) break;
    question = next;
  }
  if (question) return question;
  const path = tokens.slice(0, 1);
  const [label = 'The whole payload'] = path;
  return {
    ...{ path, label, kind: 'json', required: path.length === 0, about: undefined, fallback: undefined, bounds: '' },
    ...{ choices: [], members: [], item: undefined, schema: {}, rule: undefined },
  };
}

class Asker {
  readonly #context: Context;
  readonly #attach: FormFill['attach'];
  readonly #reading: SchemaReading;
  /** Told with the next question, so that nothing is told where there is no person to ask. */
  readonly #told: string[] = [];

  constructor(context: Context, { attach, reading = {} }: Pick<FormFill, 'attach' | 'reading'>) {
    this.#context = context;
    this.#attach = attach;
    this.#reading = reading;
  }

  say(sentence: string): void {
    this.#told.push(sentence);
  }

  /** The value of a question; undefined for one that is left out. `known` was its value before. */
  async valueOf(question: Question, known?: Json): Promise<Json | undefined> {
    if (question.kind === 'object') return this.#objectOf(question, known);
    if (question.kind === 'list') return this.#listOf(question, known);
    this.#introduce(question);
    const fallback = known ?? question.fallback;
    const asked = { ...question, fallback };
    return this.#lineOf(asked, `${this.#headOf(asked)}: `);
  }

  async #objectOf(question: Question, known: Json | undefined): Promise<Json | undefined> {
    if (!question.required && !(await this.#askConsent(`State ${question.label}?`, known !== undefined)))
      return undefined;
    this.say(`${question.label}:`);
    return this.#membersOf(question, known);
  }

  async #membersOf({ members }: Question, known?: Json): Promise<JsonObject> {
    let value: JsonObject = {};
    for (const member of members) {
      const name = member.path.at(-1) as string;
      const before = known === undefined ? undefined : memberOf(known, name);
      value = withValue(value, [name], await this.valueOf(member, before));
    }
    return value;
  }

  async #listOf(question: Question, known?: Json): Promise<Json | undefined> {
    const item = question.item as Question;
    if (known !== undefined && (await this.#askConsent(`Keep ${question.label} ${textOf(known)}?`, true))) return known;
    this.#introduce(question);
    const isNested = item.kind === 'object' || item.kind === 'list';
    if (!isNested) this.say(`${this.#headOf(question)}, one a line, an empty line ends the list:`);
    const values: Json[] = [];
    for (;;) {
      const label = `${question.label} ${values.length + 1}`;
      if (isNested && !(await this.#askConsent(`Add ${label}?`))) break;
      const value = isNested
        ? item.kind === 'object'
          ? await this.#membersOf(item)
          : await this.#listOf({ ...item, label, required: true })
        : await this.#lineOf({ ...item, required: false, fallback: undefined }, `  ${values.length + 1}: `);
      if (value === undefined) break;
      values.push(value);
    }
    return values.length === 0 && !question.required ? undefined : values;
  }

  /** Tells before the line that asks: the field, and its choices by number. */
  #introduce({ about, choices, label, schema }: Question): void {
    const labels = isObject(schema['x-labels']) ? schema['x-labels'] : {};
    if (about !== undefined) this.say(`${label}: ${about}`);
    choices.forEach((choice, i) => {
      const said = labels[String(choice)];
      this.say(`  ${i + 1}) ${textOf(choice)}${typeof said === 'string' ? ` (${said})` : ''}`);
    });
  }

  #headOf({ label, bounds, required, fallback, kind }: Question): string {
    const words = [
      kind === 'boolean' ? 'yes or no' : kind === 'json' ? 'as JSON' : kind === 'file' ? 'file to attach' : '',
      bounds,
      required || fallback !== undefined ? '' : 'optional',
    ].filter((word) => word !== '');
    const standard = fallback === undefined ? '' : ` [${textOf(fallback)}]`;
    return `${label}${words.length === 0 ? '' : ` (${words.join('; ')})`}${standard}`;
  }

  async #lineOf(question: Question, line: string): Promise<Json | undefined> {
    for (;;) {
      const typed = await this.#readLine(line);
      if (typed.trim() === '') {
        if (question.fallback !== undefined) return question.fallback;
        if (!question.required) return undefined;
        this.say(`It is required.${question.kind === 'text' ? ' Type "" for an empty text.' : ''}`);
        continue;
      }
      const answer =
        question.kind === 'file' && this.#attach
          ? await this.#attach(typed.trim(), question)
          : answerOf(question, typed, this.#reading);
      if ('value' in answer) return answer.value;
      this.say(answer.problem);
    }
  }

  async #askConsent(question: string, standard = false): Promise<boolean> {
    const typed = (await this.#readLine(`${question} (${standard ? 'Y/n' : 'y/N'}): `)).trim().toLowerCase();
    return typed === '' ? standard : ['y', 'yes'].includes(typed);
  }

  async #readLine(line: string): Promise<string> {
    const typed = await this.#context.terminal.ask([...this.#told.splice(0), line].join('\n'));
    if (typed !== undefined) return typed;
    throw new CommandError('nobody is there to be asked for the payload, or the questions were ended', {
      exit: EXIT.usage,
      hint: 'Nothing was submitted. State the payload: --payload FILE, or --payload - to pipe it in.',
    });
  }
}
