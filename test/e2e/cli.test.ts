// The operator's whole way on a real node in a process of its own: from the first login to a transaction that is proven
// with no node, and from a backup to a node that seals again.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DEFAULT_PATH, deriveKeyPair } from '../../core/crypto/derivation/hd.js';
import { seedOf } from '../../core/crypto/derivation/mnemonic.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { folderOfAll } from '../support/base/folders.js';
import { type CallOptions, PASSWORD, quorate, type RunningNode, startNode } from './operator.js';

const EMAIL = 'admin@quorate.local';
/** A vector of BIP39: the key of an owner whom no node knows. */
const OUTSIDE_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const BLUEPRINT = {
  id: 'purchase-order',
  title: 'Purchase order',
  description: 'A buyer orders, a seller confirms.',
  participants: [
    { id: 'buyer', name: 'Buyer' },
    { id: 'seller', name: 'Seller' },
  ],
  actions: [
    {
      id: 0,
      title: 'Order',
      sender: 'buyer',
      isStartingAction: true,
      dataSchemas: [{ type: 'object', required: ['amount'], properties: { amount: { type: 'integer', minimum: 1 } } }],
      routes: [{ id: 'confirm', nextActionIds: [1] }],
    },
    {
      id: 1,
      title: 'Confirm',
      sender: 'seller',
      dataSchemas: [{ type: 'object', properties: { confirmed: { type: 'boolean' } } }],
    },
  ],
};

