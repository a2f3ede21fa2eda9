// Drafts of forms, as this computer keeps them.
import { isObject, type Json } from '../../core/base/json.js';
import type { TypedMembers } from '../../core/blueprint/form/typed.js';
import type { FileManifest } from '../../core/envelope/files.js';
import { forgetKept, keepHere, readKept } from '../kept/kept.js';

export interface FormDraftPlace {
  readonly person: string;
  readonly organisation: string;
  /** Another register may have an instance of this id, whose readers are others. */
  readonly registerId: string;
  readonly instanceId: string;
  readonly actionId: string;
}

export interface FormDraft {
  readonly typed: TypedMembers;
  /** Each draft has its own: after a lost answer the same action is sent again. */
  readonly idempotencyKey: string;
  readonly wallet: string | undefined;
  /** Large files that the node has already, by their field. */
  readonly files?: Readonly<Record<string, FileManifest>>;
  /** The newest transaction of the instance when it was written; undefined before the first. */
  readonly lastTransactionId: string | undefined;
}

function draftName({ person, organisation, registerId, instanceId, actionId }: FormDraftPlace): string {
  return JSON.stringify([person, organisation, registerId, instanceId, actionId]);
}

/** Undefined where there is none, or where the browser keeps nothing for the page. */
export async function readDraft(place: FormDraftPlace): Promise<FormDraft | undefined> {
  const draft = await readKept(draftName(place));
  return draft === undefined || !isObject(draft) ? undefined : (draft as unknown as FormDraft);
}

/** False where the browser keeps nothing for the page. */
export function keepDraft(place: FormDraftPlace, draft: FormDraft): Promise<boolean> {
  return keepHere(draftName(place), draft as unknown as Json);
}

export function forgetDraft(place: FormDraftPlace): Promise<void> {
  return forgetKept(draftName(place));
}
