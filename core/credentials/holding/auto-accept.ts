// Issuers of which a wallet takes credentials without a further yes, as its owner states them. An issuer is an address,
// or a participant of a register. A host is not enough: one host has several issuers. Pure.
import { issue } from '../../base/issue.js';
import { ACCEPTED_ISSUERS_MAX } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import { isIssuerAddress } from '../../crypto/keys/issuer-address.js';

export interface AcceptedIssuer {
  /** The identifier of the issuer (OpenID4VCI 1.0 section 12.2.1). */
  readonly issuer?: string;
  /** In its place: a participant of this register. */
  readonly registerId?: string;
  readonly participantId?: string;
  /** `vct` or doctypes; all where absent. */
  readonly types?: readonly string[];
}

/** Kept on the head of the wallet. */
export interface AutoAccept {
  readonly issuers: readonly AcceptedIssuer[];
  /** The caller that stated it: requests take its turn, and its trust lists count. */
  readonly organisationId: string;
  readonly subject: string;
  readonly changedAtMs: number;
}

/** The issuer of a credential, by all the names under which it is proven. */
export interface ProvenIssuer {
  readonly issuer?: string | undefined;
  readonly registerId?: string | undefined;
  readonly participantId?: string | undefined;
}

/** BODY_INVALID for one that is neither an address nor a participant, or stands there twice. */
export function statedIssuers(stated: readonly AcceptedIssuer[]): Result<readonly AcceptedIssuer[]> {
  if (stated.length > ACCEPTED_ISSUERS_MAX)
    return invalid('/issuers', `A wallet accepts at most ${ACCEPTED_ISSUERS_MAX} issuers.`);
  const seen = new Set<string>();
  for (const [i, accepted] of stated.entries()) {
    const { issuer, registerId, participantId } = accepted;
    const isAddress = issuer !== undefined;
    const isParticipant = registerId !== undefined && participantId !== undefined;
    const hasOther = registerId !== undefined || participantId !== undefined;
    if (isAddress ? hasOther : !isParticipant)
      return invalid(`/issuers/${i}`, 'Expected either issuer, or registerId and participantId.');
    if (isAddress && !isIssuerAddress(issuer))
      return invalid(`/issuers/${i}/issuer`, 'Expected the address of an issuer, as its metadata have it.');
    const name = nameOf(accepted);
    if (seen.has(name)) return invalid(`/issuers/${i}`, 'The issuer stands there twice.');
    seen.add(name);
  }
  return stated;
}

/** Whether a credential of that type is taken; names are compared as they are. */
export function isAccepted(
  { issuers }: Pick<AutoAccept, 'issuers'>,
  { issuer, registerId, participantId }: ProvenIssuer,
  credentialType: string,
): boolean {
  return issuers.some((accepted) => {
    if (accepted.types !== undefined && !accepted.types.includes(credentialType)) return false;
    if (accepted.issuer !== undefined) return accepted.issuer === issuer;
    return (
      participantId !== undefined && accepted.participantId === participantId && accepted.registerId === registerId
    );
  });
}

function nameOf({ issuer, registerId = '', participantId = '' }: AcceptedIssuer): string {
  return issuer ?? `${registerId}/${participantId}`;
}

const invalid = (path: string, message: string) => fail(issue('BODY_INVALID', path, message));
