// A format of the credentials that a wallet holds: how a text is known, what it says, whether it is good, and how it is
// presented. A row of the table in formats.ts.
import type { Json, JsonObject } from '../../base/json.js';
import type { Draft } from '../draft.js';
import type { LinkedCopy } from '../issuance/link.js';
import type { StatedIssuer } from '../jose/jws.js';
import type { TrustedLeaf } from '../mdoc/presentation.js';
import type { DcqlPath } from '../query/dcql.js';
import type { PresentationRefusal } from '../refusal.js';
import type { StatusPlace } from '../status/token.js';

/** The words of a credential. Nothing of it is believed before it is judged. */
export interface HeldContent {
  readonly format: string;
  /** `vct`, the doctype of an mdoc, or the first type of a credential in JWT beside that of all. */
  readonly credentialType: string;
  /** Types beside it, where a credential has several. */
  readonly otherTypes?: readonly string[];
  readonly stated: StatedIssuer;
  /** Of an mdoc by name space. */
  readonly claims: JsonObject;
  /** Uncompressed point of P-256; absent of a credential that is bound to no key. */
  readonly holderKey?: Uint8Array;
  readonly status?: StatusPlace;
  readonly issuedAtMs?: number;
  readonly validUntilMs?: number;
}

export interface HeldQuestion {
  readonly atMs: number;
  /** Whose signature is verified: the key that the stated issuer has; undefined where it has none. */
  readonly findIssuer: (stated: StatedIssuer) => TrustedLeaf | undefined;
  /** The token of the list that it names, in the form of cells; absent where none could be had. */
  readonly statusToken?: string;
}

/** The request that a presentation answers. */
export interface HeldAsked {
  /** With its prefix: a proof is for this name (OpenID4VP 1.0 section 5.9). */
  readonly clientId: string;
  readonly nonce: string;
  /** An mdoc signs it too. */
  readonly responseUri: string;
  /** Of the key that the answer is encrypted to, 32 bytes; an mdoc signs it. */
  readonly encryptionKey?: Uint8Array;
  /** Encoded, as the request has them; SD-JWT alone. */
  readonly transactionData?: readonly string[];
  readonly atSeconds: number;
}

/** The form of the status tokens that credentials of a format have. */
export interface HeldStatusForm {
  /** For the header Accept. */
  readonly accept: string;
  /** As cells have it. */
  readonly cellOf: (answer: { readonly text: string; readonly body: Uint8Array }) => string;
  /** The words about its signer. Throws a fault. */
  readonly signerOf: (cell: string) => StatedIssuer;
}

export interface HeldFormat {
  readonly format: string;
  /** The type that a configuration of an issuer is of. */
  readonly typeIn: (configuration: JsonObject) => Json | undefined;
  readonly status: HeldStatusForm;
  /** The form in which the key of the holder signs. */
  readonly signedAs: 'jose' | 'cose';
  readonly isLike: (text: string) => boolean;
  /** Throws a fault. */
  readonly read: (text: string) => HeldContent;
  /** Its link to the Issuance that sealed it; undefined where it has none. Throws a fault. */
  readonly readLink: (text: string) => LinkedCopy | undefined;
  readonly refusalOf: (text: string, question: HeldQuestion) => PresentationRefusal | undefined;
  /** All that a verifier reads where the claims at the paths are shown. Throws a fault. */
  readonly claimsShown: (text: string, paths: readonly DcqlPath[]) => JsonObject;
  /** The text that stands in a `vp_token`, with the claims at the paths. Throws a fault. */
  readonly draft: (text: string, paths: readonly DcqlPath[], asked: HeldAsked) => Draft<string>;
}
