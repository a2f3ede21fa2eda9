// A credential that was checked: the same for every format.
import type { JsonObject } from '../../../../core/base/json.js';
import type { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import type { Context } from '../../../command/command.js';

export interface CheckedCredential {
  readonly facts: Readonly<Record<string, string>>;
  readonly claims: JsonObject;
  /** Anything that the caller did not state, and what it would have said. */
  readonly notes: readonly string[];
}

export interface CredentialFormat {
  readonly name: string;
  /** Whether the text looks like one of this format. */
  readonly isText: (text: string) => boolean;
  readonly check: (context: Context, text: string) => Promise<CheckedCredential | PresentationRefusal>;
}

/** The line about the status of a credential. */
export function statusFact(namesList: boolean, isChecked: boolean): string {
  if (isChecked) return 'valid by its list';
  return namesList ? 'not checked' : 'it has none';
}
