// The part of a page that speaks with the authenticator: options of the node in the words of the browser, and its
// answer as the node reads it.
export const PASSKEY_SCRIPT = String.raw`
const passkeys = (() => {
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const named = (list) => (list || []).map((one) => ({ ...one, id: bytesOf(one.id) }));
  const shown = (credential, response) => ({
    id: credential.id, rawId: text(credential.rawId), type: credential.type, response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
  async function ask(kind, publicKey) {
    if (!window.PublicKeyCredential) throw new Error('This browser has no passkeys.');
    try {
      return await navigator.credentials[kind]({ publicKey });
    } catch (error) {
      if (error.name === 'InvalidStateError') throw new Error('This device has a passkey of your account already.');
      if (error.name === 'SecurityError') throw new Error('Passkeys of this node do not belong to this address.');
      throw new Error('The device gave no passkey: it was cancelled, took too long, or the device has none for this site.');
    }
  }
  async function create(options) {
    const made = await ask('create', {
      ...options, challenge: bytesOf(options.challenge), user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    });
    return shown(made, {
      clientDataJSON: text(made.response.clientDataJSON), attestationObject: text(made.response.attestationObject),
      transports: made.response.getTransports ? made.response.getTransports() : [],
    });
  }
  async function sign(options) {
    const signed = await ask('get', {
      ...options, challenge: bytesOf(options.challenge), allowCredentials: named(options.allowCredentials),
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
    return shown(signed, {
      clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
      ...(userHandle && { userHandle: text(userHandle) }),
    });
  }
  /** Signs in by a passkey alone; what the node answers. */
  async function signIn() {
    const { transactionId, options } = await call('POST', '/api/auth/passkey/assertion/options', {});
    const assertionResponse = await sign(options);
    return call('POST', '/api/auth/passkey/assertion/verify', { transactionId, assertionResponse });
  }
  return { create, sign, signIn };
})();
`;
