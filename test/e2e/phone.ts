// The wallet of a holder as a program: takes the offer of its arguments over HTTP, with the transaction code, if any.
// Prints nothing where it has a credential then.
import { aKey, jwtOf } from '../contract/credentials/phone.js';

const [uri = '', txCode = ''] = process.argv.slice(2);

async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init);
  const json = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
const post = { method: 'POST' } as const;

const offer = await ask(new URL(uri).searchParams.get('credential_offer_uri') ?? '');
const issuer = String(offer.credential_issuer);
const { [PRE_AUTHORIZED]: grant } = offer.grants as Record<string, Record<string, string>>;
const code = grant?.['pre-authorized_code'] ?? '';
const form = new URLSearchParams({ grant_type: PRE_AUTHORIZED, 'pre-authorized_code': code });
if (txCode !== '') form.set('tx_code', txCode);
const { access_token: token } = await ask(`${issuer}/token`, { ...post, body: form });
const { c_nonce: nonce } = await ask(`${issuer}/nonce`, post);
const key = aKey();
const proof = jwtOf(
  key,
  { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.jwk },
  { aud: issuer, iat: Math.floor(Date.now() / 1000), nonce },
);
const [id] = offer.credential_configuration_ids as readonly string[];
const { credentials } = await ask(`${issuer}/credential`, {
  ...post,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
  body: JSON.stringify({ credential_configuration_id: id, proofs: { jwt: [proof] } }),
});
if (!Array.isArray(credentials) || credentials.length !== 1) throw new Error('There is not one credential.');
