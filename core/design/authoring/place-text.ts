// The place of a finding in words. Pure.
import { isObject, type Json } from '../../base/json.js';

/** A pointer counts actions from 0, and sentences name them by their ids: where these differ, both are told. */
export function placeText(definition: Json, location: string): string {
  const index = /^\/actions\/(\d+)(?=\/|$)/.exec(location)?.[1];
  const actions = isObject(definition) && Array.isArray(definition.actions) ? definition.actions : [];
  const action: Json | undefined = index === undefined ? undefined : actions[Number(index)];
  const id = isObject(action) ? action.id : undefined;
  const names = Number.isSafeInteger(id) && String(id) !== index ? ` (action ${id})` : '';
  return `${location === '' ? '(whole)' : location}${names}`;
}
