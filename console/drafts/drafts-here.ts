// A draft as a page reads it: from the node, and what this computer keeps of it that the node has not.
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { documentOf } from '../../core/design/authoring/document.js';
import type { Edit } from '../../core/edits/edit.js';
import { forgetKept, keepHere, readKept } from '../kept/kept.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';

interface DraftHerePlace {
  readonly person: string;
  readonly organisation: string;
  readonly blueprintId: string;
}

/** A draft as the node has it. */
export interface DraftSaved {
  readonly blueprint: JsonObject;
  readonly version: number;
}

/** A document that the node has not, with the one that it had then. */
export interface StoredDraftHere {
  readonly version: number;
  readonly base: JsonObject;
  readonly blueprint: JsonObject;
  readonly edits?: readonly Edit[];
}

export interface DraftRead extends DraftSaved {
  readonly place: DraftHerePlace;
  readonly mayEdit: boolean;
  readonly here: StoredDraftHere | undefined;
}

export async function readDraftOf(blueprintId: string): Promise<Omit<DraftRead, 'here'>> {
  const [saved, { id, organisationId, may }] = await Promise.all([readSaved(blueprintId), person()]);
  const place = { person: id, organisation: organisationId, blueprintId };
  const mayEdit = may.has('updateBlueprint');
  return { ...saved, place, mayEdit };
}

/** With what this computer keeps now: what the node said may be of before. */
export async function withDraftHere(read: Omit<DraftRead, 'here'>): Promise<DraftRead> {
  return { ...read, here: read.mayEdit ? await readDraftHere(read.place) : undefined };
}

export async function readSaved(blueprintId: string): Promise<DraftSaved> {
  const view = await node.blueprints.getBlueprint({ params: { id: blueprintId } });
  return { blueprint: documentOf(view as unknown as JsonObject, blueprintId), version: view.version };
}

const nameOf = ({ person, organisation, blueprintId }: DraftHerePlace): string =>
  JSON.stringify(['blueprint', person, organisation, blueprintId]);

async function readDraftHere(place: DraftHerePlace): Promise<StoredDraftHere | undefined> {
  const kept = await readKept(nameOf(place));
  return kept !== undefined && isObject(kept) ? (kept as unknown as StoredDraftHere) : undefined;
}

/** False where the browser keeps nothing for the page. */
export function keepDraftHere(place: DraftHerePlace, draft: StoredDraftHere): Promise<boolean> {
  return keepHere(nameOf(place), draft as unknown as Json);
}

export function forgetDraftHere(place: DraftHerePlace): Promise<void> {
  return forgetKept(nameOf(place));
}
