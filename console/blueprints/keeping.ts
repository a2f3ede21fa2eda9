// Drafts that come and go: made empty, from a template, from a file or from another draft, and kept as a file.
import { isObject, type JsonObject, parseJsonText } from '../../core/base/json.js';
import { BLUEPRINT_BYTES_MAX } from '../../core/base/limits/node/designs.js';
import { isFailure } from '../../core/base/result.js';
import { emptyBlueprint } from '../../core/edits/empty.js';
import { saveFile } from '../parts/save-file.js';
import { node } from '../session/node.js';
import type { Words } from '../words/words.js';

/** Members that the node says about a draft; they are of one draft on one node. */
const OF_THE_NODE = new Set(['id', 'version', 'organizationId', 'createdAt', 'updatedAt', 'lift']);

function withoutNode(blueprint: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(blueprint).filter(([name]) => !OF_THE_NODE.has(name)));
}

/** The id of the new draft. */
async function makeDraft(blueprint: JsonObject): Promise<string> {
  const body = { title: '', ...withoutNode(blueprint), id: '' };
  return (await node.blueprints.createBlueprint({ body }, { idempotencyKey: true })).id;
}

export function makeEmpty(title: string, description: string): Promise<string> {
  return makeDraft(emptyBlueprint(title, description));
}

export async function makeFromTemplate(templateId: string, title: string, parameters: JsonObject): Promise<string> {
  const { blueprint } = await node.templates.evaluateTemplate({ body: { templateId, parameters } });
  return makeDraft({ ...(blueprint as JsonObject), title });
}

export async function copyDraft(id: string, makeTitle: (title: string) => string): Promise<string> {
  const draft = await node.blueprints.getBlueprint({ params: { id } });
  return makeDraft({ ...(draft as JsonObject), title: makeTitle(draft.title) });
}

/** Throws with words for a person where the file is not a blueprint. */
export async function makeFromFile(file: File, words: Words): Promise<string> {
  if (file.size > BLUEPRINT_BYTES_MAX) throw new Error(words('blueprints.file.large'));
  const read = parseJsonText(await file.text());
  if (isFailure(read) || !isObject(read)) throw new Error(words('blueprints.file.unread'));
  return makeDraft(read);
}

/** As `quorate blueprint` reads it. */
export async function keepAsFile(id: string): Promise<void> {
  const draft = (await node.blueprints.getBlueprint({ params: { id } })) as JsonObject;
  saveJson(`${fileNameOf(String(draft.title))}.json`, withoutNode(draft));
}

/** As a person reads it. */
export function saveJson(name: string, value: unknown): void {
  saveFile(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
}

/** A title is of others: of its signs letters, digits and hyphens are those of a file. */
export function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return [...name].slice(0, NAME_MAX).join('') || 'blueprint';
}

const NAME_MAX = 60;
