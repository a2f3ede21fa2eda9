// Work on a store: what the check finds and what a rebuild repairs, on the real engine; folders that are no store stay
// untouched; backups and their keys.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { STORE_VERSION } from '../../../../../core/base/version.js';
import { ChainStore } from '../../../../../storage/chain/chain-store.js';
import { Registers } from '../../../../../storage/chain/registers.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { openLevel } from '../../../../../storage/engine/level.js';
import { checksumJson, openJson } from '../../../../../storage/engine/value.js';
import { heightKey, locationKey, metaKey, regKey } from '../../../../../storage/keys/chain-keys.js';
import { FAMILY_ROWS } from '../../../../../storage/keys/keyspace.js';
import { openStore } from '../../../../../storage/open.js';
import { loadIdentity } from '../../../../../storage/pki/identity.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { good } from '../../../../support/base/good.js';
import { aNode, anAuthority, NOW_MS } from '../../../../support/mesh/pki.js';
import { called } from '../../../../support/program/command.js';
import { AT, act, alice, publish, REGISTER_ID } from '../../../../support/register/ledger.js';
import { ledgerSteps } from '../../../../support/register/ledger-steps.js';

const REG = 1;
const KEY = '5a'.repeat(32);
const publication = publish();
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
const steps = ledgerSteps([[publication], [start]]);

