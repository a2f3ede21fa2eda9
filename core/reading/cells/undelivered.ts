// The issue of a move that names a wallet and gives it nothing.
import { issue } from '../../base/issue.js';

/** Of a move that names the wallet and does not give it what it has to. */
export const UNDELIVERED = issue(
  'CIPHERTEXT_INVALID',
  '/groups',
  'The wallet was not given what it has to see: its group does not open, or does not give the root.',
);
