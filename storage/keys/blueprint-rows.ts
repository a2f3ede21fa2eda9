// Rows of the key table about drafts, what was published of them, rehearsals, templates and schemas.
// keyspace.ts takes them into the one table; what is said there of prefixes holds here.
import type { FamilyRow } from './row.js';

export const BLUEPRINT_ROWS = {
  blueprints: {
    prefix: 'd',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId -> draft with its document, deleted ones too',
    since: 1,
  },
  'blueprint-list': {
    prefix: 'D',
    key: ['text', 'text', 'u64', 'text'],
    value: 'json',
    layout: 'orgId, live or deleted, time in ms of creation or deletion, blueprintId -> what lists show of the draft',
    since: 1,
  },
  'blueprint-counts': {
    prefix: 't',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId or "" for the node, live, deleted or published -> how many',
    since: 1,
  },
  'blueprint-publications': {
    prefix: 'E',
    key: ['text', 'text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, registerId, publicationTxId -> publication that was made from the draft',
    since: 1,
  },
  'blueprint-expected': {
    prefix: ':',
    key: ['text', 'text'],
    value: 'json',
    layout: 'registerId, publicationTxId -> draft whose publication is accepted and may not be sealed yet',
    since: 1,
  },
  'rehearsal-passes': {
    prefix: 'q',
    key: ['text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, execDefHash -> who passed the rehearsal, and when',
    since: 1,
  },
  'publish-overrides': {
    prefix: 'O',
    key: ['text', 'text', 'u64', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, time in ms, id -> audit row of a publication without rehearsal',
    since: 1,
  },
  rehearsals: {
    prefix: '@',
    key: ['text', 'text', 'text'],
    value: 'json',
    layout: 'orgId, blueprintId, rehearsalId -> rehearsal with its steps and log',
    since: 1,
  },
  'rehearsal-dues': {
    prefix: ')',
    key: ['u64', 'text', 'text', 'text'],
    value: 'json',
    layout: 'time in ms, orgId, blueprintId, rehearsalId -> 0: rehearsal that is abandoned or forgotten then',
    since: 1,
  },
  sandboxes: {
    prefix: '[',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> registerId of the register in which the organisation rehearses',
    since: 1,
  },
  templates: {
    prefix: 'l',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, templateId -> template of the organisation',
    since: 1,
  },
  'template-list': {
    prefix: 'L',
    key: ['text'],
    value: 'json',
    layout: 'orgId -> what lists show of the templates of the organisation',
    since: 1,
  },
  schemas: {
    prefix: '~U',
    key: ['text', 'text'],
    value: 'json',
    layout: 'orgId, schemaId -> JSON Schema of the library of the organisation',
    since: 1,
  },
  'schema-lists': {
    prefix: '~u',
    key: ['text'],
    value: 'json',
    layout: 'orgId, or "" for those that are published on the node -> what lists show of schemas',
    since: 1,
  },
} as const satisfies Record<string, FamilyRow>;