describe('cli/commands/node/store', () => {
  const root = folderOfEach();
  let data: string;
  beforeEach(async () => {
    data = join(root, 'data');
    const store = await opened();
    const registers = await Registers.load(store.kv);
    await registers.save(store.journal, {
      ...{ id: REGISTER_ID, reg: REG, name: 'Loans', description: '', tenantId: 't', createdAt: AT, updatedAt: AT },
      ...{ status: 'ONLINE' as const, seat: 'Running' as const, advertise: false, isFullReplica: true },
      genesisHash: steps[0]!.sealed.docket.hash,
    });
    const chain = new ChainStore(store.kv, store.journal);
    for (const step of steps) await store.journal.commit(chain.sealOps({ reg: REG, ...step }));
    await store.close();
  });

  const opened = () => openStore(data, { nowMs: 1, onFatal: () => undefined });
  async function damage(ops: readonly KvOp[]): Promise<void> {
    const store = await opened();
    await store.journal.commit(ops);
    await store.close();
  }
  const run = (...words: readonly string[]) => called([...words, '--data-dir', data]);

  it('finds a sound register sound, and shows progress at a terminal', async () => {
    const { exit, out, err } = await called(['check', '--data-dir', data], {}, { tty: true });
    expect(exit).to.equal(0);
    expect(out).to.match(/^sound +3 +3 +Loans +00000000/m);
    expect(err).to.contain('Checking Loans').and.contain('verified again');
    expect((await run('check', '--quick', '--register', REGISTER_ID)).exit).to.equal(0);
    expect((await run('check', '--register', 'other')).err).to.contain('REGISTER_NOT_FOUND');
  });

  describe('of an older format', () => {
    /** No program wrote format 0: it stands for one before that of this program. */
    const OLD = STORE_VERSION - 1;
    beforeEach(async () => {
      const store = await openStore(data, { nowMs: 1, onFatal: () => undefined });
      await store.journal.commit([{ key: metaKey('store-format'), value: checksumJson({ version: OLD }) }]);
      await store.close();
      writeFileSync(join(data, 'FORMAT'), `quorate-store-format ${OLD}\n`);
    });
    const files = () =>
      readdirSync(data)
        .filter((name) => statSync(join(data, name)).isFile())
        .map((name) => [name, readFileSync(join(data, name)).toString('hex')]);

    it('is checked as the next start brings it, and stays as it is', async () => {
      const before = files();
      const { exit, out, err } = await run('check');
      expect(exit, out + err).to.equal(0);
      expect(out).to.match(/^sound +3 +3 +Loans/m);
      expect(err).to.contain(`The store has format ${OLD}. A copy of it was brought to format ${STORE_VERSION}`);
      expect(files()).to.deep.equal(before);
    });

    for (const words of [['rebuild-indexes'], ['user', 'reset', 'admin@quorate.local']])
      it(`is not brought to another one by ${words[0]} ${words[1] ?? ''}`, async () => {
        const { exit, err } = await run(...words);
        expect(exit).to.equal(1);
        expect(err).to.contain(`The store has format ${OLD}`).and.contain('(STORE_VERSION)');
        expect(readFileSync(join(data, 'FORMAT'), 'utf8')).to.equal(`quorate-store-format ${OLD}\n`);
        const kv = await openLevel(data);
        const format = kv.getSync(metaKey('store-format'));
        await kv.close();
        expect(openJson(format!, 'format')).to.deep.equal({ version: OLD });
      });
  });

  it('of version 0.2 is refused by name, by every command, and stays as it is', async () => {
    writeFileSync(join(data, 'FORMAT'), 'quorate-store 8\n');
    const words = [['check'], ['backup', join(root, 'b')], ['rebuild-indexes'], ['user', 'reset', 'a@b.example']];
    for (const call of words) {
      const { exit, err } = await run(...call);
      expect(exit, call[0]).to.equal(1);
      expect(err, call[0]).to.contain(`The store in ${data} was written by Quorate 0.2`).and.contain('(STORE_VERSION)');
      expect(readFileSync(join(data, 'FORMAT'), 'utf8')).to.equal('quorate-store 8\n');
    }
    const earlier = join(root, 'earlier');
    writeFileSync(earlier, Buffer.concat([Buffer.from('quorate-backup 1\n'), Buffer.alloc(99)]));
    const { err } = await called(['restore', earlier, '--data-dir', join(root, 'fresh')]);
    expect(err).to.contain(`The backup ${earlier} was written by Quorate 0.2`).and.contain('(STORE_VERSION)');
    expect(existsSync(join(root, 'fresh'))).to.equal(false);
  });

  it('finds a missing index, which a rebuild makes again', async () => {
    await damage([{ key: locationKey(REG, start.txId), value: undefined }]);
    const found = await run('check');
    expect(found.exit).to.equal(1);
    expect(found.out).to.contain('damaged').and.contain(start.txId).and.contain('(STORE_DAMAGED)');
    expect(found.err).to.contain('rebuild-indexes');
    const { exit, out } = await run('rebuild-indexes', '--json');
    expect(exit).to.equal(0);
    expect(JSON.parse(out)).to.deep.equal([{ registerId: REGISTER_ID, name: 'Loans', dockets: 3, transactions: 3 }]);
    expect((await run('check')).exit).to.equal(0);
  });

  it('counts and names stored bodies that no docket names, as a remark', async () => {
    const [, , last] = ledgerSteps([[publication], [start]]);
    const stray = ledgerSteps([
      [publication],
      [act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 7 } }, alice)],
    ])[2]!;
    expect(stray.sealed.docket.hash).to.not.equal(last!.sealed.docket.hash);
    const store = await opened();
    const { journal, kv } = store;
    await journal.commit(new ChainStore(kv, journal).bodyOps(REG, stray.sealed.docket));
    // As a disk that lost rows leaves it: no list names it.
    await journal.commit([{ key: regKey('candidates', REG), value: undefined }]);
    await store.close();
    const found = await run('check', '--json');
    expect(found.exit, found.err).to.equal(0);
    const hash = stray.sealed.docket.hash.slice(0, 16);
    expect(JSON.parse(found.out)[0]).to.deep.include({
      issues: [],
      strayBodies: { count: 1, first: [{ docket: 2, hash }] },
    });
    const told = await run('check');
    expect(told.exit).to.equal(0);
    expect(told.err).to.contain(`1 proposed docket, never sealed: ${hash} of docket 2.`).and.contain('not damage');
    expect((await run('check', '--quick')).err).to.not.contain(hash);
  });

  it('finds a certificate that no quorum gave, which the quick check cannot', async () => {
    const { certificate } = steps[1]!.sealed;
    const forged = { ...certificate, signatures: [{ voterIndex: 0, signature: '00'.repeat(64) }] };
    await damage([{ key: heightKey('certificate', REG, 1), value: checksumJson(forged) }]);
    expect((await run('check', '--quick')).exit).to.equal(0);
    const { exit, out } = await run('check');
    expect(exit).to.equal(1);
    expect(out).to.contain('Docket 1: ').and.contain('(CERTIFICATE_INVALID)');
  });

  /** Names and bytes of the folder, without what a lock leaves. */
  const bytesOf = () =>
    Object.fromEntries(
      readdirSync(data)
        .filter((name) => !/^(LO(G|CK)|FOLDER-LOCK$)/.test(name))
        .map((name) => [name, readFileSync(join(data, name)).toString('hex')]),
    );

  it('changes nothing by a check or a backup, and says how many dockets are missing', async () => {
    const before = bytesOf();
    expect((await run('check')).exit).to.equal(0);
    expect((await run('backup', join(root, 'whole.backup'))).exit).to.equal(0);
    expect(bytesOf()).to.deep.equal(before);
    const log = join(data, readdirSync(data).find((name) => name.endsWith('.log'))!);
    // Everything from the last docket on; the first ones stay.
    const bytes = readFileSync(log);
    const at = bytes.lastIndexOf(Buffer.from(heightKey('pointer', REG, 2)));
    writeFileSync(log, bytes.subarray(0, at));
    const cut = bytesOf();
    const checked = await run('check');
    expect(checked.exit).to.equal(1);
    expect(checked.err).to.match(/the store is not whole: \d+ writes of the journal with 1 docket are missing/);
    const saved = await run('backup', join(root, 'cut.backup'));
    expect([saved.exit, existsSync(join(root, 'cut.backup'))]).to.deep.equal([1, false]);
    expect(saved.err).to.contain('with 1 docket').and.contain('--incomplete');
    const rest = await run('backup', join(root, 'cut.backup'), '--incomplete');
    expect([rest.exit, rest.err.includes('with 1 docket')]).to.deep.equal([0, true]);
    expect(bytesOf()).to.deep.equal(cut);
    expect(readdirSync(root).filter((name) => name.includes('clone'))).to.deep.equal([]);
  });

  it('checks a store with a damaged table to its end, and leaves salvage to the operator', async () => {
    await (await opened()).close();
    const table = join(data, readdirSync(data).find((name) => name.endsWith('.ldb'))!);
    const bytes = readFileSync(table);
    bytes.fill(0, 64, 128);
    writeFileSync(table, bytes);
    const before = bytesOf();
    const checked = await run('check');
    expect([checked.exit, checked.out.includes('1 damaged blocks')]).to.deep.equal([1, true]);
    expect(checked.err).to.contain('the store is not whole: The table');
    expect(bytesOf()).to.deep.equal(before);
    expect((await run('salvage')).err).to.contain('State --yes');
    expect(bytesOf()).to.deep.equal(before);
    const kept = await run('salvage', '--yes', '--json');
    expect([kept.exit, JSON.parse(kept.out).keptIn.startsWith(join(data, 'quarantine'))]).to.deep.equal([0, true]);
  });

  it('calls no store sound whose key file is gone, and names that file', async () => {
    // Nothing is sealed in the store of this test, so nothing is asked of one.
    expect((await run('check')).exit).to.equal(0);
    await damage([
      { key: Buffer.from(`${FAMILY_ROWS['node-secrets'].prefix}token-key`, 'latin1'), value: Buffer.of(1) },
    ]);
    const gone = await run('check');
    expect([gone.exit, gone.out.includes(join(data, 'master.key'))]).to.deep.equal([1, true]);
    expect(gone.err).to.contain('no wallet of this store opens').and.contain('QUORATE_SECRETS__MASTER_KEY_FILE');
    const elsewhere = join(root, 'elsewhere.key');
    const env = { QUORATE_SECRETS__MASTER_KEY_FILE: elsewhere };
    const named = () => called(['check', '--data-dir', data], {}, { env });
    expect([(await named()).exit, (await named()).out.includes(elsewhere)]).to.deep.equal([1, true]);
    writeFileSync(elsewhere, `${KEY}\n`, { mode: 0o600 });
    expect((await named()).exit).to.equal(0);
    writeFileSync(join(data, 'master.salt'), 'short', { mode: 0o600 });
    expect((await run('check')).out).to.contain('master.salt is not a key file');
    writeFileSync(join(data, 'master.salt'), `${KEY}\n`, { mode: 0o600 });
    expect((await run('check')).exit).to.equal(0);
  });

  it('makes no store where there is none', async () => {
    const other = join(root, 'other');
    for (const command of [['check'], ['rebuild-indexes'], ['backup', join(root, 'x')]]) {
      const { exit, err } = await called([...command, '--data-dir', other]);
      expect([exit, err.includes(`there is no store in ${other}`)], command[0]).to.deep.equal([2, true]);
    }
    expect(existsSync(other)).to.equal(false);
  });

  it('refuses a store that a node has open', async () => {
    const store = await opened();
    for (const command of [['check'], ['rebuild-indexes'], ['backup', join(root, 'x')]])
      expect((await run(...command)).err, command[0]).to.contain('STORE_LOCKED');
    await store.close();
    expect(existsSync(join(root, 'x'))).to.equal(false);
  });

  it('saves without the key unless told, says which file to keep, and never overwrites', async () => {
    writeFileSync(join(data, 'master.key'), `${KEY}\n`, { mode: 0o600 });
    const file = join(root, 'a.backup');
    const plain = await run('backup', file);
    expect(plain.exit).to.equal(0);
    expect(plain.err).to.contain(join(data, 'master.key')).and.contain('no wallet opens');
    expect(readdirSync(root).sort()).to.deep.equal(['a.backup', 'data']);
    expect((await run('backup', file)).exit).to.equal(1);
    expect((await run('backup', join(data, 'inside'))).exit).to.equal(2);
    const keyed = await run('backup', join(root, 'b.backup'), '--with-keys', '--json');
    expect(JSON.parse(keyed.out)).to.deep.include({ keyFiles: [join(root, 'b.backup.master.key')] });
    expect(keyed.out + keyed.err).to.not.contain(KEY.slice(0, 16));
    rmSync(join(data, 'master.key'));
    expect((await run('backup', join(root, 'c.backup'), '--with-keys')).err).to.contain('secrets.masterKeyFile');
  });

  it('restores store and key into an empty folder, fenced, and says what to do next', async () => {
    writeFileSync(join(data, 'master.key'), `${KEY}\n`, { mode: 0o600 });
    const file = join(root, 'a.backup');
    await run('backup', file, '--with-keys');
    const first = join(root, 'first');
    const { exit, err } = await called(['restore', file, '--data-dir', first]);
    expect([exit, readFileSync(join(first, 'master.key'), 'utf8')]).to.deep.equal([0, `${KEY}\n`]);
    expect(err).to.contain('fenced').and.contain('accept-amnesia').and.contain(`--data-dir ${first}`);
    const store = await openStore(first, { nowMs: 2, onFatal: () => undefined });
    expect(store.fence).to.equal('restored');
    await store.close();
    expect((await called(['check', '--data-dir', first])).out).to.match(/^sound +3 +3/m);
    expect((await called(['restore', file, '--data-dir', first])).err).to.contain('STORE_VERSION');
    rmSync(`${file}.master.key`);
    const bare = await called(['restore', file, '--data-dir', join(root, 'second')]);
    expect(bare.err).to.contain('put the key file of the node');
  });

  it('saves the identity of the node beside the store, and restores the same node', async () => {
    const mesh = join(data, 'mesh');
    const before = await aNode(mesh, await anAuthority(join(root, 'ca')));
    const file = join(root, 'a.backup');
    const saved = await run('backup', file, '--json');
    expect(JSON.parse(saved.out)).to.deep.include({ identityFiles: [`${file}.mesh`] });
    expect(saved.err).to.contain('can pose as this node');
    expect(statSync(`${file}.mesh`).mode & 0o777).to.equal(0o600);
    const target = join(root, 'restored');
    expect((await called(['restore', file, '--data-dir', target])).exit).to.equal(0);
    const after = good(loadIdentity(join(target, 'mesh'), NOW_MS));
    expect(after.peerId).to.equal(before.peerId);
    expect(after.tls.certificatePem).to.equal(before.tls.certificatePem);
    expect(after.trusted.map(({ fingerprint }) => fingerprint)).to.deep.equal(
      before.trusted.map(({ fingerprint }) => fingerprint),
    );
    expect(statSync(join(target, 'mesh', 'node.key')).mode & 0o777).to.equal(0o600);
    const store = await openStore(target, { nowMs: 2, onFatal: () => undefined });
    expect(store.fence).to.equal('restored');
    await store.close();
    const text = readFileSync(`${file}.mesh`, 'utf8');
    const broken = join(root, 'broken');
    for (const bad of [text.replace('trusted/', '../'), text.slice(0, -40), '{}']) {
      writeFileSync(broken, bad);
      const refused = await called(['restore', file, '--data-dir', join(root, 'third'), '--identity-file', broken]);
      expect([refused.exit, existsSync(join(root, 'third'))]).to.deep.equal([1, false]);
      expect(refused.err).to.contain('holds no saved identity');
    }
  });

  it('restores nothing from a damaged backup or with a key file that is none', async () => {
    const file = join(root, 'a.backup');
    await run('backup', file);
    const target = join(root, 'target');
    mkdirSync(target);
    const bad = join(root, 'bad.key');
    writeFileSync(bad, 'nonsense', { mode: 0o600 });
    expect((await called(['restore', file, '--data-dir', target, '--key-file', bad])).err).to.contain(
      'is not a key file',
    );
    const bytes = readFileSync(file);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(file, bytes);
    expect((await called(['restore', file, '--data-dir', target])).err).to.contain('STORE_DAMAGED');
    expect(readdirSync(target)).to.deep.equal([]);
    expect((await called(['restore', join(root, 'none'), '--data-dir', target])).err).to.contain('no such file');
  });
});
