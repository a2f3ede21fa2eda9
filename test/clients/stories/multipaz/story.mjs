// Multipaz, the wallet of a foundation that no test of Quorate was written with, takes credentials of a node by codes
// of transactions and DPoP, and shows them to it. QUORATE_DIST is the compiled program.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const dist = (path) => import(`${process.env.QUORATE_DIST}/${path}.js`);
const { NodeProcess } = await dist('cli/harness/node-process');
const { createClient, sessionIn } = await dist('api/client/client');
const SPACE = 'org.story.1';
const CREDENTIALS = [
  {
    offer: { credentialType: 'urn:story:member:1', claims: { given_name: 'Eve', rank: 7 } },
    claimName: 'given_name',
  },
  {
    offer: {
      ...{ credentialType: 'org.story.member.1', format: 'mso_mdoc', claims: { [SPACE]: { given_name: 'Eve' } } },
    },
    claimName: `["${SPACE}","given_name"]`,
  },
];

const check = (isGood, what) => {
  if (!isGood) throw new Error(what);
};

const node = await NodeProcess.create({ settings: { 'network.enabled': 'false' } });
const words = ['-Djava.awt.headless=true', '-cp', 'target/classes:lib/*', 'StoryKt'];
const wallet = spawn(`${process.env.JAVA_HOME}/bin/java`, words, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: wallet.stdout })[Symbol.asyncIterator]();

/** The answer of the wallet to a line; it writes a log among them. */
async function told(line) {
  wallet.stdin.write(`${line}\n`);
  for (;;) {
    const { value, done } = await lines.next();
    check(!done, 'the wallet ended');
    process.stderr.write(`${value}\n`);
    if (value.startsWith('done ')) return value.slice('done '.length);
    check(!value.startsWith('failed '), value);
  }
}

try {
  const { email, password } = node.credentials;
  const { accessToken } = sessionIn(await createClient(node.url).login({ body: { email, password } }));
  const client = createClient(node.url, { token: accessToken });
  const { organizationId } = await client.getMe();
  const owned = { title: 'Issuer', keyType: 'NISTP256', organizationId };
  const { walletAddress: issuerWalletAddress } = await client.createWallet({ body: owned });
  const of = { tenantId: organizationId, orgWalletAddress: issuerWalletAddress };
  await client.enrolCertificate({ params: of, body: {} });
  const done = [];
  // The wallet reads the metadata of the issuer once, so that both types are there before.
  const offers = [];
  for (const { offer } of CREDENTIALS)
    offers.push(await client.createCredentialOffer({ body: { issuerWalletAddress, ...offer, txCode: {} } }));
  for (const [i, { offer, claimName }] of CREDENTIALS.entries()) {
    const { credentialOfferUri, txCode } = offers[i];
    const count = await told(`take ${credentialOfferUri} ${txCode}`);
    const { credentialType, format } = offer;
    const asked = { credentialType, ...(format && { format }), requiredClaims: [{ claimName }] };
    for (const way of [{ responseMode: 'direct_post.jwt' }, { profile: 'haip' }]) {
      const { requestId, authorizationRequestUri } = await client.createPresentationRequest({
        body: { ...asked, ...way },
      });
      await told(`show ${authorizationRequestUri}`);
      const { state, result } = await client.getPresentationResult({ params: { requestId } });
      check(
        state === 'Verified' && result.verifiedClaims[claimName] === 'Eve',
        `${JSON.stringify(way)}: ${state} ${JSON.stringify(result)}`,
      );
    }
    done.push(`${count} copies of ${credentialType}`);
  }
  process.stdout.write(`Multipaz takes ${done.join(' and ')}, and shows them encrypted\n`);
} finally {
  wallet.kill();
  await node.remove();
}
