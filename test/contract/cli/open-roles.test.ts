// A template with open roles from its first action to its end by commands alone: each role is claimed by the wallet
// that will act in it, what came before is delivered to it, and it calculates with that. And its scenario, where they
// are held.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { TEMPLATE_PATHS } from '../../vectors/template-paths.js';
import { operatorOfAll } from './operator.js';

const ROLES = ['contractor', 'engineer', 'planner', 'environment', 'control'];
const HIGH = TEMPLATE_PATHS.find(({ template, name }) => template === 'construction-permit' && name !== 'low risk');
const STEPS = HIGH?.steps ?? [];

describe('open roles by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const operator = operatorOfAll();
  let register = '';
  let senders: ReadonlyMap<number, string>;

  const written = (name: string, value: unknown): string => {
    writeFileSync(at(name), JSON.stringify(value));
    return at(name);
  };

  before(async () => {
    for (const role of ROLES) await operator.ask(['wallet', 'create', role, '--word-count', '12']);
    register = (await operator.ask<{ registerId: string }>(['register', 'create', 'Permits', '--owner', 'contractor']))
      .registerId;
    const made = ['blueprint', 'new', 'construction-permit', '--id', 'open', '--out', at('open.json')];
    const { err } = await operator.call([...made, '--party', 'contractor=contractor']);
    expect(err).to.contain('Open roles: engineer, planner, environment, control.').and.contain('action claim');
    await operator.ask(['blueprint', 'push', at('open.json')]);
    await operator.ask(['blueprint', 'publish', 'open', '--register', register, '--override', '--reason', 'a test']);
    const { actions } = await operator.ask<{ actions: { id: number; sender: string }[] }>([
      'blueprint',
      'show',
      'open',
    ]);
    senders = new Map(actions.map(({ id, sender }) => [id, sender]));
  });

  it('are claimed, given what came before, and lead to the end of a template', async () => {
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', 'open', '--register', register]);
    const held = new Set<string>();
    for (const [i, { action, payload, rejected }] of STEPS.entries()) {
      expect(rejected ?? false).to.equal(false);
      const role = senders.get(action) as string;
      const submit = ['action', 'submit', id, String(action), '--wallet', role];
      const filled = [...submit, '--payload', written(`${action}.json`, payload)];
      const isNew = i > 0 && !held.has(role);
      if (isNew && action === 2) expect(await operator.refused(filled)).to.include({ code: 'FACT_UNDELIVERED' });
      if (isNew) {
        const claimed = await operator.call(['action', 'claim', id, String(action), '--wallet', role]);
        expect(claimed.exit, claimed.err).to.equal(0);
        expect(claimed.err).to.contain('instance owed');
        const pending = await operator.ask<{ items: { actionId: string }[] }>([
          ...['action', 'pending', '--wallet', role, '--register', register],
        ]);
        expect(pending.items.map(({ actionId }) => actionId)).to.include(String(action));
        const { owed } = await operator.ask<{ owed: { role: string }[] }>(['instance', 'owed', id]);
        expect(new Set(owed.map((one) => one.role))).to.deep.equal(new Set([role]));
        for (const by of held) await operator.ask(['instance', 'deliver', id, '--wallet', by]);
        expect((await operator.ask<{ owed: unknown[] }>(['instance', 'owed', id])).owed).to.deep.equal([]);
      }
      const done = await operator.ask<{ status: string }>(filled);
      expect(done.status).to.equal('sealed');
      held.add(role);
    }
    const shown = await operator.ask<{ state: string; participantWallets: object }>(['instance', 'show', id]);
    expect(shown.state).to.equal('Completed');
    expect(shown.participantWallets).to.have.keys(ROLES);
  });

  it('are given back, and not to be had while another wallet has reserved them', async () => {
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', 'open', '--register', register]);
    const [first] = STEPS;
    await operator.ask(['action', 'submit', id, '--payload', written('first.json', first?.payload)]);
    const moving = (what: string, wallet: string) => ['action', what, id, '2', '--wallet', wallet];
    await operator.ask(moving('claim', 'engineer'));
    expect(await operator.refused(moving('claim', 'planner'))).to.include({ code: 'VAL_FLOW_006' });
    // Nothing of what came before would be delivered to it: who has the claim is told first.
    const acting = ['action', 'submit', id, '2', '--wallet', 'planner'];
    const second = await operator.call([...acting, '--payload', written('second.json', STEPS[1]?.payload)]);
    expect(second.err).to.contain('VAL_BP_002').and.contain('is reserved by').and.not.contain('quorate action claim');
    const { activeBranches } = await operator.ask<{ activeBranches: { mayAct: { why: string }[] }[] }>([
      'instance',
      'show',
      id,
    ]);
    expect(activeBranches[0]?.mayAct.map(({ why }) => why)).to.deep.equal(['claim']);
    await operator.ask(moving('release', 'engineer'));
    await operator.ask(moving('claim', 'planner'));
  });

  it('are claimed and released in a scenario, which is told that they are held there', async () => {
    const role = senders.get(2) as string;
    const other = senders.get(3) as string;
    const steps = [
      { action: 1, payload: STEPS[0]?.payload },
      { claim: 2 },
      { claim: 2, as: other, expect: { refused: 'VAL_FLOW_006' } },
      { action: 2, as: other, payload: STEPS[1]?.payload, expect: { refused: 'VAL_BP_002' } },
      { release: 2 },
      { claim: 2, as: other, at: 'PT1H' },
      { action: 2, payload: STEPS[1]?.payload, expect: { refused: 'VAL_BP_002' } },
      { release: 2, as: other },
      ...STEPS.slice(1).map(({ action, payload }) => ({ action, payload })),
    ];
    const last = steps.at(-1) as object;
    const scenario = [
      { name: `open ${role}`, steps: [...steps.slice(0, -1), { ...last, expect: { state: 'Completed' } }] },
    ];
    written('open.scenarios.json', scenario);
    const { exit, out, err } = await operator.call(['blueprint', 'test', at('open.json')]);
    expect(exit, out).to.equal(0);
    expect(err).to.contain('claimed first (quorate action claim)');
  });
});
