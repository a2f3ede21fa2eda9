// A workflow from its template to the proof of its end, by the command line alone, as the README tells it. The real
// node is a process of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../support/base/folders.js';
import { type CallOptions, PASSWORD, quorate, type RunningNode, startNode } from './operator.js';

const EMAIL = 'admin@quorate.local';
/** Each call is a program of its own: three wallets play the five roles. */
const WALLETS = ['contractor', 'engineer', 'planner'];
const ROLES = {
  contractor: 'contractor',
  engineer: 'engineer',
  planner: 'planner',
  environment: 'planner',
  control: 'planner',
};
const STEPS = [
  {
    actionId: 1,
    payload: {
      ...{ project: 'Riverside', buildingUse: 'residential', storeys: 3, floorArea: 800, projectValue: '500000.00' },
      bankReference: 'account 7',
    },
  },
  { actionId: 2, payload: { structuralNotes: 'sound' } },
  { actionId: 3, payload: { planningConditions: ['quiet hours'] } },
  { actionId: 5, payload: { inspector: 'Lee' } },
  { actionId: 6, payload: { permitNumber: 'BP-2026-0001' } },
];

describe('a workflow by command, end to end', function () {
  this.timeout(120_000);
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const env = { XDG_CONFIG_HOME: at('config') };
  let node: RunningNode | undefined;
  let register = '';
  let instance = '';

  after(async () => {
    await node?.stop();
  });

  const call = (words: readonly string[], options: CallOptions = {}) => quorate(words, { ...options, env });
  /** A call that has to succeed; its data. */
  async function ask<T = Record<string, unknown>>(words: readonly string[], options: CallOptions = {}): Promise<T> {
    const { code, out, err } = await call([...words, '--json'], options);
    expect(code, `${words.join(' ')}: ${err}`).to.equal(0);
    return JSON.parse(out) as T;
  }

  it('begins with a node, wallets for its roles and a register', async () => {
    node = await startNode(at('data'));
    await ask(['login', '--url', node.url, '--email', EMAIL, '--password-stdin'], { stdin: `${PASSWORD}\n` });
    for (const name of WALLETS) await ask(['wallet', 'create', name, '--words-file', at(name)]);
    register = (await ask<{ registerId: string }>(['register', 'create', 'Permits', '--owner', 'planner'])).registerId;
  });

  it('makes a blueprint from a template, rehearses it and publishes it', async () => {
    const bound = Object.entries(ROLES).flatMap(([role, wallet]) => ['--party', `${role}=${wallet}`]);
    await ask(['blueprint', 'new', 'construction-permit', '--id', 'permit', '--out', at('permit.json'), ...bound]);
    expect(await ask(['blueprint', 'push', at('permit.json')])).to.include({ id: 'permit', created: true });
    const publish = ['blueprint', 'publish', 'permit', '--register', register];
    expect((await call(publish)).err)
      .to.contain('REHEARSAL_REQUIRED')
      .and.contain('quorate blueprint rehearse permit');
    writeFileSync(at('walk.json'), JSON.stringify(STEPS));
    const walked = await call(['blueprint', 'rehearse', 'permit', '--steps', at('walk.json')]);
    expect(walked.code, walked.err).to.equal(0);
    expect(walked.out).to.match(/^outcome +Passed$/m);
    expect(await ask(publish)).to.include({ version: 1, overridden: false });
  });

  it('publishes who takes part', async () => {
    // Wallets of this node are known to it; those of other nodes would have to be published.
    const named = ['--id', 'city', '--name', 'City', '--of', 'Ours', '--wallet', 'planner'];
    const made = await ask(['participant', 'publish', register, ...named]);
    expect(made).to.include({ participantId: 'city', status: 'sealed' });
  });

  it('runs to the end, each action by the wallet of its role', async () => {
    instance = (await ask<{ id: string }>(['instance', 'start', 'permit', '--register', register])).id;
    for (const { actionId, payload } of STEPS) {
      if (actionId === 2) {
        const { items } = await ask<{ items: { actionId: string; instanceId: string }[] }>(['action', 'pending']);
        expect(items.map((one) => [one.actionId, one.instanceId])).to.deep.equal([[String(actionId), instance]]);
      }
      const stdin = JSON.stringify(payload);
      const made = await call(['action', 'submit', instance, '--payload', '-'], { stdin });
      expect(made.code, made.err).to.equal(0);
      expect(made.out).to.match(/^status +sealed$/m);
    }
    const shown = await call(['instance', 'show', instance]);
    expect(shown.out)
      .to.match(/^state +Completed$/m)
      .and.match(/^6 +Approve .*[0-9a-f]{64}$/m);
    const engineer = await ask<{ data: object }>(['instance', 'data', instance, '--wallet', 'engineer']);
    expect(engineer.data)
      .to.include({ storeys: 3, riskScore: '6.10' })
      .and.not.have.any.keys('bankReference', 'permitFee');
    const contractor = await ask<{ data: object }>(['instance', 'data', instance, '--wallet', 'contractor']);
    expect(contractor.data).to.include({ permitFee: '2200.00', permitNumber: 'BP-2026-0001' });
  });

  it('proves the end with the node stopped', async () => {
    const { lastTransactionId } = await ask<{ lastTransactionId: string }>(['instance', 'show', instance]);
    await ask(['tx', 'evidence', register, lastTransactionId, '--out', at('evidence.json')]);
    const { head } = await ask<{ head: string }>(['register', 'head', register]);
    expect(await node?.stop()).to.equal(0);
    const verified = await ask(['verify', at('evidence.json'), '--head', head]);
    expect(verified).to.include({ verdict: 'valid', txId: lastTransactionId });
  });
});
