// The harness that the demo, the crash run and other tests stand on: readiness, credentials, kill and restart, and what
// it says of a failed start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { NodeProcess, PROGRAM } from '../../cli/harness/node-process.js';

describe('node process', function () {
  this.timeout(60_000);

  it('starts a node, kills it, starts it again with the same accounts, and leaves nothing behind', async () => {
    const node = await NodeProcess.create();
    try {
      const token = await node.login();
      expect(await node.kill()).to.deep.equal({ code: null, signal: 'SIGKILL' });
      expect(() => node.url).to.throw('The node does not run.');
      await node.start();
      expect(node.fence).to.equal(undefined);
      expect(await node.client(token).getMe()).to.include({ email: node.credentials.email });
      expect(node.logs).to.include('serves at').and.not.include(node.credentials.password);
      expect(existsSync(join(node.dataDir, 'first-password'))).to.equal(false);
      expect(await node.stop()).to.deep.equal({ code: 0, signal: null });
    } finally {
      await node.remove();
    }
    expect(existsSync(node.dataDir)).to.equal(false);
  });

  it('ends at once when another folder takes the place of its own', async () => {
    const node = await NodeProcess.create();
    const moved = `${node.dataDir}.moved`;
    try {
      renameSync(node.dataDir, moved);
      for (let i = 0; i < 100 && node.fallen === undefined; i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(node.fallen).to.deep.equal({ code: 70, signal: null });
      expect(node.logs)
        .to.include('The node ends at once, without writing or signing anything more.')
        .and.include('The store was taken from this process');
    } finally {
      rmSync(moved, { recursive: true, force: true });
    }
  });

  it('says what to do when it may not open enough files, however far it comes', async () => {
    // With libuv 1.50 and newer (Node.js 24, and 22 since it has it) so few files are open that a node starts with
    // forty.
    const isNew = Number(process.versions.uv.split('.')[1]) >= 50;
    for (const files of isNew ? [24] : [24, 40, 64, 90]) {
      const folder = mkdtempSync(join(tmpdir(), 'quorate-files-'));
      const call = `ulimit -n ${files}; exec "$0" "$@"`;
      const words = [process.execPath, PROGRAM, 'start', '--data-dir', join(folder, 'data'), '--port', '0'];
      const { status, stderr } = spawnSync('sh', ['-c', call, ...words], { encoding: 'utf8', timeout: 30_000 });
      rmSync(folder, { recursive: true, force: true });
      expect(status, stderr).to.equal(1);
      expect(stderr, `${files} files`)
        .to.match(/[Rr]aise the limit:? \(?ulimit -n/)
        .and.not.contain('    at ');
    }
  });

  it('says why a node did not start', async () => {
    const failed = await NodeProcess.create({ settings: { 'limits.poolTransactionsMax': 'many' } }).catch(
      (error: unknown) => error,
    );
    expect(failed).to.be.instanceOf(Error);
    expect(String(failed)).to.include('ended at its start').and.include('poolTransactionsMax');
  });
});
