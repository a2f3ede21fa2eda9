// Values that members of a definition choose from, where its model and its checks both need the list.

/** After an objection the action is done again, or nothing goes on before somebody decides. */
export const ON_FAULT = ['redo', 'stop'] as const;
export type OnFault = (typeof ON_FAULT)[number];

/** Findings of the search. Faults of the structure are not among them: the reducer would not be right about those. */
export const OVERRIDABLE = ['BP_DEADLOCK', 'BP_ACTION_DEAD', 'BP_BRANCHES_MEET', 'BP_SOUNDNESS_UNKNOWN'] as const;

export interface Override {
  readonly code: (typeof OVERRIDABLE)[number];
  readonly reason: string;
}

/** The name of a gate in its action: it is also the id of the query for the credential. */
export const GATE_ID: RegExp = /^[a-z][a-z0-9_]{0,31}$/;

export function isGateId(value: unknown): value is string {
  return typeof value === 'string' && GATE_ID.test(value);
}
export const GATE_EVIDENCE = ['sealed', 'public', 'kept'] as const;
export const GATE_HOLDERS = ['any', 'record'] as const;
export const GATE_CONSENTS = ['nonce', 'transaction-data'] as const;
export const GATE_USE_SCOPES = ['register', 'instance'] as const;

/** The status of an issued credential on the ledger: revoked is the end. */
export const CREDENTIAL_STATUSES = ['valid', 'suspended', 'revoked'] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];
/** How verifiers find the key of an issuer. */
export const ISSUER_ANCHORS = ['register', 'x509-tenant', 'x509-lotl'] as const;
export const ISSUANCE_TX_CODES = ['none', 'inbox', 'mail'] as const;
