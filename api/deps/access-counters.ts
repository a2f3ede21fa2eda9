// Counts of who comes in: requests by what became of their token, and what programs got for their codes.

/** Of a request: it had no token, one of its scheme that was taken, or one that was refused. */
export type TokenState = 'none' | 'bearer' | 'proven' | 'expired' | 'revoked' | 'unproven' | 'invalid';

/** For metrics. Labels come from the tables. */
export interface AccessCounters {
  countAuthentication(state: TokenState): void;
  /** `outcome` is `given`, or the name of the refusal. */
  countGrant(grant: string, outcome: string): void;
}
