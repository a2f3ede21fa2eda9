// The headers of a request whose caller shows that it has a key (RFC 9449).
import Type from 'typebox';
import { PROOF_MAX } from '../../../core/base/limits/node/wallets.js';

export const DpopHeader = {
  dpop: Type.Optional(Type.String({ maxLength: PROOF_MAX, description: 'A proof of RFC 9449.' })),
};
/** With the access token, which the proof names. */
export const ProofHeaders = Type.Object({ authorization: Type.Optional(Type.String()), ...DpopHeader });

const attestationHeader = (description: string) => Type.Optional(Type.String({ maxLength: PROOF_MAX, description }));

/** Of a wallet whose maker vouches for it. */
export const AttestationHeaders = {
  'oauth-client-attestation': attestationHeader(
    'By the maker of the wallet: draft-ietf-oauth-attestation-based-client-auth-07.',
  ),
  'oauth-client-attestation-pop': attestationHeader('The proof of the wallet, by the key of the attestation.'),
};

/** DPoP for a token that is bound to a key (RFC 9449 section 5). */
export const AccessTokenType = Type.Enum(['Bearer', 'DPoP'], { title: 'AccessTokenType' });
