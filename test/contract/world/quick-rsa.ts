// RSA keys that have an address and cannot sign, because real ones take seconds.
import { concat, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { RsaDeriver } from '../../../storage/secrets/rsa-deriver.js';

export const quickRsa: Pick<RsaDeriver, 'derive' | 'refusal' | 'close'> = {
  refusal: () => undefined,
  derive: async ({ algorithm, seed, path }) => ({
    algorithm,
    publicKey: sha256(concat(seed, utf8(path))),
    privateKey: Uint8Array.of(0),
  }),
  close: async () => undefined,
};
