// Polaris, a verifier of the high assurance profile that no test of Quorate was written with: a wallet of a node shows
// it a credential that the node issued. QUORATE_DIST is the compiled program; `venv` has the verifier.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const POLARIS = resolve('venv/bin/polaris-oid4vp');
const dist = (path) => import(`${process.env.QUORATE_DIST}/${path}.js`);
const TYPE = 'urn:story:member:1';

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};

const ended = (child) => new Promise((resolve) => child.once('close', resolve));
check((await ended(spawn(POLARIS, ['keygen', '--out', 'pki', '--host', 'localhost']))) === 0, 'keygen failed');

// The node trusts the certificate of the verifier's listener, and is a public issuer by its name.
process.env.NODE_EXTRA_CA_CERTS = resolve('pki/tls.pem');
const { freePort } = await dist('test/support/mesh/free-port');
const { NodeProcess } = await dist('cli/harness/node-process');
const { createClient, sessionIn } = await dist('api/client/client');
const node = await NodeProcess.create({
  settings: {
    ...{ 'network.enabled': 'false', 'outgoing.allowedHosts': 'localhost' },
    'http.publicUrl': 'https://localhost:8443',
  },
});

/** The question of a verifier with these words of its command line, and what it said of the answer. */
async function asked(words, answer) {
  const port = await freePort();
  const where = ['--pki', 'pki', '--host', 'localhost', '--bind', '127.0.0.1', '--port', String(port)];
  const verifier = spawn(POLARIS, ['serve', ...where, '--vct', TYPE, '--once', '--verbose', ...words], {
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
  });
  let said = '';
  const saying = (pattern) =>
    new Promise((resolve, reject) => {
      const read = (some) => {
        said += some;
        const found = pattern.exec(said);
        if (found) resolve(found[0]);
      };
      verifier.stdout.on('data', read);
      verifier.stderr.on('data', read);
      verifier.once('close', () => reject(new Error(`the verifier ended: ${said}`)));
      read('');
    });
  try {
    const request = await saying(/haip-vp:\S+/);
    // The listener follows the links.
    const verdict = saying(/<- \d+ [^\n]*/);
    return [await answer(request), await verdict];
  } finally {
    verifier.kill();
  }
}

try {
  const { email, password } = node.credentials;
  const { accessToken } = sessionIn(await createClient(node.url).login({ body: { email, password } }));
  const client = createClient(node.url, { token: accessToken });
  const { organizationId } = await client.getMe();
  const wallet = async (title, more) =>
    (await client.createWallet({ body: { title, keyType: 'NISTP256', ...more } })).walletAddress;
  const issuer = await wallet('Issuer', { organizationId });
  const holder = await wallet('Holder', {});
  await client.enrolCertificate({ params: { tenantId: organizationId, orgWalletAddress: issuer }, body: {} });
  writeFileSync('node.pem', (await client.readTrustAuthority()).pem);
  const offer = { issuerWalletAddress: issuer, credentialType: TYPE, claims: { given_name: 'Eve', family_name: 'Li' } };
  const { credentialOfferUri } = await client.createCredentialOffer({ body: offer });
  await client.receiveCredentials({
    params: { address: holder },
    body: { offerUri: credentialOfferUri, consent: true },
  });

  const show = async (request) => {
    const shown = await client.resolvePresentation({ body: { request, walletAddress: holder } });
    const params = { presentationId: shown.presentationId };
    const body = { consent: true, acceptUntrusted: true, selection: shown.selection };
    return client.acceptPresentation({ params, body }).then(
      ({ outcome }) => outcome,
      ({ code }) => code,
    );
  };
  const trusting = ['--issuer-trust-anchor', 'node.pem'];
  const [sent, verdict] = await asked(trusting, show);
  check(sent === 'Submitted' && /<- 200 authentic/.test(verdict), `not taken: ${sent} ${verdict}`);

  const [refused, unseen] = await asked(['--issuer-trust-anchor', 'pki/anchor.pem'], show);
  check(refused === 'VERIFIER_REFUSED' && /<- 400 refused/.test(unseen), `taken under another root: ${unseen}`);
  process.stdout.write('Polaris asks by an encrypted request of HAIP and takes what the wallet of a node shows\n');
} finally {
  await node.remove();
}
