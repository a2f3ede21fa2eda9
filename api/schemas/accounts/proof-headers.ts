// The headers of a request whose caller shows that it has a key (RFC 9449).
import Type from 'typebox';
import { PROOF_MAX } from '../../../core/base/limits/node/wallets.js';

export const DpopHeader = {
  dpop: Type.Optional(Type.String({ maxLength: PROOF_MAX, description: 'A proof of RFC 9449.' })),
};
/** With the access token, which the proof names. */
export const ProofHeaders = Type.Object({ authorization: Type.Optional(Type.String()), ...DpopHeader });
