// All codes of issues, by area: each with its status, its meaning, its cause and its remedy. Closed: a new code is a
// row of its area.
import { ACCOUNT_CODES } from './accounts.js';
import { ASSISTANT_CODES } from './assistants.js';
import type { CodeRow } from './code-row.js';
import { CREDENTIAL_CODES } from './credentials.js';
import { DESIGNER_CODES } from './designer.js';
import { FEDERATION_CODES } from './federation.js';
import { LINKED_CODES } from './linked.js';
import { MOVE_CODES } from './moves.js';
import { NODE_CODES } from './nodes.js';
import { OUTGOING_CODES } from './outgoing.js';
import { PAYLOAD_CODES } from './payloads.js';
import { PROGRAM_CODES } from './programs.js';
import { REGISTER_CODES } from './registers.js';
import { REQUEST_CODES } from './requests.js';
import { SIGN_IN_CODES } from './sign-in.js';
import { TRANSACTION_CODES } from './transactions.js';
import { TRUST_CODES } from './trust.js';
import { WALLET_CODES } from './wallets.js';
import { WORKFLOW_CODES } from './workflows.js';

/** Areas in the order of docs/errors.md. */
export const CODE_AREAS = {
  'Requests and hubs': REQUEST_CODES,
  'Tools of assistants': ASSISTANT_CODES,
  'Callers, services and signing in': SIGN_IN_CODES,
  'Programs that people let in': PROGRAM_CODES,
  'Organisations and people': ACCOUNT_CODES,
  'Inboxes, devices and wallets': WALLET_CODES,
  'Credentials that this node issues': CREDENTIAL_CODES,
  'Identity providers and sign-in at them': FEDERATION_CODES,
  'Registers, governance, validators and evidence': REGISTER_CODES,
  'Transactions: form, signatures, chain, rights, time': TRANSACTION_CODES,
  'Transactions: payloads, routes, participants and files': PAYLOAD_CODES,
  'Transactions: moves of an instance': MOVE_CODES,
  'Blueprints, rehearsals, instances and rules': WORKFLOW_CODES,
  'Conversations with the designer': DESIGNER_CODES,
  'Peers, identities and the store': NODE_CODES,
  'Requests and mail that leave the node': OUTGOING_CODES,
  'Linked data and DIDs': LINKED_CODES,
  'Certificates and trust': TRUST_CODES,
} as const satisfies Readonly<Record<string, Readonly<Record<string, CodeRow>>>>;

type Areas = typeof CODE_AREAS;

export type IssueCode = { [A in keyof Areas]: keyof Areas[A] }[keyof Areas];

const CODES = Object.assign({}, ...Object.values(CODE_AREAS)) as Readonly<Record<IssueCode, CodeRow>>;

export const ISSUE_CODES = Object.keys(CODES) as readonly IssueCode[];

export function codeRow(code: IssueCode): CodeRow {
  return CODES[code];
}
