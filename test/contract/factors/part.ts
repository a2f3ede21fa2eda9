// Second factors in a world: their rows, a key for their secrets, and sign-ins that wait for one.

import { LoginTokens } from '../../../api/auth/login-tokens.js';
import { mailRates } from '../../../api/auth/mail-rate.js';
import { PasskeyCeremonies } from '../../../api/auth/passkey-ceremonies.js';
import { PasswordResets } from '../../../api/auth/password-resets.js';
import { PendingAddresses } from '../../../api/auth/pending-addresses.js';
import { ProgramSignIns } from '../../../api/auth/program-sign-ins.js';
import { ConsoleLinks } from '../../../api/auth/proofs/console-links.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { programPart } from '../../../api/oauth/part.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { EncryptedTexts } from '../../../storage/secrets/encrypted-texts.js';
import { FactorSecrets } from '../../../storage/secrets/factor-secrets.js';
import { FactorStore } from '../../../storage/tables/accounts/factors.js';

const KEY = new Uint8Array(32).fill(9);

type Ports = Pick<ApiDeps, 'clock' | 'random' | 'sessions'> & {
  readonly kv: Kv;
  readonly journal: Pick<Kv, 'getSync'>;
};

export async function factorsPart({ kv, journal, clock, random, sessions }: Ports) {
  return {
    factors: new FactorStore(kv, journal),
    factorSecrets: new FactorSecrets(new EncryptedTexts(KEY, random), KEY),
    pendingAddresses: new PendingAddresses({ clock, random }),
    mailRates: mailRates(clock),
    passwordResets: new PasswordResets({ clock, random }),
    consoleLinks: new ConsoleLinks({ clock, random }),
    programSignIns: new ProgramSignIns({ clock, random }),
    programs: await programPart({ kv, journal, clock, random }),
    ceremonies: new PasskeyCeremonies({ clock, random }),
    loginTokens: new LoginTokens({ clock, random, sessions }),
  };
}
