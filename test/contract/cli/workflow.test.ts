// A workflow from its template to its end by commands alone, against a server in this process: drafts, publication,
// parties, every action, and what is refused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { TEMPLATE_PATHS } from '../../vectors/template-paths.js';
import { operatorOfAll } from './operator.js';

const ROLES = ['contractor', 'engineer', 'planner', 'environment', 'control'];
const LOW = TEMPLATE_PATHS.find(({ template, name }) => template === 'construction-permit' && name === 'low risk');

describe('workflows by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const wallets: Record<string, string> = {};
  const operator = operatorOfAll();
  let register = '';
  let instance = '';

  before(async () => {
    for (const role of ROLES) {
      const made = await operator.ask<{ wallet: { address: string } }>([
        'wallet',
        'create',
        role,
        '--word-count',
        '12',
      ]);
      wallets[role] = made.wallet.address;
    }
    const created = await operator.ask<{ registerId: string }>([
      ...['register', 'create', 'Permits', '--owner', wallets.planner as string],
    ]);
    register = created.registerId;
    // One by its address, the others by the names of wallets.
    const bound = ROLES.flatMap((role) => ['--party', `${role}=${role === 'planner' ? wallets[role] : role}`]);
    await operator.ask([
      ...['blueprint', 'new', 'construction-permit', '--id', 'permit', '--out', at('permit.json'), ...bound],
    ]);
  });

  const payload = (name: string, value: unknown): readonly string[] => {
    writeFileSync(at(name), JSON.stringify(value));
    return ['--payload', at(name)];
  };

  /** An instance in which the application has been made. */
  async function applied(): Promise<string> {
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', 'permit', '--register', register]);
    await operator.ask(['action', 'submit', id, ...payload('application.json', LOW?.steps[0]?.payload)]);
    return id;
  }

  it('keeps a draft, finds it, deletes it and takes it back', async () => {
    expect(await operator.ask(['blueprint', 'push', at('permit.json')])).to.include({ id: 'permit', created: true });
    expect(await operator.ask(['blueprint', 'push', at('permit.json')])).to.include({ version: 2, updated: true });
    const shown = await operator.ask<object>(['blueprint', 'show', 'permit']);
    const again = await operator.ask(['blueprint', 'push', '-'], { stdin: JSON.stringify(shown) });
    expect(again).to.include({ id: 'permit', updated: true });
    const listed = await operator.call(['blueprint', 'list', '--search', 'CONSTRUCTION']);
    expect(listed.out).to.match(/^Construction permit +Draft +5 +6 .* permit$/m);
    expect(await operator.ask(['blueprint', 'delete', 'permit', '--yes'])).to.deep.equal({ deleted: 'permit' });
    expect(await operator.refused(['blueprint', 'show', 'permit'])).to.include({
      exit: 1,
      code: 'BLUEPRINT_NOT_FOUND',
    });
    expect(await operator.ask(['blueprint', 'recover', 'permit'])).to.include({ id: 'permit' });
  });

  it('binds roles to wallets that there are', async () => {
    const made = ['blueprint', 'new', 'construction-permit', '--party'];
    expect(await operator.refused([...made, 'planner=nobody'])).to.include({
      exit: 2,
      error: 'you have no wallet "nobody"',
    });
    expect(await operator.refused([...made, 'pilot=planner'])).to.include({
      exit: 1,
      code: 'TEMPLATE_PARAMETER_INVALID',
    });
    expect((await operator.refused([...made, 'planner'])).exit).to.equal(2);
  });

  it('publishes it', async () => {
    const publish = ['blueprint', 'publish', 'permit', '--register', register];
    const missing = await operator.refused(publish);
    expect(missing).to.include({ exit: 1, code: 'REHEARSAL_REQUIRED' });
    expect(missing.hint).to.contain('quorate blueprint rehearse permit');
    const forced = await operator.ask([...publish, '--override', '--reason', 'a test']);
    expect(forced).to.include({ blueprintId: 'permit', version: 1, overridden: true, alreadyPublished: false });
    expect(await operator.ask([...publish, '--override'])).to.include({ version: 1, alreadyPublished: true });
    const versions = await operator.call(['blueprint', 'versions', 'permit']);
    // The last column is the sender alone, who signed the header.
    const row = `^1 +\\S+ +${register} +[0-9a-f]{64} +did:quorate:w:${wallets.planner}$`;
    expect(versions.out).to.match(new RegExp(row, 'm'));
  });

  it('publishes the parties, finds their keys, and revokes one', async () => {
    const publish = ['participant', 'publish', register, '--name', 'Planning office', '--of', 'Town'];
    const made = await operator.ask<{ participantId: string }>([...publish, '--wallet', 'planner', '--id', 'office']);
    expect(made).to.include({ participantId: 'office', version: 1, status: 'sealed' });
    const next = await operator.ask(['participant', 'publish', register, '--id', 'office', '--name', 'Planners']);
    expect(next).to.include({ version: 2, status: 'sealed' });
    const { wallet } = await operator.ask<{ wallet: { address: string } }>(['wallet', 'create', 'former']);
    await operator.ask([...publish, '--wallet', 'former', '--id', 'gone']);
    const listed = await operator.call(['participant', 'list', register]);
    expect(listed.out).to.match(new RegExp(`^Planners +Town +Active +2 +${wallets.planner} +office$`, 'm'));
    await operator.ask(['participant', 'revoke', register, 'gone', '--yes']);
    const asked = [wallets.planner as string, wallet.address, wallets.engineer as string];
    const found = await operator.call(['participant', 'resolve', register, ...asked]);
    expect(found.out)
      .to.match(new RegExp(`^${wallets.planner} +Active +ED25519 `, 'm'))
      .and.match(new RegExp(`^${wallet.address} +Revoked`, 'm'))
      .and.match(new RegExp(`^${wallets.engineer} +not found`, 'm'));
    const shown = await operator.ask<{ history: unknown[] }>([
      'participant',
      'show',
      register,
      wallets.planner as string,
    ]);
    expect(shown.history).to.have.length(2);
    expect((await operator.call(['participant', 'publish', register, '--wallet', 'planner'])).exit).to.equal(2);
  });

  it('starts, shows what waits for whom, and runs to the end', async () => {
    const begin = await operator.call(['action', 'startable', register, '--wallet', 'contractor']);
    expect(begin.out).to.match(/^Construction permit +1 +1 +Apply +yes +permit$/m);
    const started = await operator.ask<{ id: string }>(['instance', 'start', 'permit', '--register', register]);
    instance = started.id;
    for (const { action, payload: given, gives } of LOW?.steps ?? []) {
      // No list has the one who starts: the action waits for the first who begins.
      const waiting = await operator.call(['action', 'pending']);
      if (action > 1)
        expect(waiting.out).to.match(new RegExp(`^Construction permit .* ${action} .* ${instance}$`, 'm'));
      const made = await operator.ask<{ calculations: object; status: string }>([
        ...['action', 'submit', instance, ...payload(`${action}.json`, given)],
      ]);
      expect(made.status).to.equal('sealed');
      if (gives) expect(made.calculations).to.include(gives);
    }
    const shown = await operator.call(['instance', 'show', instance]);
    expect(shown.out)
      .to.match(/^state +Completed$/m)
      .and.match(/^done +5 actions$/m)
      .and.match(new RegExp(`^planner +Planning officer +Town council +${wallets.planner}$`, 'm'))
      .and.match(/^6 +Approve .*[0-9a-f]{64}$/m);
  });

  it('lists what runs and what waits, by wallet, register and state', async () => {
    const id = await applied();
    const pending = await operator.ask<{ items: { instanceId: string; actionId: string }[] }>([
      ...['action', 'pending', '--wallet', 'engineer', '--register', register],
    ]);
    expect(pending.items.map(({ instanceId, actionId }) => [instanceId, actionId])).to.deep.equal([[id, '2']]);
    expect((await operator.call(['action', 'pending', '--wallet', 'control'])).out).to.equal('(none)\n');
    const active = await operator.call(['instance', 'list', '--state', 'Active', '--wallet', 'planner']);
    expect(active.out)
      .to.match(new RegExp(`^Active +2 +1 .* permit +${id}$`, 'm'))
      .and.not.contain(instance);
    const ended = await operator.ask<{ items: { id: string }[] }>(['instance', 'list', '--state', 'Completed']);
    expect(ended.items.map((one) => one.id)).to.deep.equal([instance]);
    const watched = await operator.call(['instance', 'watch', instance]);
    expect(watched.out).to.contain('Completed, 5 actions done');
    expect((await operator.call(['instance', 'watch', id, '--timeout', '3'])).exit).to.equal(1);
  });

  it('lets the node encrypt in the background, and follows it', async () => {
    const id = await applied();
    const notes = payload('notes.json', { structuralNotes: 'sound' });
    const begun = await operator.ask<{ operationId: string; status: string }>([
      ...['action', 'submit', id, '--async', ...notes],
    ]);
    expect(begun.status).to.equal('encrypting');
    const ended = await operator.ask<{ transactionHash: string }>(['operation', 'watch', begun.operationId]);
    expect(ended).to.include({ status: 'Completed', percentComplete: 100, instanceId: id });
    const shown = await operator.call(['operation', 'show', begun.operationId]);
    expect(shown.out)
      .to.match(/^status +Completed$/m)
      .and.contain(ended.transactionHash);
    const listed = await operator.call(['operation', 'list', '--wallet', 'engineer']);
    expect(listed.out).to.contain(begun.operationId);
    const waited = await operator.call([
      'action',
      'submit',
      id,
      '--async',
      '--wait',
      '20',
      ...payload('r.json', { planningConditions: [] }),
    ]);
    expect(waited.out, waited.err)
      .to.match(/^status +sealed$/m)
      .and.match(/^transaction +[0-9a-f]{64}$/m);
    const instanceNow = await operator.ask<{ currentActionIds: number[] }>(['instance', 'show', id]);
    expect(instanceNow.currentActionIds).to.deep.equal([5]);
  });

  it('shows each wallet its fields only', async () => {
    const engineer = await operator.ask<{ data: object }>(['instance', 'data', instance, '--wallet', 'engineer']);
    expect(engineer.data)
      .to.include({ project: 'Riverside' })
      .and.not.have.any.keys(...(LOW?.hidden.engineer ?? []));
    expect(await operator.refused(['instance', 'data', instance, '--wallet', 'nobody'])).to.include({ exit: 2 });
    const { firstTransactionId } = await operator.ask<{ firstTransactionId: string }>(['instance', 'show', instance]);
    const control = await operator.call(['action', 'show', register, firstTransactionId, '--wallet', 'control']);
    expect(control.out).to.contain('"projectValue": "500000.00"').and.not.contain('storeys');
    expect(await operator.ask(['instance', 'definition', instance])).to.include({
      pinState: 'pinned',
      blueprintVersion: 1,
    });
  });

  it('asks for the payload field by field, and again for what is wrong', async () => {
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', 'permit', '--register', register]);
    const answers = [
      ...['Riverside', 'Residential', '0', '3', '800', '500000', '', 'account 7'],
      // The start and the drawings are left out.
      ...['', '', 'yes'],
    ];
    const made = await operator.call(['action', 'submit', id], { answers });
    expect(made.exit, made.err).to.equal(0);
    expect(made.asked)
      .to.contain('the bank reference goes to building control alone')
      .and.contain('  1) residential\n')
      .and.contain('It must be at least 1.\nStoreys (whole number, 1 to 200): ')
      .and.contain('It is required. Type "" for an empty text.');
    expect(made.err).to.contain('"projectValue": "500000.00"');
    expect(made.out).to.match(/^next +2 Assess the structure \(engineer\)$/m);
    const data = await operator.ask<{ data: object }>(['instance', 'data', id, '--wallet', 'contractor']);
    expect(data.data).to.deep.equal({
      ...{ project: 'Riverside', buildingUse: 'residential', storeys: 3, floorArea: 800, projectValue: '500000.00' },
      bankReference: 'account 7',
    });
    const undone = await operator.call(['action', 'submit', id], { answers: ['sound', 'no'] });
    expect([undone.exit, undone.err.split('\n').at(-2)]).to.deep.equal([1, 'quorate: nothing was done']);
    const nobody = await operator.refused(['action', 'submit', id]);
    expect(nobody.exit).to.equal(2);
    expect(nobody.hint).to.contain('--payload FILE');
  });

  it('tells where a payload is wrong, and sends nothing twice', async () => {
    const id = await applied();
    const wrong = await operator.refused(['action', 'submit', id, ...payload('wrong.json', { structuralNotes: 7 })]);
    expect(wrong).to.include({ exit: 1, code: 'VAL_SCHEMA_004' });
    expect(wrong.error).to.contain('at /payloadData/structuralNotes');
    const notes = payload('notes.json', { structuralNotes: 'sound' });
    expect(await operator.refused(['action', 'submit', id, '2', '--wallet', 'planner', ...notes])).to.include({
      exit: 1,
      code: 'VAL_BP_002',
    });
    const stale = ['--previous', 'ab'.repeat(32)];
    expect(await operator.refused(['action', 'submit', id, ...notes, ...stale])).to.include({ code: 'VAL_CHAIN_FORK' });
    const first = await operator.ask(['action', 'submit', id, '2', ...notes]);
    const again = await operator.ask(['action', 'submit', id, '2', ...notes]);
    expect(again).to.include({ repeated: true, transactionId: first.transactionId });
  });

  it('rejects with a reason, and cancels by who opened it', async () => {
    const id = await applied();
    await operator.ask(['action', 'submit', id, ...payload('notes.json', { structuralNotes: 'sound' })]);
    expect(await operator.refused(['action', 'reject', id])).to.include({ exit: 2 });
    const rejected = await operator.call(['action', 'reject', id, '--field-error', 'storeys=too many'], {
      answers: ['Of another site.'],
    });
    expect(rejected.out).to.match(/^back to +1 Apply \(contractor\)$/m);
    const shown = await operator.call(['instance', 'show', id]);
    expect(shown.out)
      .to.match(/^3 +Review the plan \(Rejection\)/m)
      .and.match(new RegExp(`^1 +Apply +contractor +${wallets.contractor}`, 'm'));
    expect((await operator.call(['instance', 'cancel', id], { answers: ['no'] })).exit).to.equal(1);
    expect(await operator.ask(['instance', 'cancel', id, '--yes', '--reason', 'sold'])).to.include({
      isComplete: true,
    });
    const over = await operator.refused(['action', 'submit', id, ...payload('x.json', {})]);
    expect(over.error).to.equal('no action can be done now: the instance is Cancelled');
  });
});
