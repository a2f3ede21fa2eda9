// Names of claims that decide about a credential, or that its issuer states itself. Names alone: the check of a
// definition asks them in browsers too.

/** The claim that names the hash of the digests. */
export const ALGORITHM = '_sd_alg';

/**
 * Claims that decide about a credential, and the algorithm of the digests. The issuer says them in the clear (SD-JWT
 * VC, draft of August 2026, section 2.2.2.2).
 */
export const NEVER_DISCLOSED: ReadonlySet<string> = new Set([
  ...['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status'],
  ALGORITHM,
]);

/** The issuer states these itself. */
export const OWN_CLAIMS: ReadonlySet<string> = new Set([...NEVER_DISCLOSED, 'iat', 'sub', 'jti']);
