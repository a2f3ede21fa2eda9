// To suspend, reinstate or revoke a credential. Types only.
import type { CredentialStatus } from '../../../../core/blueprint/definition/choices.js';
import type { MoveAsk } from '../parts/ask.js';

export interface CredentialStatusAsk extends MoveAsk {
  /** The Issuance of the credential. */
  readonly issuance: string;
  readonly to: CredentialStatus;
}