describe('quorate, end to end', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const env = { XDG_CONFIG_HOME: at('config') };
  let node: RunningNode | undefined;
  let ada = '';
  let ben = '';
  let benWords = '';
  let register = '';
  let genesis = '';
  let order = '';

  after(async () => {
    await node?.stop();
  });

  const call = (words: readonly string[], options: CallOptions = {}) =>
    quorate(words, { ...options, env: { ...env, ...options.env } });
  /** A call that has to succeed; its data. */
  async function ask<T = Record<string, unknown>>(words: readonly string[], options: CallOptions = {}): Promise<T> {
    const { code, out, err } = await call([...words, '--json'], options);
    expect(code, `${words.join(' ')}: ${err}`).to.equal(0);
    return JSON.parse(out) as T;
  }
  /** A call that has to be refused; its exit code and what it says. */
  async function refused(words: readonly string[], options: CallOptions = {}) {
    const { code, out, err } = await call([...words, '--json'], options);
    expect(out, words.join(' ')).to.equal('');
    return { exit: code, ...(JSON.parse(err) as { readonly error: string; readonly code?: string }) };
  }
  const write = (name: string, value: unknown): string => {
    writeFileSync(at(name), JSON.stringify(value));
    return at(name);
  };
  const prepare = (out: string, words: readonly string[]) =>
    ask(['tx', 'prepare', register, '--blueprint', 'purchase-order', '--public', '--out', at(out), ...words]);
  async function submitted(file: string) {
    return ask<{ transactionId: string; status: string; docketNumber: number }>([
      'tx',
      'submit',
      at(file),
      '--wait',
      '20',
    ]);
  }

  it('starts a node, and changes the first password, which is in a file, before anything else', async () => {
    node = await startNode(at('data'), '');
    const file = join(at('data'), 'first-password');
    const first = readFileSync(file, 'utf8').trim();
    expect(node.printed()).to.contain(file).and.not.contain(first);
    await ask(['login', '--url', node.url, '--email', EMAIL, '--password-stdin'], { stdin: `${first}\n` });
    expect(await refused(['org', 'list'])).to.include({ code: 'PASSWORD_CHANGE_REQUIRED' });
    await ask(['password', '--password-stdin'], { stdin: `${first}\n${PASSWORD}\n` });
    expect(existsSync(file)).to.equal(false);
    await ask(['login', '--url', node.url, '--email', EMAIL, '--password-stdin'], { stdin: `${PASSWORD}\n` });
    expect(await ask(['whoami'])).to.deep.include({ email: EMAIL, roles: ['SystemAdmin', 'Administrator'] });
  });

  it('makes wallets, with words in a file of their own or shown once', async () => {
    const first = await call(['wallet', 'create', 'Ada', '--words-file', at('ada.words'), '--json']);
    expect(first.code, first.err).to.equal(0);
    const words = readFileSync(at('ada.words'), 'utf8').trim();
    expect(words.split(' ')).to.have.length(24);
    expect(statSync(at('ada.words')).mode & 0o777).to.equal(0o600);
    expect(first.out + first.err).to.not.contain(words.split(' ').slice(0, 3).join(' '));
    ada = (JSON.parse(first.out) as { wallet: { address: string } }).wallet.address;
    const second = await ask<{ wallet: { address: string }; mnemonicWords: string[] }>([
      ...['wallet', 'create', 'Ben', '--algorithm', 'NISTP256', '--word-count', '12'],
    ]);
    ben = second.wallet.address;
    benWords = second.mnemonicWords.join(' ');
    expect(second.mnemonicWords).to.have.length(12);
    const shown = await call(['wallet', 'show', ben, '--json']);
    expect(shown.out).to.contain(ben).and.not.contain(second.mnemonicWords.slice(0, 3).join(' '));
    expect(
      await refused(['wallet', 'recover', 'Ben again', '--algorithm', 'NISTP256'], { stdin: benWords }),
    ).to.include({
      exit: 1,
      code: 'WALLET_EXISTS',
    });
  });

  it('signs a file and checks the signature without a node', async () => {
    const contract = write('contract.json', { we: 'agree' });
    await ask(['wallet', 'sign', ada, '--file', contract, '--out', at('contract.sig')]);
    const check = ['wallet', 'verify', '--signed', at('contract.sig'), '--file'];
    expect(await ask([...check, contract, '--by', ada])).to.include({ isValid: true, address: ada });
    expect(await refused([...check, contract, '--by', ben])).to.include({ exit: 1 });
  });

  it('founds a register with two owners here', async () => {
    const made = await ask<{ registerId: string; genesisDocketHash: string }>([
      ...['register', 'create', 'Orders', '--owner', ada, '--owner', ben, '--metadata', 'branch=north'],
    ]);
    register = made.registerId;
    genesis = made.genesisDocketHash;
    const roster = await ask<{ members: { subject: string; role: string }[] }>(['governance', 'roster', register]);
    expect(roster.members.map(({ role }) => role)).to.deep.equal(['Owner', 'Owner']);
    expect(await ask(['register', 'show', register])).to.include({ name: 'Orders', height: 1, status: 'ONLINE' });
  });

  it('founds a register with an owner whose key is elsewhere', async () => {
    const pair = deriveKeyPair('ED25519', seedOf(OUTSIDE_WORDS), DEFAULT_PATH);
    const outside = addressOf(pair.algorithm, pair.publicKey);
    writeFileSync(at('outside.words'), OUTSIDE_WORDS, { mode: 0o600 });
    await ask(['register', 'initiate', 'Shared', '--owner', ada, '--owner', outside, '--out', at('request.json')]);
    const attest = ['register', 'attest', '--request', at('request.json'), '--wallet'];
    await ask([...attest, ada, '--out', at('ada.attestation')]);
    const finalize = ['register', 'finalize', '--request', at('request.json'), '--attestation', at('ada.attestation')];
    await ask([...attest, outside, '--key-file', at('outside.words'), '--out', at('outside.attestation')]);
    expect(await ask([...finalize, '--attestation', at('outside.attestation')])).to.include({ status: 'created' });
    expect(await ask<unknown[]>(['register', 'list'])).to.have.length(2);
  });

  it('publishes a blueprint once', async () => {
    const publish = ['register', 'publish', register, '--file', write('blueprint.json', BLUEPRINT)];
    const { error } = await refused(publish);
    expect(error).to.contain('nobody has rehearsed this definition');
    expect(await ask([...publish, '--override', '--reason', 'Tried on paper.'])).to.include({
      version: 1,
      alreadyPublished: false,
    });
    expect(await ask(publish)).to.include({ version: 1, alreadyPublished: true });
  });

  it('prepares, signs and submits with a wallet of the node', async () => {
    const payload = write('order.json', { amount: 5 });
    await prepare('order.tx', ['--action', '0', '--sender', ada, '--payload', payload, '--metadata', 'ref=7']);
    await ask(['tx', 'sign', at('order.tx'), '--out', at('order.signed')]);
    const sealed = await submitted('order.signed');
    expect(sealed).to.include({ status: 'sealed', docketNumber: 2 });
    order = sealed.transactionId;
    expect(await submitted('order.signed')).to.include({ status: 'sealed', docketNumber: 2 });
  });

  it('signs nothing that was changed after it was prepared', async () => {
    const prepared = JSON.parse(readFileSync(at('order.tx'), 'utf8')) as { transaction: object };
    const changed = { ...prepared, transaction: { ...prepared.transaction, payload: { amount: 6 } } };
    const { exit, error } = await refused(['tx', 'sign', write('changed.tx', changed)]);
    expect([exit, error]).to.deep.equal([
      1,
      `${at('changed.tx')} was changed after it was prepared: its TxId is that of other content`,
    ]);
    const signed = JSON.parse(readFileSync(at('order.signed'), 'utf8')) as object;
    const forged = write('forged.signed', { ...signed, payload: { amount: 6 } });
    expect(await refused(['tx', 'submit', forged])).to.include({ exit: 1, code: 'VAL_HASH_001' });
  });

  it('signs with recovery words that reach no node, and pipes', async () => {
    const words = ['--action', '1', '--sender', ben, '--previous', order, '--payload', '-'];
    const out = [
      'tx',
      'prepare',
      register,
      '--blueprint',
      'purchase-order',
      '--public',
      '--out',
      at('confirm.tx'),
      ...words,
    ];
    await ask(out, { stdin: '{"confirmed":true}' });
    const signed = await call(['tx', 'sign', at('confirm.tx'), '--words'], { stdin: benWords });
    expect(signed.code, signed.err).to.equal(0);
    expect(signed.out + signed.err).to.not.contain(benWords.split(' ').slice(0, 3).join(' '));
    expect(await ask(['tx', 'submit', '--wait', '20'], { stdin: signed.out })).to.include({
      status: 'sealed',
      docketNumber: 3,
    });
  });

  it('shows what is sealed', async () => {
    const shown = await ask<{ txId: string; docketNumber: number; payloads: { data: unknown }[] }>([
      'tx',
      'show',
      register,
      order,
    ]);
    expect(shown).to.include({ txId: order, docketNumber: 2 });
    expect(shown.payloads[0]?.data).to.deep.equal({ amount: 5 });
    expect(await ask(['tx', 'watch', register, order])).to.include({ status: 'sealed', transactionId: order });
    expect((await ask<{ number: number }[]>(['docket', 'list', register])).map(({ number }) => number)).to.deep.equal([
      3, 2, 1, 0,
    ]);
    expect((await ask<{ items: unknown[] }>(['query', 'sender', ada, '--register', register])).items).to.have.length(1);
    const people = await call(['tx', 'list', register]);
    expect(people.out).to.contain('TXID').and.contain(order);
  });

  it('pauses and resumes the validator', async () => {
    expect(await ask(['validator', 'pause', register])).to.include({ state: 'Paused' });
    await prepare('third.tx', ['--action', '0', '--sender', ada, '--payload', at('order.json')]);
    await ask(['tx', 'sign', at('third.tx'), '--out', at('third.signed')]);
    const { transactionId, status } = await ask<{ transactionId: string; status: string }>([
      'tx',
      'submit',
      at('third.signed'),
    ]);
    expect(status).to.equal('pending');
    expect(await ask(['validator', 'pool', register])).to.include({ pendingCount: 1 });
    expect(await ask(['validator', 'resume', register])).to.include({ state: 'Running' });
    const watched = await call(['tx', 'watch', register, transactionId, '--timeout', '20']);
    expect(watched.code, watched.err).to.equal(0);
    expect(watched.out).to.contain(`${transactionId} sealed in docket 4`);
  });

  it('proves a transaction with the node stopped, and nothing that was tampered with', async () => {
    const { head } = await ask<{ head: string }>(['register', 'head', register]);
    const [, height = ''] = head.split('@');
    expect((await call(['register', 'head', register, '--height', height])).out).to.equal(`${head}\n`);
    await ask(['tx', 'evidence', register, order, '--head', head, '--out', at('evidence.json')]);
    expect(await refused(['check', '--data-dir', at('data')])).to.include({ exit: 1, code: 'STORE_LOCKED' });
    expect(await node?.stop()).to.equal(0);
    expect(await refused(['status'])).to.include({ exit: 3 });
    const proof = await ask<{ facts: string[] }>(['verify', at('evidence.json'), '--head', head]);
    expect(proof).to.deep.include({
      verdict: 'valid',
      txId: order,
      registerId: register,
      genesisHash: genesis,
      height: 2,
    });
    expect(proof.facts).to.have.length(5);
    const people = await call(['verify', at('evidence.json'), '--payload', '--genesis', genesis]);
    expect(people.code).to.equal(4);
    expect(people.out).to.contain('The evidence is consistent.').and.contain(genesis).and.contain('"amount": 5');
    const tampered = write(
      'tampered.json',
      JSON.parse(readFileSync(at('evidence.json'), 'utf8').replace('"amount": 5', '"amount": 6')),
    );
    const bad = await call(['verify', tampered, '--json']);
    expect([bad.code, JSON.parse(bad.out).verdict]).to.deep.equal([1, 'invalid']);
    expect(bad.err).to.contain('VAL_HASH_001');
  });

  it('checks the store, makes its indexes again and saves it', async () => {
    const sound = (found: { issues: unknown[]; dockets: number }[]) =>
      found.map(({ issues, dockets }) => [issues, dockets]);
    const data = ['--data-dir', at('data')];
    const rebuilt = await ask<{ registerId: string; transactions: number }[]>(['rebuild-indexes', ...data]);
    expect(rebuilt.find(({ registerId }) => registerId === register)).to.include({ dockets: 5, transactions: 5 });
    expect(sound(await ask(['check', ...data]))).to.have.deep.members([
      [[], 5],
      [[], 1],
    ]);
    const saved = await ask(['backup', at('ledger.backup'), ...data, '--with-keys']);
    expect(saved).to.deep.include({ keyFiles: [at('ledger.backup.master.key')] });
    expect(statSync(at('ledger.backup.master.key')).mode & 0o777).to.equal(0o600);
  });

  it('restores elsewhere to a node that is fenced until its operator decides', async () => {
    mkdirSync(at('restored'));
    const elsewhere = ['--data-dir', at('restored')];
    const restored = await call(['restore', at('ledger.backup'), ...elsewhere]);
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.err).to.contain('fenced').and.contain('quorate validator accept-amnesia');
    node = await startNode(at('restored'));
    expect(node.printed()).to.contain('Fenced (restored)');
    expect(node.printed()).to.not.contain('First sign-in');
    await ask(['login', '--url', node.url, '--email', EMAIL], { env: { QUORATE_PASSWORD: PASSWORD } });
    expect(await ask(['validator', 'status', register])).to.include({ state: 'Fenced', isActive: false });
    await prepare('fourth.tx', ['--action', '0', '--sender', ada, '--payload', at('order.json')]);
    await ask(['tx', 'sign', at('fourth.tx'), '--out', at('fourth.signed')]);
    const accepted = await ask<{ state: string }[]>(['validator', 'accept-amnesia', '--yes']);
    expect(accepted.map(({ state }) => state))
      .to.include('Running')
      .and.not.include('Fenced');
    expect(await submitted('fourth.signed')).to.include({ status: 'sealed', docketNumber: 5 });
  });
});
