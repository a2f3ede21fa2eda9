// The harness that the demo, the crash run and other tests stand on: readiness, credentials, kill and restart, and what
// it says of a failed start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { NodeProcess, PROGRAM } from '../../cli/harness/node-process.js';

describe('node process', () => {
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

  it('tells its supervisor that it serves, and reads its settings again when it is told to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-told-'));
    const [file, told] = [join(folder, 'node.json'), join(folder, 'told')];
    const write = (text: string) => writeFileSync(file, text);
    write('{}');
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${told}\n`, { mode: 0o755 });
    const { PATH } = process.env;
    Object.assign(process.env, { NOTIFY_SOCKET: '@systemd', PATH: `${folder}:${PATH}` });
    const program = { path: PROGRAM, words: ['start', '--config', file] };
    let node: NodeProcess | undefined;
    try {
      node = await NodeProcess.create({ program, settings: { 'log.level': 'info' } });
      const until = async (isSo: () => boolean) => {
        for (let i = 0; i < 200 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
        expect(isSo(), node?.logs).to.equal(true);
      };
      await until(() => existsSync(told) && readFileSync(told, 'utf8') === '@systemd --ready\n');
      const changed = async (text: string, sentence: string) => {
        write(text);
        process.kill((node as NodeProcess).pid, 'SIGHUP');
        await until(() => (node as NodeProcess).logs.includes(sentence));
      };
      await changed('{"log": {"requests": true}, "http": {"pages": false}}', '"needRestart":["http.pages"]');
      expect(node.logs).to.include('"taken":["log.requests"]');
      await fetch(`${node.url}/alive`);
      await until(() => (node as NodeProcess).logs.includes('"path":"/alive"'));
      await changed(
        '{"log": {"requests": 1}}',
        'The settings cannot be used: the node goes on with those that it has.',
      );
      expect(node.logs).to.include('log.requests: must be boolean');
      expect(await node.stop()).to.deep.equal({ code: 0, signal: null });
    } finally {
      Object.assign(process.env, { PATH });
      delete process.env.NOTIFY_SOCKET;
      await node?.remove();
      rmSync(folder, { recursive: true, force: true });
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
