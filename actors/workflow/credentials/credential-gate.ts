// The gate of actions that take a credential: what it is asked, and what it answers. Types only. The implementation
// decides what is a good credential; where it is asked, and that nothing goes on without its word, is decided by the
// workflow. It logs neither what it is shown nor what it is asked for.
import type { Result } from '../../../core/base/result.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';
import type { CredentialPresentation } from './presentation.js';

/**
 * An action at its place. The same place with the same sender and presentations is the same question, however often it
 * is asked.
 */
export interface GateAsk {
  /** The requirements of the action; never empty. */
  readonly requirements: readonly CredentialRequirement[];
  /** As they came, in their order; empty where none came. */
  readonly presentations: readonly CredentialPresentation[];
  readonly registerId: string;
  /** Also of an instance that this action opens. */
  readonly instanceId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  readonly actionId: string;
  /** The role that sends the action, which may be an open one without a holder. */
  readonly participantId: string;
  /** Address of the wallet that acts. */
  readonly sender: string;
}

/** The word without which nothing goes on. */
export interface Admitted {
  readonly status: 'admitted';
}

export interface CredentialGate {
  /**
   * Judges the presentations against every requirement. It is asked after every check that needs no credential, and
   * before anything is sealed, signed, bound or promised. An action that is encrypted in the background is asked for
   * twice: before it is promised, and again before it is encrypted, which may be after a restart; so a proof that may
   * be used once is used once for a place, and not once for a question.
   *
   * Issues: CREDENTIAL_REFUSED at `/credentialPresentations` for what is missing, and at `/credentialPresentations/{i}`
   * and below for what is shown and no good: expired, revoked, of another type or issuer, with other claims, not
   * signed. A message names claims and never their values: rehearsals log it. NODE_UNAVAILABLE where it cannot know
   * now, which an operation asks again. Anything but `admitted` refuses, and so does a failure.
   */
  admit(ask: GateAsk): Promise<Result<Admitted>>;
}
