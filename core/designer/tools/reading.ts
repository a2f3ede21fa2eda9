// Tools that find what a draft may begin with, and what the documents say.
import { countNoun } from '../../base/counted.js';
import { issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import { CHAT_FOUND_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import { fail, isFailure } from '../../base/result.js';
import { shippedTemplate, TEMPLATES } from '../../design/templates/shipped.js';
import { instantiate, type Template } from '../../design/templates/template.js';
import { draftOf, itemsOf } from '../../edits/draft.js';
import { newHistory } from '../../edits/history.js';
import { accept, type Bench, type DraftTool, draftTool, refuse, type ToolOutcome } from './define.js';
import { findTemplates } from './finding.js';

const WORDS_SCHEMA = {
  type: 'object',
  properties: { words: { type: 'string', minLength: 1, maxLength: 500 } },
  required: ['words'],
  additionalProperties: false,
};

export const readingTools: readonly DraftTool[] = [
  draftTool<{ readonly words: string }>({
    name: 'template_find',
    about:
      'Finds workflows that come with the program, by words about parties, goods and acts. Use it before a workflow is made from nothing.',
    input: WORDS_SCHEMA,
    run(bench, { words }) {
      const templates = findTemplates(TEMPLATES, words, CHAT_FOUND_MAX);
      if (templates.length === 0) return accept(bench, 'No template has these words.', []);
      const titles = templates.map(({ id, title }) => `${title} (${id})`).join(', ');
      return accept(bench, `${countNoun(templates.length, 'template')}: ${titles}.`, templates.map(templateData));
    },
  }),
  draftTool<{ readonly id: string; readonly parameters?: JsonObject; readonly replace?: boolean }>({
    name: 'template_use',
    about:
      'Begins the draft with a template. A draft that has roles or actions is replaced only with "replace": true, which cannot be taken back: ask the person before.',
    input: {
      type: 'object',
      properties: {
        id: { type: 'string', maxLength: 64 },
        parameters: { type: 'object' },
        replace: { type: 'boolean' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    run: begin,
  }),
  draftTool<{ readonly words: string }>({
    name: 'document_search',
    about: 'Finds passages of the documents of this program: the language of rules, definitions, findings, scenarios.',
    input: WORDS_SCHEMA,
    run(bench, { words }, sources) {
      const passages = sources.documents(words).slice(0, CHAT_FOUND_MAX);
      if (passages.length === 0) return accept(bench, 'No document has these words.', []);
      const titles = passages.map(({ title, address }) => `${title} (${address})`).join(', ');
      return accept(
        bench,
        `Found: ${titles}.`,
        passages.map(({ title, address, excerpt }) => ({ title, address, excerpt })),
      );
    },
  }),
];

function begin(
  bench: Bench,
  { id, parameters = {}, replace = false }: { id: string; parameters?: JsonObject; replace?: boolean },
): ToolOutcome {
  const template = shippedTemplate(id);
  if (template === undefined) {
    const ids = TEMPLATES.map((item) => item.id);
    const near = nearest(id, ids);
    const known = near === undefined ? `there are ${ids.join(', ')}` : `did you mean ${near}`;
    return refuse(bench, fail(issue('TEMPLATE_NOT_FOUND', '/id', `No template has this id; ${known}.`)));
  }
  const { blueprint } = bench.draft;
  const isBegun = ['participants', 'actions'].some((list) => itemsOf(blueprint, list).length > 0);
  if (isBegun && !replace) {
    const message = 'The draft has roles or actions, which "replace": true gives up: ask the person before.';
    return refuse(bench, fail(issue('EDIT_REFUSED', '/replace', message)));
  }
  const made = instantiate(template, parameters);
  if (isFailure(made)) return refuse(bench, made);
  const draft = draftOf({ blueprint: made as unknown as JsonObject, scenarios: [] });
  if (isFailure(draft)) return refuse(bench, draft);
  return accept({ draft, history: newHistory(draft) }, `The draft begins with ${template.title}.`);
}

function templateData({ id, title, description, category, defaults, body }: Template): Json {
  const titles = (list: string) => itemsOf(body, list).map((item) => item.title ?? item.name ?? item.id ?? '');
  return { id, title, description, category, roles: titles('participants'), actions: titles('actions'), defaults };
}
