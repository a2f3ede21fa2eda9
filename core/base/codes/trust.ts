// Codes of issues about certificates and whom an organisation trusts.
import { unprocessable } from './code-row.js';

export const TRUST_CODES = {
  CERT_CHAIN_INVALID: unprocessable(
    'The certificates do not lead to the anchor',
    'A certificate is not of the form that is taken, or a rule between it, its issuer and the anchor does not hold.',
    'The message says which rule; the path of the issue names the certificate by its place, the leaf being 0. Present the chain leaf first, without its anchor.',
  ),
} as const;
