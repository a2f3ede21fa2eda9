// The half of Quorate in the story with sd-jwt-python: `make` writes credentials and presentations, `judge` reads those of
// the other library. QUORATE_DIST is the compiled program.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const core = (path) => import(`${process.env.QUORATE_DIST}/core/${path}.js`);
const { blind } = await core('credentials/sd-jwt/blind');
const { joinSdJwt, splitSdJwt } = await core('credentials/sd-jwt/compact');
const { claimsOf, draftIssued, selectClaims } = await core('credentials/sd-jwt/credential');
const { draftPresentation } = await core('credentials/sd-jwt/key-binding');
const { saltsOf } = await core('credentials/sd-jwt/salts');
const { verifyPresentation } = await core('credentials/sd-jwt/verify');
const { p256OfJwk } = await core('crypto/keys/jwk');

const ROUNDS = 200;
const NONCE = 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E';
const AUDIENCE = 'x509_san_dns:shop.example';
const TYPE = 'urn:example:licence:1';
const now = () => Math.floor(Date.now() / 1000);

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};
const signBy = (jwk, { toSign, finish }) =>
  finish(sign('sha256', toSign, { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }));
const publicOf = ({ kty, crv, x, y }) => ({ kty, crv, x, y });

/** Claims in the clear, claims that may be kept back, elements, and some inside each other. */
const CLAIMS = {
  ...{ number: 'L-17', name: 'Ada \u00e9\u{1f600}', height: 175, licensed: true, none: null },
  ...{ classes: ['B', 'C', 'D'], address: { locality: 'Bonn', country: 'DE', lines: ['1', '2'] } },
};
const DISCLOSABLE = [
  ...[['number'], ['name'], ['height'], ['licensed'], ['none'], ['classes', null]],
  ...[['address'], ['address', 'locality'], ['address', 'lines', 0]],
];
const SHOWN = [['name'], ['classes', 1], ['address', 'locality']];

function make() {
  const jwk = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const [issuer, holder] = [jwk(), jwk()];
  const made = Array.from({ length: ROUNDS }, (_, round) => {
    const claims = { ...CLAIMS, vct: TYPE, iat: now(), exp: now() + 3600, cnf: { jwk: publicOf(holder) } };
    const disclosable = DISCLOSABLE.filter((__, i) => round < 2 || (round >> (i % 8)) & 1);
    const blinded = blind(claims, { disclosable, decoys: round % 4, salt: saltsOf(randomBytes, 16) });
    const credential = signBy(issuer, draftIssued({ ...blinded, issuer: { chain: [], keyId: 'issuer' } }));
    const shown = selectClaims(credential, SHOWN);
    const content = { nonce: NONCE, audience: AUDIENCE, issuedAtSeconds: now() };
    return {
      ...{ whole: joinSdJwt(credential), claims: claimsOf(credential) },
      ...{ presented: joinSdJwt(signBy(holder, draftPresentation(shown, content))), shown: claimsOf(shown) },
    };
  });
  writeFileSync('ours.json', JSON.stringify({ issuer, holder, nonce: NONCE, audience: AUDIENCE, type: TYPE, made }));
}

function judge() {
  const { issuer } = JSON.parse(readFileSync('ours.json', 'utf8'));
  const theirs = JSON.parse(readFileSync('theirs.json', 'utf8'));
  const question = {
    ...{ atMs: Date.now(), types: [TYPE], status: 'open', claims: [{ name: 'name', path: ['name'] }] },
    binding: { nonce: NONCE, audiences: [AUDIENCE], proofMaxAgeMs: 900_000 },
    findIssuer: () => ({ publicKey: p256OfJwk(publicOf(issuer)), anchor: 'story' }),
  };
  const verdictOf = (text, change = {}) => {
    const { issued, disclosures, proof } = splitSdJwt(text);
    return verifyPresentation({ issued, claims: disclosures, proof }, { ...question, ...change });
  };
  for (const { presented, shown } of theirs.presented) {
    const verdict = verdictOf(presented);
    check(verdict.claims !== undefined, `Quorate refused it: ${verdict.code} ${verdict.message}`);
    check(
      Object.entries(shown).every(([name, value]) => JSON.stringify(verdict.claims[name]) === JSON.stringify(value)),
      'other claims',
    );
    const other = { binding: { ...question.binding, nonce: 'other' } };
    check(verdictOf(presented, other).ground === 'binding', 'Quorate takes another nonce');
  }
  // Each character of one presentation changed: none is taken.
  const [{ presented }] = theirs.presented;
  let taken = 0;
  for (let at = 0; at < presented.length; at++) {
    const changed = presented.slice(0, at) + (presented[at] === 'A' ? 'B' : 'A') + presented.slice(at + 1);
    try {
      if (verdictOf(changed).claims !== undefined) taken++;
    } catch {}
  }
  check(taken === 0, `Quorate takes ${taken} changes`);
  process.stdout.write(
    `sd-jwt-python reads ${ROUNDS} credentials and presentations of Quorate, Quorate ${theirs.presented.length} presentations of it; of ${presented.length} changed characters none is taken\n`,
  );
}

({ make, judge })[process.argv[2]]();
