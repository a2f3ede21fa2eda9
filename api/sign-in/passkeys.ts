// Passkeys, in the words of the domain: options for a browser, and what its answer proves. Signatures and their formats
// are judged by @simplewebauthn/server.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { fromBase64, toBase64Url, utf8 } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { isObject, parseJsonText } from '../../core/base/json.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Passkey } from '../../core/tenant/factors/factors.js';
import { type PasskeyUse, withUse } from '../../core/tenant/factors/passkeys.js';
import type { PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Ceremony } from '../auth/passkey-ceremonies.js';
import type { ApiDeps } from '../deps/deps.js';

export interface CeremonyOptions {
  readonly transactionId: string;
  readonly options: Readonly<Record<string, unknown>>;
}

type Deps = Pick<ApiDeps, 'config' | 'ceremonies' | 'factors' | 'clock'>;
export type NewPasskey = Omit<Passkey, 'displayName'>;

/** The new owner of a passkey. */
export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
}

const FAILED = issue('PASSKEY_FAILED', '', 'The passkey did not prove what it was asked for.');

/** Options for a new passkey; `mustVerify` for one that has to open an account alone. */
export async function askForNew(
  deps: Deps,
  {
    ceremony,
    owner,
    mustVerify,
  }: { readonly ceremony: Ceremony; readonly owner: PasskeyOwner; readonly mustVerify: boolean },
  address: string,
): Promise<CeremonyOptions> {
  const { rpId: rpID } = deps.config.passkeys;
  const { transactionId, challenge } = deps.ceremonies.begin(ceremony, address);
  const wish = mustVerify ? 'required' : 'preferred';
  const options = await generateRegistrationOptions({
    ...{ rpID, rpName: `Quorate ${deps.config.installation}`, challenge },
    ...{ userID: Uint8Array.from(utf8(owner.id)), userName: owner.name, userDisplayName: owner.displayName },
    excludeCredentials: descriptorsOf(deps.factors.of(owner.id).passkeys),
    authenticatorSelection: { residentKey: wish, userVerification: wish },
  });
  return { transactionId, options: { ...options } };
}

/** Options for a signature: of one of these passkeys, or of any that the browser has for this site. */
export async function askForSignature(
  deps: Deps,
  {
    ceremony,
    passkeys,
    mustVerify,
  }: { readonly ceremony: Ceremony; readonly passkeys?: readonly Passkey[]; readonly mustVerify: boolean },
  address: string,
): Promise<CeremonyOptions> {
  const { transactionId, challenge } = deps.ceremonies.begin(ceremony, address);
  const options = await generateAuthenticationOptions({
    ...{ rpID: deps.config.passkeys.rpId, challenge },
    userVerification: mustVerify ? 'required' : 'preferred',
    ...(passkeys !== undefined && { allowCredentials: descriptorsOf(passkeys) }),
  });
  return { transactionId, options: { ...options } };
}

/** The passkey of an answer; `takenProblem` is to be asked then. PASSKEY_FAILED. */
export async function newPasskey(
  { config, clock, factors }: Deps,
  { challenge: expectedChallenge }: { readonly challenge: string },
  { response, mustVerify }: { readonly response: unknown; readonly mustVerify: boolean },
): Promise<Result<NewPasskey>> {
  const answer = response as RegistrationResponseJSON;
  try {
    if (!isOwnWord(answer) || !isOfOwnPage(answer)) return fail(FAILED);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...{ response: answer, expectedChallenge, requireUserVerification: mustVerify },
      ...{ expectedOrigin: [...config.passkeys.origins], expectedRPID: config.passkeys.rpId },
    });
    if (!verified) return fail(FAILED);
    await factors.readOwners();
    const { credential, credentialDeviceType: deviceType, credentialBackedUp: isBackedUp } = registrationInfo;
    return {
      ...{ id: credential.id, publicKey: toBase64Url(credential.publicKey), counter: credential.counter },
      transports: (credential.transports ?? [])
        .map(String)
        .filter((name) => name.length <= 20)
        .slice(0, 8),
      ...{ deviceType, isBackedUp, createdAt: new Date(clock.now()).toISOString() },
    };
  } catch {
    // The library throws for whatever is wrong with an answer.
    return fail(FAILED);
  }
}

