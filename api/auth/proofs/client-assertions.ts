// A program that proves itself by a key that an administrator registered (private_key_jwt, RFC 7523): a JWT for this
// server alone, made now, that comes once. An assertion from before this start is refused: whether it came then is not
// known.
import { compactVerify, decodeJwt, decodeProtectedHeader, errors, importJWK } from 'jose';
import { isObject, type JsonObject, parseJson } from '../../../core/base/json.js';
import { CLIENT_ASSERTIONS_MAX, NONCE_MS, PROOF_CLOCK_MS, PROOF_MAX } from '../../../core/base/limits/node/wallets.js';
import type { Clock } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { FormatFault, faultOr, need } from '../../../core/credentials/fault.js';
import { SeenOnce } from '../../../core/credentials/issuing/nonces.js';
import { needMadeAt } from '../../../core/credentials/issuing/own-key.js';
import { algorithmsOf, type ProgramKey } from '../../../core/tenant/programs/keys.js';
import { turnKey } from '../../../core/tenant/turn-key.js';

/** RFC 7523 section 2.2. */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Header `typ`: a JWT of another kind is not an assertion. */
const TYPES: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt'];
const ID_MAX = 128;

export interface ProvingClient {
  readonly clientId: string;
  readonly organisationId?: string | undefined;
  readonly keys: readonly ProgramKey[];
}

export class ClientAssertions {
  private readonly spent = new SeenOnce({ lifetimeMs: NONCE_MS, usedMax: CLIENT_ASSERTIONS_MAX });
  private readonly sinceMs: number;

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {
    this.sinceMs = clock.now();
  }

  /** Why it does not show that the client sent it; spent where it does. `issuer` is this server. */
  async problem(text: string, client: ProvingClient, issuer: string): Promise<string | undefined> {
    if (text.length > PROOF_MAX) return `It has over ${PROOF_MAX} characters.`;
    const payload = await claimsSignedBy(client.keys, text);
    if (payload === undefined) return 'None of the keys of the program signed it.';
    const { clientId, organisationId = '' } = client;
    const fault = faultOr(() => {
      need(payload.iss === clientId && payload.sub === clientId, 'Its iss and sub have to be the client id.');
      // An address of an endpoint could be one that another server names as its own (RFC 9700 section 4.4).
      need(payload.aud === issuer, 'Its aud has to be the issuer of this server alone, as a text.');
      needMadeAt({ payload }, this.clock.now(), PROOF_CLOCK_MS);
      need(payload.exp !== undefined, 'It has no exp.');
      need((payload.iat as number) * 1000 >= this.sinceMs, 'It was made before this node started: send a fresh one.');
      const { jti } = payload;
      need(typeof jti === 'string' && jti !== '' && jti.length <= ID_MAX, 'It has no jti, or too long a one.');
    });
    if (fault instanceof FormatFault) return fault.message;
    const from = turnKey({ organisationId, subject: clientId });
    return this.spent.add(`${clientId} ${payload.jti as string}`, this.clock.steady(), from)
      ? undefined
      : 'It came before (jti).';
  }
}

/** The claims of a JWT that one of the keys signed. */
async function claimsSignedBy(keys: readonly ProgramKey[], text: string): Promise<JsonObject | undefined> {
  try {
    const { alg = '', kid, typ } = decodeProtectedHeader(text);
    if (!TYPES.includes(typ)) return undefined;
    for (const key of keys) {
      if (!algorithmsOf(key).includes(alg) || (kid !== undefined && key.kid !== undefined && kid !== key.kid)) continue;
      const payload = await payloadBy(key, text, alg);
      if (payload !== undefined) return payload;
    }
  } catch (error) {
    // The text is not a JWT.
    if (!(error instanceof TypeError) && !(error instanceof errors.JOSEError)) throw error;
  }
  return undefined;
}

async function payloadBy(key: ProgramKey, text: string, alg: string): Promise<JsonObject | undefined> {
  try {
    const { payload } = await compactVerify(text, await importJWK({ ...key }, alg), { algorithms: [alg] });
    const claims = parseJson(payload);
    return isFailure(claims) || !isObject(claims) ? undefined : claims;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error;
  }
}

/** The client that it names, unproven; undefined where it names none. */
export function namedClient(text: string): string | undefined {
  try {
    return text.length > PROOF_MAX ? undefined : decodeJwt(text).sub;
  } catch {
    return undefined;
  }
}

/** Whether a key can be used: its point may be on no curve. */
export async function isUsable(key: ProgramKey): Promise<boolean> {
  const [alg = ''] = algorithmsOf(key);
  return importJWK({ ...key }, alg).then(
    () => true,
    () => false,
  );
}
