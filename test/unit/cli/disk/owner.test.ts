// What root writes into the folder of another account belongs to that account afterwards; all else keeps its owner.
import { chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { giveBack } from '../../../../cli/disk/owner.js';
import { called } from '../../../support/program/command.js';

const OWNER = 54_321;

describe('cli/disk/owner', () => {
  let folder: string;
  beforeEach(function () {
    if (process.getuid?.() !== 0) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'quorate-owner-'));
  });
  afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

  const owners = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(folder, name)).uid);

  it('leaves the identity that root requests to the account of the node', async () => {
    chownSync(folder, OWNER, OWNER);
    const { exit, err } = await called(['node', 'request', '--data-dir', folder]);
    expect(exit, err).to.equal(0);
    expect(owners().length).to.be.greaterThan(2);
    expect(new Set(owners())).to.deep.equal(new Set([OWNER]));
  });

  it('leaves what root has in a folder of its own, what is older, and what is of others', () => {
    mkdirSync(join(folder, 'mesh'));
    writeFileSync(join(folder, 'mesh', 'node.key'), '');
    giveBack(folder, 0);
    expect(owners()).to.deep.equal([0, 0]);
    chownSync(folder, OWNER, OWNER);
    giveBack(folder, Number.MAX_SAFE_INTEGER);
    expect(owners()).to.deep.equal([0, 0]);
    chownSync(join(folder, 'mesh', 'node.key'), 7, 7);
    giveBack(folder, 0);
    expect(owners().sort()).to.deep.equal([OWNER, 7].sort());
    giveBack(join(folder, 'nothing'), 0);
  });
});
