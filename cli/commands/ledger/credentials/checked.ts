// A credential that was checked: the same for every format.
import type { JsonObject } from '../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../core/credentials/fault.js';
import type { LinkedCopy } from '../../../../core/credentials/issuance/link.js';
import type { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import type { StatusPlace, StatusToken } from '../../../../core/credentials/status/token.js';
import { CommandError, type Context } from '../../../command/command.js';

export interface CheckedCredential {
  readonly facts: Readonly<Record<string, string>>;
  readonly claims: JsonObject;
  /** Where its holder shows the link to the ledger. */
  readonly readLink: () => LinkedCopy | undefined;
  /** Anything that the caller did not state, and what it would have said. */
  readonly notes: readonly string[];
}

export interface CredentialFormat {
  readonly name: string;
  /** Whether the text looks like one of this format. */
  readonly isText: (text: string) => boolean;
  /** The place of its status list; undefined where it names none. */
  readonly placeOf: (text: string) => StatusPlace | undefined;
  /** Media type of tokens of its status lists (Token Status List section 8.1). */
  readonly statusType: string;
  /** The token as a file has it. */
  readonly tokenText: (body: Uint8Array) => string;
  readonly check: (context: Context, text: string) => Promise<CheckedCredential | PresentationRefusal>;
}

/** The lines about the status of a credential. A list may have come from its holder, who would choose an old one. */
export function statusFacts(namesList: boolean, list: StatusToken | undefined): Readonly<Record<string, string>> {
  if (list === undefined) return { status: namesList ? 'not checked' : 'it has none' };
  return { status: 'valid by its list', statusAsOf: new Date(list.issuedAtMs).toISOString() };
}

/** The list by which the status was checked; undefined where it was not. */
export function checkedList(
  { isStatusChecked }: { readonly isStatusChecked: boolean },
  token: string | undefined,
  read: (token: string) => StatusToken,
): StatusToken | undefined {
  return isStatusChecked && token !== undefined ? read(token) : undefined;
}

/** The link that a credential shows. A malformed one is refused: its issuer signed nonsense. */
export function linkIn(read: () => LinkedCopy | undefined): LinkedCopy | undefined {
  const linked = faultOr(read);
  if (linked instanceof FormatFault)
    throw new CommandError(
      `the link of the credential to the ledger is malformed: ${linked.message.replace(/\.$/, '')}`,
    );
  return linked;
}