/**
 * Whether the passkey alone vouches for itself. Makers of authenticators are not asked for: a certificate of one
 * would have the node fetch lists of revocation from wherever it names.
 */
function isOwnWord({ response }: RegistrationResponseJSON): boolean {
  const bytes = fromBase64(response.attestationObject);
  if (!bytes) return false;
  const attestation = decodeAttestationObject(Uint8Array.from(bytes));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/**
 * Whether the page that asked is not a frame in a page of another origin (Web Authentication, sections 7.1 step 10 and
 * 7.2 step 13): these pages may be in none.
 */
function isOfOwnPage({ response }: Pick<RegistrationResponseJSON | AuthenticationResponseJSON, 'response'>): boolean {
  const bytes = fromBase64(response.clientDataJSON);
  const client = bytes && parseJsonText(new TextDecoder().decode(bytes));
  return isObject(client) && (client.crossOrigin ?? false) === false && client.topOrigin === undefined;
}

/** PASSKEY_EXISTS where an account has it (section 7.1 step 26); ask in the turn in which it is stored. */
export function takenProblem({ factors }: Pick<Deps, 'factors'>, { id }: NewPasskey): Issue | undefined {
  if (factors.ownerOf(id) === undefined) return undefined;
  return issue('PASSKEY_EXISTS', '', 'The passkey is enrolled already.');
}

export interface Proof {
  readonly platformUserId: string;
  readonly use: PasskeyUse;
}

/**
 * The proof of a signature. A user is named by the handle that the passkey keeps, or known from a first factor.
 * PASSKEY_FAILED.
 */
export async function proofBy(
  { config, factors, clock }: Deps,
  {
    challenge: expectedChallenge,
    userId,
    mustVerify,
  }: { readonly challenge: string; readonly userId?: string; readonly mustVerify: boolean },
  response: unknown,
): Promise<Result<Proof>> {
  const answer = response as AuthenticationResponseJSON;
  const platformUserId = userId ?? handleOf(answer);
  if (!isOfOwnPage(answer)) return fail(FAILED);
  const passkey = factors.of(platformUserId).passkeys.find((item) => item.id === answer.id);
  const publicKey = passkey && fromBase64(passkey.publicKey);
  if (!publicKey) return fail(FAILED);
  const proof = await proofOf({
    ...{ response: answer, expectedChallenge, requireUserVerification: mustVerify },
    ...{ expectedOrigin: [...config.passkeys.origins], expectedRPID: config.passkeys.rpId },
    credential: { id: passkey.id, publicKey: Uint8Array.from(publicKey), counter: passkey.counter },
  });
  if (!proof) return fail(FAILED);
  const { newCounter: counter, credentialBackedUp: isBackedUp } = proof;
  return {
    platformUserId,
    use: { id: passkey.id, counter, isBackedUp, at: new Date(clock.now()).toISOString() },
  };
}

/**
 * The user of a proof, and the operation that notes the use: commit it in the turn of this call. Another signature may
 * have counted, or the passkey may be revoked, since the proof was made.
 */
export function useOf(
  { factors, tenants }: Pick<ApiDeps, 'factors' | 'tenants'>,
  { platformUserId, use }: Proof,
): Result<{ readonly user: PlatformUser; readonly used: KvOp }> {
  const after = withUse(factors.of(platformUserId), use);
  if (isFailure(after)) return after;
  const user = tenants.user(platformUserId);
  return user ? { user, used: factors.put(platformUserId, after) } : fail(FAILED);
}

async function proofOf(options: Parameters<typeof verifyAuthenticationResponse>[0]) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
    return verified ? authenticationInfo : undefined;
  } catch {
    return undefined;
  }
}

function handleOf({ response }: AuthenticationResponseJSON): string {
  const bytes = response.userHandle === undefined ? undefined : fromBase64(response.userHandle);
  return bytes ? new TextDecoder().decode(bytes) : '';
}

function descriptorsOf(passkeys: readonly Passkey[]) {
  return passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }));
}
