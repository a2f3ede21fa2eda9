// Signs in with a passkey of this device, in the page.
import { node } from './node.js';
import { keepSession } from './session.js';

type Assertion = Parameters<typeof node.passkeys.signInWithPasskey>[0]['body']['assertionResponse'];

/** Throws where the device gives none: it was cancelled, took too long, or there is none for this site. */
export async function signInByPasskey(): Promise<void> {
  const { transactionId, options } = await node.passkeys.beginPasskeySignIn({ body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const assertionResponse = assertionOf(signed.toJSON() as AuthenticationResponseJSON);
  const { refreshToken } = await node.passkeys.signInWithPasskey({ body: { transactionId, assertionResponse } });
  await keepSession(refreshToken);
}

/** The members that the node takes, of those that browsers tell. */
function assertionOf({ id, rawId, response, clientExtensionResults }: AuthenticationResponseJSON): Assertion {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: 'public-key' },
    clientExtensionResults: { ...clientExtensionResults },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
}
