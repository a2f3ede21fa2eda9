// A credential as a request shows it. Types only.
import type { JsonObject } from '../../../core/base/json.js';

/** A credential as its holder shows it (reference-facts 4.1.7). Bounds: core/base/limits/ledger/credentials.ts. */
export interface CredentialPresentation {
  readonly credentialId: string;
  /**
   * The claims that the holder says are in it, by name. Nothing of it counts before the gate has found it in
   * `rawPresentation`.
   */
  readonly disclosedClaims: JsonObject;
  /** SD-JWT VC in its compact form, or an ISO 18013-5 DeviceResponse as base64url. */
  readonly rawPresentation: string;
  /** Proof that who shows it holds it, where it stands outside `rawPresentation`. */
  readonly keyBindingProof?: string | undefined;
}
