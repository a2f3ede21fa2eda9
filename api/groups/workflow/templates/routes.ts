// Templates of blueprints: those that come with the program, and those that an organisation keeps for itself.
import Type from 'typebox';
import { TEMPLATE_EXAMPLES_MAX } from '../../../../core/base/limits/node/designs.js';
import { route } from '../../../define.js';
import { CursorPageQuery, cursorPageOf, namedObject, OpenObject, Timestamp } from '../../../schemas/base/common.js';
import { Lift } from '../../../schemas/base/publication.js';

const TemplateId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  description: 'Lower-case words with hyphens.',
});
const Category = Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z][a-z-]*$' });
const Parameters = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Parameters by name; what is not stated has its default, objects are merged member by member.',
});
const Params = Type.Object({ templateId: TemplateId });
const Source = Type.Enum(['shipped', 'organisation'], {
  title: 'TemplateSource',
  description: 'Whether it comes with the program.',
});

const textsOf = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), { description }));

const Example = namedObject('TemplateExample', {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  parameters: Parameters,
});

const shown = {
  id: TemplateId,
  title: Type.String({ minLength: 3, maxLength: 200 }),
  description: Type.String({ minLength: 5, maxLength: 2000 }),
  category: Category,
  version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
};
const parts = {
  parameterSchema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the parameters.' }),
  defaults: Parameters,
  examples: Type.Array(Example, { minItems: 1, maxItems: TEMPLATE_EXAMPLES_MAX }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The blueprint, with forms such as {"$param": "name"} where parameters go in.',
  }),
  texts: textsOf('By language: title and description; of its parameters /party is a label, /party? its help.'),
};

export const CreateTemplate = namedObject('CreateTemplate', { ...shown, ...parts });
export const TemplateSummary = namedObject('TemplateSummary', {
  ...shown,
  texts: textsOf('Its title and description, by language.'),
  source: Source,
});
export const TemplateView = namedObject('Template', {
  ...shown,
  ...parts,
  source: Source,
  createdAt: Type.Optional(Timestamp),
});
export const TemplatePage = cursorPageOf('TemplatePage', TemplateSummary);

const TemplateFinding = namedObject('TemplateFinding', {
  severity: Type.Enum(['error', 'warning'], { title: 'FindingSeverity' }),
  message: Type.String(),
  location: Type.String({ description: 'JSON Pointer below /parameters, /template or /blueprint.' }),
});

/** Of whatever runs in the engine's thread. */
const ENGINE_ERRORS = ['BLUEPRINT_TOO_COSTLY', 'ENGINE_BUSY'] as const;

export const templateRoutes = {
  listTemplates: route({
    method: 'GET',
    url: '/api/templates',
    can: 'CanManageBlueprints',
    summary: 'List templates',
    description: 'The ones of the organisation first, then the ones that come with the program.',
    input: {
      query: Type.Object({
        ...CursorPageQuery.properties,
        category: Type.Optional(Category),
        search: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Part of id, title or description.' }),
        ),
      }),
    },
    output: TemplatePage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getTemplate: route({
    method: 'GET',
    url: '/api/templates/:templateId',
    can: 'CanManageBlueprints',
    summary: 'Read a template',
    input: { params: Params },
    output: TemplateView,
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  listTemplateExamples: route({
    method: 'GET',
    url: '/api/templates/:templateId/examples',
    can: 'CanManageBlueprints',
    summary: 'List the named examples of a template',
    input: { params: Params },
    output: namedObject('TemplateExamples', { templateId: TemplateId, examples: Type.Array(Example) }),
    errors: ['TEMPLATE_NOT_FOUND'],
  }),
  createTemplate: route({
    method: 'POST',
    url: '/api/templates',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Keep a template for the organisation',
    description: 'It is kept only if each of its examples makes a blueprint without errors.',
    bodySize: 'form',
    input: { body: CreateTemplate },
    output: { 201: TemplateView },
    errors: [
      'TEMPLATE_INVALID',
      'TEMPLATE_LIMIT',
      'TEMPLATE_EXISTS',
      'TEMPLATES_FULL',
      'FORBIDDEN',
      'BODY_TOO_LARGE',
      ...ENGINE_ERRORS,
    ],
  }),
  deleteTemplate: route({
    method: 'DELETE',
    url: '/api/templates/:templateId',
    writes: 'node',
    can: 'CanManageBlueprints',
    summary: 'Delete a template of the organisation',
    description: 'Blueprints that were made from it stay. Templates that come with the program cannot be deleted.',
    input: { params: Params },
    output: { 204: null },
    errors: ['TEMPLATE_NOT_FOUND', 'FORBIDDEN'],
  }),
  evaluateTemplate: route({
    method: 'POST',
    url: '/api/templates/evaluate',
    writes: 'nothing',
    can: 'CanManageBlueprints',
    summary: 'Make a blueprint from a template',
    description:
      'Nothing is stored: send the blueprint to POST /api/blueprints to keep it as a draft. A body of language 1 gives a blueprint of language 2.',
    bodySize: 'form',
    input: { body: namedObject('TemplateEvaluation', { templateId: TemplateId, parameters: Parameters }) },
    output: namedObject('TemplateResult', {
      templateId: TemplateId,
      version: Type.Integer(),
      blueprint: OpenObject,
      warnings: Type.Array(TemplateFinding),
      lift: Lift,
    }),
    errors: [
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_PARAMETER_INVALID',
      'TEMPLATE_INVALID',
      'TEMPLATE_LIMIT',
      ...ENGINE_ERRORS,
    ],
    rate: 'heavy',
  }),
  validateTemplate: route({
    method: 'POST',
    url: '/api/templates/validate',
    writes: 'nothing',
    can: 'CanManageBlueprints',
    summary: 'Check a template, or parameters of one',
    description: 'Give a template, or a templateId with parameters. Nothing is stored.',
    bodySize: 'form',
    input: {
      body: Type.Object(
        {
          template: Type.Optional(OpenObject),
          templateId: Type.Optional(TemplateId),
          parameters: Type.Optional(Parameters),
        },
        {
          title: 'TemplateCheck',
          documented: { oneOf: [{ required: ['template'] }, { required: ['templateId'] }] },
        },
      ),
    },
    output: namedObject('TemplateCheckResult', { isValid: Type.Boolean(), errors: Type.Array(TemplateFinding) }),
    errors: ['TEMPLATE_NOT_FOUND', 'BODY_INVALID', 'BODY_TOO_LARGE', ...ENGINE_ERRORS],
    rate: 'heavy',
  }),
};
