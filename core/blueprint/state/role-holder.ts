// The holder of a role of an instance: the one statement of that rule. Names of roles are texts of an author,
// `constructor` too, so only what is a member of its own counts. Pure.

/** A role of a definition. */
export interface NamedRole {
  readonly id: string;
  /** The wallet that the definition names; absent or null for an open role. */
  readonly walletAddress?: string | null | undefined;
}

export interface RoleHolders {
  /** By the record of a participant, now; an empty text where the role is vacant. */
  readonly held?: Readonly<Record<string, string>> | undefined;
  /** Open roles by the wallet that took each first. */
  readonly taken?: Readonly<Record<string, string>> | undefined;
}

/**
 * The wallet: by record, by the definition, or because it took the role. Undefined for an open one that was not taken,
 * empty for one that is vacant.
 */
export function roleHolder({ id, walletAddress }: NamedRole, { held, taken }: RoleHolders): string | undefined {
  return ownOf(held, id) ?? walletAddress ?? ownOf(taken, id);
}

/** Of a table by role. */
export function ownOf<T>(table: Readonly<Record<string, T>> | undefined, role: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, role) ? table[role] : undefined;
}
