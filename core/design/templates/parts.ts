// Parts that the shipped templates are made of: fields that are both a schema and a control of the form, steps, parties
// and their parameters. Data only: what they give is a body for template-expand.ts, and no shipped template may need
// anything that a template of an organisation could not have.
import type { Json, JsonObject } from '../../base/json.js';

/** A member of an action's data, with what a person sees of it. */
export interface TemplateField {
  readonly name: string;
  /** Absent for what is only shown. */
  readonly schema?: JsonObject;
  readonly control?: JsonObject;
  readonly optional?: true;
}

function field(type: string, [name, title]: readonly [string, Json], schema: JsonObject): TemplateField {
  return { name, schema, control: { type, title, scope: `/${name}` } };
}

/** Of a field of the first step: it names the instance. */
export const SUBJECT: JsonObject = { 'x-subject': true };

type Named = readonly [name: string, title: Json];

export const textLine = (named: Named, schema: JsonObject = {}): TemplateField =>
  field('TextLine', named, { type: 'string', minLength: 1, maxLength: 200, ...schema });
export const textArea = (named: Named, schema: JsonObject = {}): TemplateField =>
  field('TextArea', named, { type: 'string', maxLength: 5000, ...schema });
/** A number of 0 or more. */
export const numeric = (named: Named, schema: JsonObject = {}): TemplateField =>
  field('Numeric', named, { type: 'number', minimum: 0, maximum: 1_000_000_000, ...schema });
/** A whole number of 0 or more. */
export const whole = (named: Named, schema: JsonObject = {}): TemplateField =>
  numeric(named, { type: 'integer', ...schema });
export const day = (named: Named): TemplateField => field('DateTime', named, { type: 'string', format: 'date' });
export const moment = (named: Named): TemplateField =>
  field('DateTime', named, { type: 'string', format: 'date-time' });
export const checkbox = (named: Named, schema: JsonObject = { type: 'boolean' }): TemplateField =>
  field('Checkbox', named, schema);
/** A choice of several values. */
export const choice = (named: Named, values: Json): TemplateField => field('Choice', named, { enum: values });
/** Any of several values, none twice. */
export const selection = (named: Named, values: Json): TemplateField =>
  field('Selection', named, { type: 'array', items: { enum: values }, uniqueItems: true, maxItems: 50 });
/** Short texts, as many as there are. */
export const textList = (named: Named, maxItems: number): TemplateField =>
  field('TextArea', named, { type: 'array', items: { type: 'string', maxLength: 1000 }, maxItems });
/** A file that goes with the action: the node that takes it fills this in, and who sees it sees the file. */
export const file = (named: Named): TemplateField =>
  field('File', named, {
    type: 'object',
    properties: {
      fileId: { type: 'string', pattern: '^[0-9a-f]{32}$' },
      fileName: { type: 'string', minLength: 1, maxLength: 255 },
      contentType: { type: 'string', maxLength: 127 },
      size: { type: 'integer', minimum: 0, maximum: 41_943_040 },
      hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
    },
    required: ['fileName', 'contentType', 'size', 'hash'],
    additionalProperties: false,
    'x-file': { maxBytes: 41_943_040 },
  });
export const label = (title: Json): TemplateField => ({ name: '', control: { type: 'Label', title } });
/** A field that a calculation gives. */
export const calculatedField = (name: string, schema: JsonObject): TemplateField => ({ name, schema });

export const optional = (item: TemplateField): TemplateField => ({ ...item, optional: true });
/** Shown only where another field of the form has a value. */
export const shownIf = (item: TemplateField, scope: string, schema: JsonObject): TemplateField => ({
  ...item,
  control: { ...item.control, rule: { effect: 'SHOW', condition: { scope: `/${scope}`, schema } } },
});

export interface TemplateStep {
  readonly id: Json;
  readonly title: Json;
  readonly description?: Json;
  /** Participant id. */
  readonly sender: Json;
  readonly fields: readonly TemplateField[];
  /** Names of fields by who sees them; `*` is every field. */
  readonly shows: Readonly<Record<string, readonly string[]>>;
  readonly routes: Json;
  /** Other members of the action, as they are. */
  readonly more?: JsonObject;
}

/** An action with its schema (closed: a field that is not declared is refused), its form and its disclosures. */
export function step({ fields, shows, more, ...action }: TemplateStep): JsonObject {
  const disclosures = Object.entries(shows).map(([participantAddress, names]) => disclosure(participantAddress, names));
  const elements = fields.flatMap(({ control }) => (control ? [control] : []));
  return {
    ...action,
    dataSchemas: [schemaOf(fields)],
    disclosures,
    form: { type: 'Layout', layout: 'VerticalLayout', title: action.title, elements },
    ...more,
  };
}

export function disclosure(participantAddress: Json, names: readonly string[]): JsonObject {
  return { participantAddress, dataPointers: names.map((name) => `/${name}`) };
}

function schemaOf(fields: readonly TemplateField[]): JsonObject {
  const data = fields.filter(({ schema }) => schema !== undefined);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(data.map(({ name, schema }) => [name, schema as JsonObject])),
    required: data.filter((item) => item.optional !== true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** A route to the actions; none ends the branch. */
export const to = (id: string, ...nextActionIds: readonly Json[]): JsonObject => ({ id, nextActionIds });

export const param = (name: string): JsonObject => ({ $param: name });
/** `P30D` of a parameter that counts days. */
export const days = (name: string): JsonObject => ({ $text: ['P', param(name), 'D'] });
export const read = (name: string): JsonObject => ({ var: name });

/**
 * Participants by id and name. Their organisations and wallets are the parameters of `partyParameters`; without a
 * wallet a role is open.
 */
export function parties(names: Readonly<Record<string, string>>): readonly JsonObject[] {
  return Object.entries(names).map(([id, name]) => ({
    id,
    name,
    organisation: param(`organisations.${id}`),
    walletAddress: param(`wallets.${id}`),
  }));
}

/** Schemas of the parameters `organisations` and `wallets`, by participant id. */
export function partyParameters(names: Readonly<Record<string, string>>): JsonObject {
  const each = (maxLength: number, about: string): JsonObject => ({
    type: 'object',
    description: about,
    properties: Object.fromEntries(
      Object.entries(names).map(([id, name]) => [id, { type: 'string', title: name, minLength: 1, maxLength }]),
    ),
    additionalProperties: false,
  });
  return {
    organisations: each(200, 'The organisation of each role.'),
    wallets: each(100, 'The wallet address of each role. Without one the first wallet that acts holds the role.'),
  };
}

/** A parameter that counts: days, levels, money. */
export const amount = (description: string, minimum = 0, maximum = 1_000_000_000): JsonObject => ({
  type: 'number',
  minimum,
  maximum,
  description,
});
export const count = (description: string, minimum: number, maximum: number): JsonObject => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
