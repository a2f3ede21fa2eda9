// openid4vci of PyPI (eduTAP), an issuer that no test of Quorate was written with: a wallet of a node takes what it
// offers, at once and later. QUORATE_DIST is the compiled program; `venv` has the library.
import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const dist = (path) => import(`${process.env.QUORATE_DIST}/${path}.js`);

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};

const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
const files = ['-keyout', 'issuer.key', '-out', 'issuer.crt', '-days', '2', '-nodes'];
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...files, ...names], {
  stdio: 'ignore',
});
process.env.NODE_EXTRA_CA_CERTS = resolve('issuer.crt');
const { freePort } = await dist('test/support/mesh/free-port');
const { NodeProcess } = await dist('cli/harness/node-process');
const { createClient, sessionIn } = await dist('api/client/client');

const port = await freePort();
const issuer = spawn('venv/bin/python', ['issuer.py', String(port), 'issuer.crt', 'issuer.key'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const node = await NodeProcess.create({
  settings: {
    ...{ 'network.enabled': 'false', 'outgoing.allowedHosts': 'localhost' },
    'http.publicUrl': 'https://permits.example',
  },
});
try {
  const offers = [];
  for await (const line of createInterface({ input: issuer.stdout })) if (offers.push(line) === 2) break;
  const { email, password } = node.credentials;
  const { accessToken } = sessionIn(await createClient(node.url).login({ body: { email, password } }));
  const client = createClient(node.url, { token: accessToken });
  const { walletAddress: address } = await client.createWallet({ body: { title: 'Holder', keyType: 'NISTP256' } });
  const params = { address };
  const take = (offerUri) => client.receiveCredentials({ params, body: { offerUri, consent: true } });
  const held = async () => (await client.listHeldCredentials({ params })).credentials;

  check((await take(offers[0])).credentials?.length === 1, 'the first offer gave no credential');
  const again = await take(offers[0]).then(
    () => 'taken twice',
    ({ code }) => code,
  );
  check(again !== 'taken twice', again);
  check((await take(offers[1])).pending?.length === 1, 'the second offer is not waited for');
  const until = Date.now() + 120_000;
  while ((await held()).length < 2 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
  const all = await held();
  check(all.length === 2, `${all.length} credentials in place of 2`);
  check(
    all.every(({ type }) => type === 'urn:story:student:1'),
    'another type',
  );

  const { organizationId } = await client.getMe();
  const owned = { title: 'Issuer', keyType: 'NISTP256', organizationId };
  const { walletAddress: issuerWalletAddress } = await client.createWallet({ body: owned });
  const stated = { issuerWalletAddress, credentialType: 'urn:story:member:1', claims: { given_name: 'Eve' } };
  const made = await client.createCredentialOffer({ body: stated });
  const read = async (url) => (await fetch(url.replace('https://permits.example', node.url))).json();
  const offer = await read(new URL(made.credentialOfferUri).searchParams.get('credential_offer_uri'));
  const [, subject] = /permits\.example(.*)/.exec(offer.credential_issuer);
  const known = (document) => read(`https://permits.example/.well-known/${document}${subject}`);
  const documents = {
    ...{ offer, issuer: await known('openid-credential-issuer'), server: await known('oauth-authorization-server') },
  };
  execFileSync('venv/bin/python', ['documents.py'], { input: JSON.stringify(documents) });
  process.stdout.write(
    `A wallet of a node takes from openid4vci at once and later; its models read our documents (${again} for a code used twice)\n`,
  );
} finally {
  issuer.kill();
  await node.remove();
}
