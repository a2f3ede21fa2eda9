// A real node whose wall clock is wrong: it dates no register away, says what is wrong, and goes on when the time is
// right or an operator says that it is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Client } from '../../api/client/client.js';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../cli/harness/party.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys, benchSubmission } from '../../cli/harness/workload.js';
import { folderOfAll } from '../support/base/folders.js';

const DAY = 86_400_000;
const MODULE = pathToFileURL(join(import.meta.dirname, '../support/base/skewed-clock.js')).href;

describe('a node with a wrong clock', function () {
  this.timeout(120_000);
  const folder = folderOfAll();
  const file = join(folder, 'skew');
  const setClock = (ms: number) => writeFileSync(file, `${ms}`);
  let node: NodeProcess;
  let client: Client;
  let token: string;
  let registerId: string;
  let publicationTxId: string;
  let keys: ReturnType<typeof benchKeys>;
  let sequence = 0;

  before(async () => {
    setClock(0);
    const { NODE_OPTIONS } = process.env;
    process.env['NODE_OPTIONS'] = `--import ${MODULE}`;
    process.env['TEST_SKEW_FILE'] = file;
    try {
      node = await NodeProcess.create({});
    } finally {
      if (NODE_OPTIONS === undefined) delete process.env['NODE_OPTIONS'];
      else process.env['NODE_OPTIONS'] = NODE_OPTIONS;
      delete process.env['TEST_SKEW_FILE'];
    }
    token = await node.login();
    client = node.client(token);
    ({ registerId } = await foundRegister(client, 'lone', [await newParty(client, 'owner', 'ED25519')]));
    const body = { blueprintId: BENCH_BLUEPRINT.id, override: UNREHEARSED, blueprintJson: { ...BENCH_BLUEPRINT } };
    ({ publicationTxId } = await client.publishBlueprint({ params: { registerId }, body }));
    keys = benchKeys(2);
  });

  after(async () => {
    await node?.remove();
  });

  /** Status and state of a submission after two seconds. */
  async function submit(): Promise<string> {
    const body = benchSubmission({ registerId, publicationTxId, keys }, ++sequence);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=2' };
    const url = `${node.url}/api/registers/${registerId}/transactions`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { status, code } = (await response.json()) as { status?: unknown; code?: unknown };
    return `${response.status} ${code ?? status}`;
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  async function headAhead(): Promise<number> {
    const [head] = await client.listDockets({ params: { registerId }, query: { pageSize: 1, order: 'desc' } });
    return Date.parse(head!.timestamp) - Date.now();
  }

  it('seals nothing while the clock is off by some minutes, and what waited once it is right', async () => {
    expect(await submit()).to.equal('200 sealed');
    setClock(4 * 60_000);
    await pause(500);
    expect(await submit()).to.match(/^202 /);
    expect(await client.getClock()).to.deep.include({ believed: false });
    const { services } = await client.getHealth();
    expect(services['clock']).to.deep.include({ status: 'degraded' });
    expect(services['clock']?.error).to.contain('jumped by 4 minutes ahead');
    setClock(0);
    await pause(2500);
    expect(await submit()).to.equal('200 sealed');
    expect(await headAhead()).to.be.lessThan(5000);
    expect((await client.getHealth()).services['clock']?.status).to.equal('healthy');
  });

  it('founds no register under a clock that jumped', async () => {
    setClock(20 * DAY);
    await pause(500);
    token = await node.login();
    const early = node.client(token);
    const refused = await foundRegister(early, 'ahead', [await newParty(early, 'other', 'ED25519')]).catch((e) => e);
    expect(String(refused)).to.contain('clock');
    setClock(0);
    await pause(1500);
    // A token of that time is of no use now: it would outlive its hour by twenty days.
    expect(await submit()).to.match(/^401 /);
    token = await node.login();
    client = node.client(token);
    expect(await submit()).to.equal('200 sealed');
  });

  it('goes on with the new time when an operator says that it is right', async () => {
    setClock(3 * 60_000);
    await pause(500);
    expect(await submit()).to.match(/^202 /);
    expect(await client.confirmClock()).to.deep.include({ believed: true });
    await pause(1500);
    expect(await submit()).to.equal('200 sealed');
    setClock(0);
    await pause(500);
    expect(await client.getClock()).to.deep.include({ believed: false });
    await client.confirmClock();
    expect(await submit()).to.equal('200 sealed');
  });
});
