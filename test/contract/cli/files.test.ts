// Files of actions by command: in a submission, uploaded before it and again after a break, attached while being asked,
// and saved by who sees them.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { operatorOfAll } from './operator.js';

const APPLICATION = {
  ...{ project: 'Riverside', buildingUse: 'residential', storeys: 3, floorArea: 800, projectValue: '500000.00' },
  bankReference: 'account 7',
};
const FIRST_CHUNK_BYTES = 4 * 1024 * 1024;

describe('files by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const large = Buffer.alloc(FIRST_CHUNK_BYTES + 1000, 'plan ');
  const operator = operatorOfAll();
  let register = '';

  before(async () => {
    const roles = ['contractor', 'engineer', 'planner', 'environment', 'control'];
    for (const role of roles) await operator.ask(['wallet', 'create', role, '--word-count', '12']);
    const wallets = await operator.ask<{ name: string; address: string }[]>(['wallet', 'list']);
    const owner = wallets.find(({ name }) => name === 'planner')?.address as string;
    register = (await operator.ask<{ registerId: string }>(['register', 'create', 'Permits', '--owner', owner]))
      .registerId;
    const bound = roles.flatMap((role) => ['--party', `${role}=${role}`]);
    await operator.ask([
      'blueprint',
      'new',
      'construction-permit',
      '--id',
      'permit',
      '--out',
      at('permit.json'),
      ...bound,
    ]);
    await operator.ask(['blueprint', 'push', at('permit.json')]);
    await operator.ask(['blueprint', 'publish', 'permit', '--register', register, '--override']);
    writeFileSync(at('application.json'), JSON.stringify(APPLICATION));
    writeFileSync(at('small.pdf'), 'a small plan');
    writeFileSync(at('large.zip'), large);
  });

  async function started(): Promise<string> {
    return (await operator.ask<{ id: string }>(['instance', 'start', 'permit', '--register', register])).id;
  }
  const submit = async (more: readonly string[]) =>
    operator.ask<{ transactionId: string }>([
      ...['action', 'submit', await started(), '--payload', at('application.json'), ...more],
    ]);

  it('sends a small file with the action, and saves it for who sees its field', async () => {
    const { transactionId } = await submit(['--file', `drawings=${at('small.pdf')}`]);
    const shown = await operator.call(['action', 'show', register, transactionId, '--wallet', 'engineer']);
    expect(shown.out).to.match(/^small\.pdf +application\/pdf +12 +[0-9a-f]{32}$/m);
    const save = ['file', 'download', register, transactionId];
    const saved = await operator.ask([...save, '--wallet', 'engineer', '--out', at('saved.pdf')]);
    expect(saved).to.include({ size: 12, compared: true });
    expect(readFileSync(at('saved.pdf'), 'utf8')).to.equal('a small plan');
    const again = await operator.refused([...save, '--wallet', 'engineer', '--out', at('saved.pdf')]);
    expect(again.error).to.contain('the file exists');
    const hidden = await operator.refused([...save, '--wallet', 'control', '--out', at('hidden.pdf')]);
    expect(hidden).to.include({ exit: 1, hint: 'It sees none.' });
  });

  it('uploads a large file in chunks, goes on after a break, and names it by its manifest', async () => {
    const upload = ['file', 'upload', at('large.zip'), '--manifest', at('large.manifest')];
    const first = await operator.ask(upload);
    expect(first).to.include({ chunks: 2, size: large.length, fileName: 'large.zip', contentType: 'application/zip' });
    expect(first).to.not.have.any.keys('key');
    expect(statSync(at('large.manifest')).mode & 0o777).to.equal(0o600);
    expect(await operator.ask(upload)).to.deep.equal(first);
    const { transactionId } = await submit(['--uploaded', `drawings=${at('large.manifest')}`]);
    const save = ['file', 'download', register, transactionId, 'large.zip', '--wallet', 'planner'];
    await operator.ask([...save, '--out', at('saved.zip')]);
    expect(readFileSync(at('saved.zip')).equals(large)).to.equal(true);
    writeFileSync(at('large.zip'), 'changed');
    expect((await operator.refused(upload)).error).to.contain('is the manifest of another file');
    writeFileSync(at('large.zip'), large);
  });

  it('uploads by itself what is too large for a submission', async () => {
    const { transactionId } = await submit(['--file', `drawings=${at('large.zip')}`]);
    const shown = await operator.ask<{ files: { size: number }[] }>([
      ...['action', 'show', register, transactionId, '--wallet', 'contractor'],
    ]);
    expect(shown.files.map(({ size }) => size)).to.deep.equal([large.length]);
  });

  it('attaches what is named while it asks', async () => {
    const answers = [
      'Riverside',
      '1',
      '3',
      '800',
      '500000',
      'account 7',
      '',
      at('nothing.pdf'),
      at('small.pdf'),
      'yes',
    ];
    const made = await operator.call(['action', 'submit', await started(), '--wallet', 'contractor'], { answers });
    expect(made.exit, made.err).to.equal(0);
    expect(made.asked).to.contain(
      'nothing.pdf: there is no such file or folder\nDrawings (file to attach; optional): ',
    );
    const transactionId = /^transaction +(\S+)$/m.exec(made.out)?.[1] ?? '';
    await operator.ask([
      ...['file', 'download', register, transactionId, '--wallet', 'planner', '--out', at('asked.pdf')],
    ]);
    expect(readFileSync(at('asked.pdf'), 'utf8')).to.equal('a small plan');
  });

  it('says what is wrong with files before anything is sent', async () => {
    const id = await started();
    const call = (more: readonly string[]) =>
      operator.refused(['action', 'submit', id, '--payload', at('application.json'), ...more]);
    expect(await call(['--file', 'drawings'])).to.include({ exit: 2 });
    expect((await call(['--file', `drawings=${at('none.pdf')}`])).error).to.contain('there is no such file');
    expect((await call(['--uploaded', `drawings=${at('application.json')}`])).exit).to.equal(2);
    const twice = Array.from({ length: 21 }, () => ['--file', `drawings=${at('small.pdf')}`]).flat();
    expect((await call(twice)).error).to.equal('an action has at most 20 files');
  });
});
