// Orders to an attacker. Types and names only.

export const ATTACKS = ['reads', 'submissions', 'engine', 'keys', 'passwords'] as const;
export type Attack = (typeof ATTACKS)[number];

export interface AttackOrder {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly emails: readonly string[];
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly draft: string;
  readonly attacks: readonly Attack[];
  readonly connections: number;
}
