// Scopes of programs that a person lets in. A scope takes rights away and gives none: a token of a program may do what
// its person may in that organisation, and of this what its scopes say.

/** For people, on the page that asks them: what a program with the scope does. */
export const PROGRAM_SCOPES = {
  'ledger:read': 'read registers that you see: transactions, dockets, participants, evidence',
  'workflow:read': 'read workflows that you take part in, your tasks, your inbox and your wallets',
  'workflow:act': 'act in workflows, and submit transactions, in your name',
  'blueprint:design': 'read, write and rehearse drafts of blueprints and schemas',
  'blueprint:publish': 'publish blueprints',
  'register:create': 'create registers',
  'organisation:admin': 'administer your organisation: people, settings, credentials, governance',
  'node:operate': 'operate the node: validators, peers, organisations, backups',
  'credential:hold': 'hold your credentials, show them, and manage your devices',
  'account:manage': 'manage your account: how you sign in, sessions, keys of your wallets',
  offline_access: 'go on while you are away, until you end it',
} as const;

export type ProgramScope = keyof typeof PROGRAM_SCOPES;
/** A scope that opens operations. */
export type OperationScope = Exclude<ProgramScope, 'offline_access'>;

export const PROGRAM_SCOPE_WORDS = Object.keys(PROGRAM_SCOPES) as readonly ProgramScope[];

export function isProgramScope(word: string): word is ProgramScope {
  return Object.hasOwn(PROGRAM_SCOPES, word);
}

/** The session of a program that a person let in. */
export interface ProgramAccess {
  readonly clientId: string;
  readonly scopes: readonly ProgramScope[];
  /** For what its tokens are good (RFC 8707): the MCP server, or the API where absent. */
  readonly resource?: ProgramResource;
  /** Of the key that its tokens are bound to (RFC 9449); one that has the tokens alone has nothing. */
  readonly thumbprint?: string;
}

/** A resource server beside the API, which has tokens of its own. */
export type ProgramResource = 'mcp';
