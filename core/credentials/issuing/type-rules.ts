// The rules of an issuer for a type of its credentials: how it is shown, and what a wallet has to show for it. Pure.
import { issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { fail, type Result } from '../../base/result.js';
import type { IssuedFormat } from './formats.js';
import type { KeyStrength, StatedLevels } from './key-attestation.js';

/** Of red, green and blue, in hex. */
export const COLOUR = '^#[0-9A-Fa-f]{3,8}$';

/** As a wallet shows a credential of the type, in one language. */
export interface TypeDisplay {
  readonly name: string;
  /** BCP 47. */
  readonly locale?: string;
  readonly description?: string;
  readonly logoUri?: string;
  readonly backgroundColor?: string;
  readonly textColor?: string;
}

/** A maker of wallets has to vouch, whom this trust list certifies, or any that the issuer knows. */
export interface AttestationRule {
  readonly trustListId?: string;
}

/** At one of these levels (OpenID4VCI 1.0 appendix D.2), where any is named. */
export interface KeyAttestationRule extends AttestationRule, Partial<StatedLevels> {}

export interface TypeRules {
  readonly display?: readonly TypeDisplay[];
  readonly keyAttestation?: KeyAttestationRule;
  readonly clientAttestation?: AttestationRule;
}

export interface IssuerType extends TypeRules {
  readonly format: IssuedFormat;
  readonly credentialType: string;
  /** Offers of it that wait. */
  readonly offers?: number;
}

/** Why keys of this strength do not get a credential of the type; undefined where they do. */
export function strengthProblem(rule: KeyAttestationRule, strength: KeyStrength | undefined): string | undefined {
  if (strength === undefined) return 'A credential of this type is for keys that the maker of the wallet attests.';
  const level = unstatedLevel(rule, strength);
  return level && `The key attestation states none of the levels that this type asks for (${level}).`;
}

const MEMBERS = { keyStorage: 'key_storage', userAuthentication: 'user_authentication' } as const;

/** The member of which none of the levels is stated that are asked for; undefined where all are met. */
export function unstatedLevel(asked: Partial<StatedLevels>, stated: StatedLevels): string | undefined {
  for (const name of ['keyStorage', 'userAuthentication'] as const) {
    const levels = asked[name] ?? [];
    if (levels.length > 0 && !levels.some((level) => stated[name].includes(level))) return MEMBERS[name];
  }
  return undefined;
}

/** As metadata of an issuer ask for levels (section 12.2.4), and attestations state them (appendix D.1). */
export function levelMembers({ keyStorage = [], userAuthentication = [] }: Partial<StatedLevels>): JsonObject {
  return {
    ...(keyStorage.length > 0 && { key_storage: keyStorage }),
    ...(userAuthentication.length > 0 && { user_authentication: userAuthentication }),
  };
}

/** As the metadata of the issuer have it. */
export function shownDisplay({ name, locale, description, logoUri, ...colours }: TypeDisplay): JsonObject {
  const { backgroundColor, textColor } = colours;
  return {
    name,
    ...(locale !== undefined && { locale }),
    ...(description !== undefined && { description }),
    ...(logoUri !== undefined && { logo: { uri: logoUri } }),
    ...(backgroundColor !== undefined && { background_color: backgroundColor }),
    ...(textColor !== undefined && { text_color: textColor }),
  };
}

/**
 * The types of an issuer after they were stated anew. BODY_INVALID for a type twice; CREDENTIAL_TYPE_IN_USE for one
 * that is left out, or gets another format, while offers of it wait.
 */
export function changedTypes(
  before: readonly IssuerType[],
  stated: readonly Omit<IssuerType, 'offers'>[],
): Result<readonly IssuerType[]> {
  const names = stated.map(({ credentialType }) => credentialType);
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (twice >= 0)
    return fail(issue('BODY_INVALID', `/configurations/${twice}/credentialType`, 'The type is stated twice.'));
  for (const { credentialType, format, offers = 0 } of before) {
    const after = stated.find((type) => type.credentialType === credentialType);
    if (offers > 0 && after?.format !== format)
      return fail(
        issue(
          'CREDENTIAL_TYPE_IN_USE',
          '/configurations',
          `Offers of ${credentialType} that wait for a wallet: ${offers}.`,
        ),
      );
  }
  return stated.map((type) => {
    const { offers } = before.find(({ credentialType }) => credentialType === type.credentialType) ?? {};
    return { ...type, ...(offers !== undefined && { offers }) };
  });
}
