// Registers from the command line: whose wallet owns a new one, what an owner attests, what is asked before a deletion,
// and what is shown.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { attestationDigest } from '../../../../../core/register/genesis/genesis.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';
import { AT, alice, bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const PATH = `/api/registers/${REGISTER_ID}`;
const ME = { platformUserId: 'u1', organizationId: 'o1' };
const CREATED = {
  registerId: REGISTER_ID,
  status: 'created',
  genesisTransactionId: 't',
  genesisDocketId: '0',
  genesisDocketHash: 'h',
  createdAt: AT,
};
const REGISTER = {
  id: REGISTER_ID,
  name: 'Orders',
  description: '',
  height: 3,
  status: 'ONLINE',
  advertise: false,
  tenantId: 'o1',
  metadata: {},
  createdAt: AT,
};
const wallet = (address: string, status = 'Active', name = '') => ({ address, status, name });
const OTHER_ID = '5a0c1b8e-4a6f-4d15-9f57-3d9c1f2b7a10';
const attestationData = {
  role: 'Owner' as const,
  subject: `did:quorate:w:${alice.address}`,
  registerId: REGISTER_ID,
  registerName: 'Orders',
  grantedAt: AT,
};
const INITIATED = {
  registerId: REGISTER_ID,
  attestationsToSign: [
    {
      userId: 'u1',
      walletId: alice.address,
      role: 'Owner',
      attestationData,
      dataToSign: attestationDigest(attestationData),
      derivationPath: "m/44'/0'/0'/0/0",
    },
  ],
  expiresAt: AT,
  nonce: 'nonce-1',
};

describe('cli/commands/ledger/register', () => {
  const folder = folderOfAll();
  const file = (name: string, content: unknown): string => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return join(folder, name);
  };

  it("is owned by the caller's only wallet unless others are stated", async () => {
    const create = (wallets: unknown[], ...words: readonly string[]) =>
      called(['register', 'create', 'Orders', ...words], {
        'GET /api/auth/me': ME,
        'GET /api/v1/wallets': wallets,
        'POST /api/registers': whole(201, CREATED),
      });
    const only = await create([wallet(alice.address), wallet(bob.address, 'Archived')]);
    expect(only.bodies).to.deep.equal([{ name: 'Orders', owners: [{ userId: 'u1', walletId: alice.address }] }]);
    expect(only.err).not.to.contain('one owner');
    const several = await create([wallet(alice.address), wallet(bob.address)]);
    expect([several.exit, several.err.includes('--owner')]).to.deep.equal([2, true]);
    const none = await create([]);
    expect([none.exit, none.err.includes('quorate wallet create')]).to.deep.equal([1, true]);
    const policy = file('policy.json', { consensus: { mode: 'bft' } });
    const named = [
      wallet('qr1ada', 'Active', 'Ada'),
      wallet('qr1ben', 'Active', 'Ben=2'),
      wallet('qr1x', 'Active', 'X'),
    ];
    const stated = await create(
      [...named, wallet('qr1y', 'Active', 'X')],
      ...['--owner', alice.address, '--owner', 'Ada', '--admin', OTHER_ID, '--admin', 'Ben=2=Auditor'],
      ...['--metadata', 'a=b=c', '--policy', policy, '--advertise'],
    );
    expect(stated.bodies).to.deep.equal([
      {
        name: 'Orders',
        owners: [alice.address, 'qr1ada'].map((walletId) => ({ userId: 'u1', walletId })),
        additionalAdmins: [
          { userId: 'u1', walletId: OTHER_ID, role: 'Admin' },
          { userId: 'u1', walletId: 'qr1ben', role: 'Auditor' },
        ],
        metadata: { a: 'b=c' },
        policy: { consensus: { mode: 'bft' } },
        advertise: true,
      },
    ]);
    const unknown = await create(named, '--owner', 'Ben');
    expect([unknown.exit, unknown.err.includes('no wallet "Ben"')]).to.deep.equal([2, true]);
    const twice = await create([...named, wallet('qr1y', 'Active', 'X')], '--owner', 'X');
    expect([twice.exit, twice.err.includes('several of your wallets')]).to.deep.equal([2, true]);
    expect((await create([], '--owner', OTHER_ID, '--admin', 'w3=King')).exit).to.equal(2);
    expect((await create([], '--owner', OTHER_ID, '--metadata', 'nothing')).exit).to.equal(2);
  });

  it('warns the founder of a shared register whose other founders get no say', async () => {
    const words = ['register', 'create', 'Orders', '--validator', 'me', '--validator', 'peer-b', '--owner'];
    const answers = {
      'GET /api/auth/me': ME,
      'GET /api/mesh/status': { peerId: 'peer-a' },
      'POST /api/registers': whole(201, CREATED),
    };
    const alone = await called([...words, alice.address], answers);
    expect([alone.exit, alone.bodies]).to.deep.equal([
      0,
      [
        {
          name: 'Orders',
          owners: [{ userId: 'u1', walletId: alice.address }],
          validators: ['peer-a', 'peer-b'],
        },
      ],
    ]);
    expect(alone.err).to.contain('one owner').and.contain('quorate register initiate');
    const shared = await called([...words, alice.address, '--owner', bob.address], answers);
    expect(shared.err).not.to.contain('one owner');
  });

  it('keeps the request of an initiation for its owner, and finalises with all attestations', async () => {
    const request = join(folder, 'request.json');
    const answers = {
      'GET /api/auth/me': ME,
      'POST /api/registers/initiate': INITIATED,
      'POST /api/registers/finalize': whole(201, CREATED),
    };
    const begun = await called(['register', 'initiate', 'Orders', '--owner', alice.address, '--out', request], answers);
    expect([begun.exit, statSync(request).mode & 0o777]).to.deep.equal([0, 0o600]);
    expect(begun.out + begun.err).to.not.contain('nonce-1');
    const key = file('alice.key', toHex(alice.privateKey));
    const attestation = join(folder, 'alice.json');
    const attest = [
      'register',
      'attest',
      '--request',
      request,
      '--wallet',
      alice.address,
      '--key-file',
      key,
      '--out',
      attestation,
    ];
    const made = await called(attest);
    expect([made.exit, made.requests.length], made.err).to.deep.equal([0, 0]);
    const signed = JSON.parse(readFileSync(attestation, 'utf8')) as { signature: string; algorithm: string };
    const signature = Buffer.from(signed.signature, 'base64');
    expect(verifySync('ED25519', alice.publicKey, fromHex(attestationDigest(attestationData)), signature)).to.equal(
      true,
    );
    const done = await called(['register', 'finalize', '--request', request, '--attestation', attestation], answers);
    expect(done.bodies).to.deep.equal([{ registerId: REGISTER_ID, nonce: 'nonce-1', signedAttestations: [signed] }]);
  });

  it('attests nothing that the request does not show, and only with the key of the owner', async () => {
    const key = file('alice2.key', toHex(alice.privateKey));
    const attest = (request: unknown, own = key, name = alice.address) =>
      called(['register', 'attest', '--request', file('some.json', request), '--wallet', name, '--key-file', own]);
    const entry = INITIATED.attestationsToSign[0]!;
    const hidden = { ...INITIATED, attestationsToSign: [{ ...entry, dataToSign: 'ab'.repeat(32) }] };
    expect((await attest(hidden)).err).to.contain('something else than the attestation');
    expect((await attest(INITIATED, file('bob.key', toHex(bob.privateKey)))).err).to.contain(`not of ${alice.address}`);
    expect((await attest(INITIATED, key, bob.address)).err).to.contain(alice.address);
    expect((await attest({})).exit).to.equal(1);
    expect((await attest(INITIATED)).exit).to.equal(0);
  });

  it('shows pages with how many there are', async () => {
    const answers = { 'GET /api/registers?page=2&pageSize=1': whole(200, [REGISTER], { 'x-total-count': '3' }) };
    const { out } = await called(['register', 'list', '--page', '2', '--page-size', '1'], answers);
    expect(out)
      .to.match(/^Orders +ONLINE +3 /m)
      .and.contain('Page 2 of 3, 3 in all. Next: --page 3.');
    const rehearsed = {
      'GET /api/registers?page=1&pageSize=20&sandbox=true': whole(200, [{ ...REGISTER, name: 'Rehearsals' }]),
    };
    expect((await called(['register', 'list', '--sandbox'], rehearsed)).out).to.match(/^Rehearsals +ONLINE/m);
  });

  it('shows a register that is offline without its policy', async () => {
    const offline = { ...REGISTER, status: 'OFFLINE', statusReason: 'Damaged.' };
    const { exit, out, requests } = await called(['register', 'show', REGISTER_ID], { [`GET ${PATH}`]: offline });
    expect([exit, requests.length]).to.deep.equal([0, 1]);
    expect(out).to.match(/^reason +Damaged\.$/m);
  });

  it('changes what is stated', async () => {
    const answers = { [`PUT ${PATH}`]: { ...REGISTER, status: 'OFFLINE' } };
    const { bodies } = await called(
      ['register', 'update', REGISTER_ID, '--status', 'OFFLINE', '--advertise', 'no'],
      answers,
    );
    expect(bodies).to.deep.equal([{ status: 'OFFLINE', advertise: false }]);
    expect((await called(['register', 'update', REGISTER_ID], answers)).exit).to.equal(2);
  });

  it('deletes only what a person agrees to', async () => {
    const answers = { [`GET ${PATH}`]: REGISTER, [`DELETE ${PATH}`]: whole(204) };
    expect((await called(['register', 'delete', REGISTER_ID], answers, { answers: ['yes'] })).out).to.contain(
      '"Orders" with its 3 dockets',
    );
    const no = await called(['register', 'delete', REGISTER_ID], answers, { answers: [''] });
    expect([no.exit, no.requests.length]).to.deep.equal([1, 1]);
    expect((await called(['register', 'delete', REGISTER_ID], answers)).exit).to.equal(2);
  });

  it('publishes a definition and says when it is pending', async () => {
    const made = {
      blueprintId: 'loan',
      registerId: REGISTER_ID,
      txId: 'tx',
      publicationTxId: 'tx',
      submitted: true,
      alreadyPublished: false,
    };
    const publish = `POST ${PATH}/blueprints/publish`;
    const definition = file('loan.json', { id: 'loan' });
    const sealed = await called(['register', 'publish', REGISTER_ID, '--file', definition], {
      [publish]: { ...made, version: 1 },
    });
    expect(sealed.bodies).to.deep.equal([{ blueprintJson: { id: 'loan' } }]);
    expect(sealed.out).to.match(/^state +sealed$/m);
    const pending = await called(['register', 'publish', REGISTER_ID, '--file', definition], {
      [publish]: whole(202, made),
    });
    expect(pending.out).to.match(/^state +pending$/m);
    expect(pending.err).to.contain('quorate tx watch');
    const confirmed = ['--override', '--reason', 'Tried by hand.'];
    const overridden = await called(['register', 'publish', REGISTER_ID, '--file', definition, ...confirmed], {
      [publish]: { ...made, version: 1 },
    });
    const override = { confirm: true, reason: 'Tried by hand.' };
    expect(overridden.bodies).to.deep.equal([{ override, blueprintJson: { id: 'loan' } }]);
    const unsaid = ['register', 'publish', REGISTER_ID, '--file', definition, '--reason', 'None.'];
    expect((await called(unsaid)).exit).to.equal(2);
    expect((await called(['register', 'publish', REGISTER_ID, '--file', file('list.json', [1])])).exit).to.equal(1);
  });
});
