// The word of a person to a program, which is remembered: for its scopes, its resource and one organisation. Pure.
import { PROGRAM_CONSENTS_MAX } from '../../base/limits/node/accounts.js';
import type { StandingGrant } from './grants.js';
import type { AskedAccess } from './request.js';
import type { ProgramResource, ProgramScope } from './scopes.js';

export interface ProgramConsent {
  readonly id: string;
  readonly clientId: string;
  /** Of the program, as the person read it. */
  readonly name: string;
  readonly organisationId: string;
  readonly membershipId: string;
  readonly scopes: readonly ProgramScope[];
  readonly resource?: ProgramResource;
  readonly grantedAtMs: number;
  /** For acts of the program without asking. */
  readonly grants?: readonly StandingGrant[];
}

export type ConsentPlace = Pick<ProgramConsent, 'clientId' | 'organisationId' | 'resource'>;

function isAt(consent: ProgramConsent, { clientId, organisationId, resource }: ConsentPlace): boolean {
  return consent.clientId === clientId && consent.organisationId === organisationId && consent.resource === resource;
}

/** The consent that covers what is asked for. */
export function coveringConsent(
  consents: readonly ProgramConsent[],
  asked: ConsentPlace & Pick<AskedAccess, 'scopes'>,
): ProgramConsent | undefined {
  return consents.find(
    (consent) => isAt(consent, asked) && asked.scopes.every((word) => consent.scopes.includes(word)),
  );
}

/**
 * All consents with this one, which takes the place of an earlier one to the same program and keeps its scopes and
 * grants.
 */
export function withConsent(consents: readonly ProgramConsent[], consent: ProgramConsent): readonly ProgramConsent[] {
  const before = consents.find((known) => isAt(known, consent));
  const scopes = [...new Set([...(before?.scopes ?? []), ...consent.scopes])];
  const others = consents.filter((known) => known !== before);
  const kept = { ...consent, id: before?.id ?? consent.id, scopes, ...(before?.grants && { grants: before.grants }) };
  return [...others.slice(-(PROGRAM_CONSENTS_MAX - 1)), kept];
}
