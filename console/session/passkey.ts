// Signs in with a passkey of this device, in the page.
import { node } from './node.js';
import { keepSession } from './session.js';

type Assertion = Parameters<typeof node.passkeys.signInWithPasskey>[0]['body']['assertionResponse'];

/** Throws where the device gives none: it was cancelled, took too long, or there is none for this site. */
export async function signInByPasskey(): Promise<void> {
  const { transactionId, options } = await node.passkeys.beginPasskeySignIn({ body: {} });
  const assertionResponse = await assertionBy(options);
  await keepSession(() => node.passkeys.signInWithPasskey({ body: { transactionId, assertionResponse } }));
}

/** The proof of who is signed in, for the step-up. */
export async function proofByPasskey() {
  const { transactionId, options } = await node.stepUp.beginStepUp();
  return { transactionId, assertionResponse: await assertionBy(options) };
}

async function assertionBy(options: object): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return assertionOf(given.toJSON() as AuthenticationResponseJSON);
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
