// The half of Quorate in the story with pyMDOC-CBOR: `make` writes credentials and responses, `judge` reads those of the
// other library. QUORATE_DIST is the compiled program with its tests, whose office issues.
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const dist = (path) => import(`${process.env.QUORATE_DIST}/${path}.js`);
const { CHAIN, DOC_TYPE, HOLDER, licence, OFFICE, ROOT_DER, SPACE, showLicence } = await dist(
  'test/support/credentials/office',
);
const { mdocCells } = await dist('core/credentials/mdoc/cells');
const { verifyMdoc } = await dist('core/credentials/mdoc/verify');

const ROUNDS = 100;
const ASKED = {
  clientId: 'x509_san_dns:shop.example',
  nonce: 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E',
  responseUri: 'https://shop.example/respond',
};
const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};
const pem = (file, der) => writeFileSync(file, new X509Certificate(der).toString());

function make() {
  pem('root.pem', ROOT_DER);
  pem('leaf.pem', CHAIN[0]);
  const made = Array.from({ length: ROUNDS }, () => {
    const issued = licence({ atMs: Date.now() });
    return Buffer.from(showLicence(issued, { ...ASKED, names: ['name', 'classes'] }), 'base64url').toString('hex');
  });
  const issuer = OFFICE.privateKey.export({ format: 'jwk' });
  const holder = HOLDER.privateKey.export({ format: 'jwk' });
  writeFileSync('ours.json', JSON.stringify({ issuer, holder, asked: ASKED, docType: DOC_TYPE, space: SPACE, made }));
}

function judge() {
  const theirs = JSON.parse(readFileSync('theirs.json', 'utf8'));
  const root = new X509Certificate(readFileSync('root.pem'));
  const findIssuer = ({ chain: [first] }) => {
    const leaf = new X509Certificate(first);
    if (!leaf.verify(root.publicKey)) return undefined;
    const key = leaf.publicKey.export({ format: 'jwk' });
    const publicKey = Buffer.concat([Buffer.of(4), Buffer.from(key.x, 'base64url'), Buffer.from(key.y, 'base64url')]);
    return {
      ...{ publicKey, anchor: 'root' },
      ...{ notBeforeMs: Date.parse(leaf.validFrom), notAfterMs: Date.parse(leaf.validTo) },
    };
  };
  const verdictOf = (bytes) =>
    verifyMdoc(mdocCells(bytes), {
      ...{ docTypes: [DOC_TYPE], binding: ASKED, atMs: Date.now() + 2000, findIssuer, status: 'open' },
      claims: [{ name: 'name', path: [SPACE, 'name'], values: ['Ada'] }],
    });
  for (const text of theirs) {
    const verdict = verdictOf(Buffer.from(text, 'hex'));
    check(verdict.claims?.get(SPACE)?.size === 2, `Quorate refused it: ${verdict.code} ${verdict.message}`);
  }
  const [first] = theirs.map((text) => Buffer.from(text, 'hex'));
  let taken = 0;
  for (let at = 0; at < first.length; at++) {
    const changed = Buffer.from(first);
    changed[at] ^= 1 << (at % 8);
    try {
      if (verdictOf(changed).claims !== undefined) taken++;
    } catch {}
  }
  check(taken === 0, `Quorate takes ${taken} changed bits`);
  process.stdout.write(
    `pyMDOC-CBOR and cryptography take ${ROUNDS} responses of Quorate, Quorate ${theirs.length} of them; of ${first.length} changed bits none is taken\n`,
  );
}

({ make, judge })[process.argv[2]]();
