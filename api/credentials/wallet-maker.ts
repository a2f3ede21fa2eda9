// Has the maker of the wallets of this node attest one of them to an issuer: the wallet as a client, by the key of its
// session, or its keys. Which key belongs to which wallet is never said: a session has a key of its own.
import { toBase64Url } from '../../core/base/bytes.js';
import { isFailure, type Result } from '../../core/base/result.js';
import {
  draftAttestationProof,
  draftClientAttestation,
  draftKeyAttestation,
} from '../../core/credentials/holding/attesting.js';
import type { ProofJwk } from '../../core/credentials/issuing/own-key.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../core/crypto/signing/formats.js';
import type { ApiDeps } from '../deps/deps.js';

type Call = { readonly deps: Pick<ApiDeps, 'clock' | 'credentials' | 'random'> };

const ID_BYTES = 16;

/** The headers of one request of a client that its maker attests. */
export async function attestationHeaders(
  { deps: { clock, credentials, random } }: Call,
  key: KeyPair,
  server: { readonly audience: string; readonly challenge: string | undefined },
): Promise<Result<Readonly<Record<string, string>>>> {
  const { clientId, sign } = credentials.attester;
  const atSeconds = Math.floor(clock.now() / 1000);
  const jwk = p256Jwk(key.publicKey);
  const attestation = await sign((maker) => draftClientAttestation(maker, { clientId, jwk, atSeconds }));
  if (isFailure(attestation)) return attestation;
  const id = toBase64Url(random.bytes(ID_BYTES));
  const { toSign, finish } = draftAttestationProof({ ...server, clientId, id, atSeconds });
  const signature = signFormatted(key, 'jose', toSign);
  return isFailure(signature)
    ? signature
    : { 'oauth-client-attestation': attestation, 'oauth-client-attestation-pop': finish(signature) };
}

/** At the levels that the settings of this node state. */
export function attestKeys(
  { deps: { clock, credentials } }: Pick<Call, 'deps'>,
  { keys, nonce }: { readonly keys: readonly ProofJwk[]; readonly nonce: string | undefined },
): Promise<Result<string>> {
  const { keyStorage, userAuthentication } = credentials.settings;
  const atSeconds = Math.floor(clock.now() / 1000);
  return credentials.attester.sign((maker) =>
    draftKeyAttestation(maker, { keys, nonce, atSeconds, keyStorage, userAuthentication }),
  );
}
