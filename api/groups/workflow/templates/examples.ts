// A good call of each operation of the group.
import type { JsonObject } from '../../../../core/base/json.js';
import { pingPong } from '../../../../core/design/templates/ping-pong.js';
import { fillTemplate } from '../../../../core/design/templates/template.js';
import type { Examples } from '../../../define.js';
import type { templateRoutes } from './routes.js';

const sentTemplate = {
  id: 'two-signatures',
  title: 'Two signatures',
  description: 'A text that two parties sign, one after the other.',
  category: 'general',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: { subject: { type: 'string', minLength: 3, maxLength: 100 } },
    required: ['subject'],
  },
  defaults: { subject: 'Agreement' },
  examples: [{ name: 'agreement', parameters: {} }],
  body: {
    language: 2,
    title: { $param: 'subject' },
    description: 'Two parties sign a text.',
    cancellation: { by: ['opener'] },
    participants: [{ id: 'first' }, { id: 'second' }],
    actions: [
      { id: 1, title: 'Sign', sender: 'first', isStartingAction: true, routes: [{ id: 'next', nextActionIds: [2] }] },
      { id: 2, title: 'Sign too', sender: 'second' },
    ],
  },
  texts: { de: { '/subject': 'Gegenstand' } },
} as const;

const { id, title, description, category, version } = pingPong;
const summary = { id, title, description, category, version, source: 'shipped' } as const;

export const templateExamples: Examples<typeof templateRoutes> = {
  listTemplates: {
    input: { query: { page: 1, pageSize: 20, category: 'general' } },
    output: { items: [summary], totalCount: 1, page: 1, pageSize: 20 },
  },
  getTemplate: { input: { params: { templateId: id } }, output: { ...pingPong, source: 'shipped' } },
  listTemplateExamples: {
    input: { params: { templateId: id } },
    output: { templateId: id, examples: pingPong.examples },
  },
  createTemplate: { input: { body: sentTemplate }, output: { ...sentTemplate, source: 'organisation' } },
  deleteTemplate: { input: { params: { templateId: sentTemplate.id } }, output: undefined },
  evaluateTemplate: {
    input: { body: { templateId: id, parameters: { rounds: 3 } } },
    output: {
      templateId: id,
      version,
      blueprint: fillTemplate(pingPong, { rounds: 3 }) as JsonObject,
      warnings: [
        {
          severity: 'warning',
          message: 'The routes lead in a circle: 0, 1, 0.',
          location: '/blueprint/actions/0/routes',
        },
      ],
    },
  },
  validateTemplate: {
    input: { body: { templateId: id, parameters: { rounds: 0 } } },
    output: {
      isValid: false,
      errors: [{ severity: 'error', message: 'The parameter must be >= 1.', location: '/parameters/rounds' }],
    },
  },
};
