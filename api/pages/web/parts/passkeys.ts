// Speaks with the authenticator: options of the node in the words of the browser, and its answer as the node reads it.
// Browsers that know passkeys may not know toJSON and its counterpart, so that both are written out.
import { bytesOf, textOf } from './base64url.js';
import { call } from './calls.js';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions, Session } from './operations.js';

type Options = PasskeyOptions['options'];

interface Descriptor extends Omit<PublicKeyCredentialDescriptor, 'id'> {
  readonly id: string;
}

/** As the node sends them: those of the browser, with bytes in base64url. */
interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  readonly challenge: string;
  readonly user: Omit<PublicKeyCredentialUserEntity, 'id'> & { readonly id: string };
  readonly excludeCredentials?: readonly Descriptor[];
}

interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  readonly challenge: string;
  readonly allowCredentials?: readonly Descriptor[];
}

/** Makes a passkey. */
export async function createPasskey(options: Options): Promise<PasskeyAttestation> {
  const { challenge, user, excludeCredentials, ...others } = options as CreationOptions;
  const publicKey = {
    ...others,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: decodeDescriptors(excludeCredentials),
  };
  const created = await askCredential(() => navigator.credentials.create({ publicKey }));
  const response = created.response as AuthenticatorAttestationResponse;
  return {
    ...formOf(created),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      // Older browsers do not tell them.
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Signs with a passkey that the node offers, or with any of this site. */
export async function signWithPasskey(options: Options): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials, ...others } = options as RequestOptions;
  const publicKey = {
    ...others,
    challenge: bytesOf(challenge),
    allowCredentials: decodeDescriptors(allowCredentials),
  };
  const signed = await askCredential(() => navigator.credentials.get({ publicKey }));
  const response = signed.response as AuthenticatorAssertionResponse;
  return {
    ...formOf(signed),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
    },
  };
}

/** Signs in by a passkey alone. */
export async function signInByPasskey(): Promise<Session> {
  const { transactionId, options } = await call('beginPasskeySignIn', { body: {} });
  const assertionResponse = await signWithPasskey(options);
  return call('signInWithPasskey', { body: { transactionId, assertionResponse } });
}

function decodeDescriptors(list: readonly Descriptor[] = []): PublicKeyCredentialDescriptor[] {
  return list.map((credential) => ({ ...credential, id: bytesOf(credential.id) }));
}

function formOf(credential: PublicKeyCredential): Omit<PasskeyAttestation, 'response'> {
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: 'public-key',
    clientExtensionResults: { ...credential.getClientExtensionResults() },
  };
}

async function askCredential(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!('PublicKeyCredential' in window)) throw new Error('This browser has no passkeys.');
  try {
    return (await ask()) as PublicKeyCredential;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError') throw new Error('This device has a passkey of your account already.');
    if (name === 'SecurityError') throw new Error('Passkeys of this node do not belong to this address.');
    throw new Error(
      'The device gave no passkey: it was cancelled, took too long, or the device has none for this site.',
    );
  }
}
