// The unit of systemd and the container file: what they name exists, and systemd takes the unit where it is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { healthRoutes } from '../../../api/groups/node/health/routes.js';
import { commandsOf } from '../../../cli/commands/table.js';
import { SETTINGS } from '../../../node/config/settings.js';
import { called } from '../../support/program/command.js';

const UNIT = 'deploy/quorate.service';
const CONTAINER = 'deploy/Containerfile';
const read = (path: string) => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};

describe('the files of deployment', () => {
  it('name settings that exist', () => {
    const known = new Set(SETTINGS.map(({ env }) => env));
    for (const path of [UNIT, CONTAINER, 'deploy/README.md']) {
      const named = [...read(path).matchAll(/QUORATE_[A-Z_]+__[A-Z_]+/g)].map(([name]) => name);
      expect(named.length, path).to.be.greaterThan(0);
      expect(
        named.filter((name) => !known.has(name)),
        path,
      ).to.deep.equal([]);
    }
  });

  it('start the program as the package and `npm start` do', async () => {
    const start = /^ExecStart=\/usr\/bin\/node (.*) \/opt\/quorate\/(\S+) (\w+)$/m.exec(read(UNIT));
    expect(start?.[2]).to.equal(manifest.bin.quorate);
    expect(manifest.scripts.start).to.contain(`node ${start?.[1]} ${start?.[2]} ${start?.[3]}`);
    expect(await commandsOf(start?.[3])).to.have.length.greaterThan(0);
    expect(read(CONTAINER)).to.contain(`/opt/quorate/${manifest.bin.quorate} /usr/local/bin/quorate`);
    expect(read(CONTAINER)).to.match(/^CMD \["start"\]$/m);
  });

  it('try a node with wrong settings once', async () => {
    const { exit, err } = await called(['start', '--set', 'http.prot=1']);
    expect(err).to.contain('http.prot: unknown setting');
    expect(/^RestartPreventExitStatus=(\d+)$/m.exec(read(UNIT))?.[1]).to.equal(String(exit));
  });

  it('ask for the health of a node where it tells it', () => {
    const asked = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(read(CONTAINER));
    const port = SETTINGS.find(({ path }) => path === 'http.port')?.fallback;
    expect([asked?.[1], asked?.[2]]).to.deep.equal([String(port), healthRoutes.getReadiness.url]);
  });

  it('copy files that exist, and leave out what is not theirs', () => {
    const copied = [...read(CONTAINER).matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names]) =>
      (names as string).split(' '),
    );
    expect(copied).to.include('npm-shrinkwrap.json');
    for (const name of copied) expect(existsSync(name), name).to.equal(true);
    expect(read('.dockerignore').split('\n')).to.include.members(['node_modules', 'data', '.git']);
  });

  it('are taken by systemd', function () {
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8' });
    if (error !== undefined || /Failed to|No such file or directory/.test(stderr)) return this.skip();
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
  });
});
