// Templates from the command line: listed, shown, and blueprints made from them, offline and with those of a node.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';

describe('cli/commands/blueprints/blueprint-templates', () => {
  const folder = folderOfAll();
  const make = async (...words: string[]) => called(['blueprint', 'new', ...words]);
  const made = async (...words: string[]) => JSON.parse((await make(...words)).out);

  it('lists them, by category, without a node', async () => {
    const all = await called(['blueprint', 'templates']);
    expect(all.requests).to.deep.equal([]);
    expect(all.out).to.match(
      /^TEMPLATE +CATEGORY +FROM +WHAT IT IS\nconstruction-permit +government +program +Construction permit\n/,
    );
    const finance = await called(['blueprint', 'templates', '--category', 'finance', '--json', '--page-size', '2']);
    const { items, totalCount } = JSON.parse(finance.out);
    expect([items.length, totalCount, items[0].id]).to.deep.equal([2, 3, 'invoice-finance']);
  });

  it('shows parameters with their defaults, and examples', async () => {
    const { out } = await called(['blueprint', 'template', 'ping-pong']);
    expect(out)
      .to.match(/^rounds +20 +Round trips; each is two actions\.$/m)
      .and.match(/^once +A single round trip\.$/m);
    const inner = await called(['blueprint', 'template', 'construction-permit']);
    expect(inner.out).to.match(/^fee\.minimum +250 +The least fee\.$/m);
    const unknown = await called(['blueprint', 'template', 'pingpong']);
    expect([unknown.exit, unknown.err]).to.deep.equal([
      2,
      'quorate: there is no template pingpong (TEMPLATE_NOT_FOUND)\n  Did you mean ping-pong?\n',
    ]);
  });

  it('makes a blueprint with defaults and an id of its own', async () => {
    const one = await made('simple-invoice');
    const two = await made('simple-invoice');
    expect(one.title).to.equal('Simple invoice');
    expect(one.id)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(two.id);
    const OPEN =
      'Any wallet takes one: it claims the role (quorate action claim), and others deliver what came before (quorate instance deliver). Name the wallets with --party ROLE=WALLET where you know them.';
    const said = 'Simple invoice: 2 participants, 2 actions.\n';
    expect((await make('simple-invoice')).err).to.equal(`${said}Open roles: supplier, buyer. ${OPEN}\n`);
    const party = ['--set', 'wallets.supplier=qr1x'];
    expect((await make('simple-invoice', ...party)).err).to.equal(`${said}Open roles: buyer. ${OPEN}\n`);
    expect((await make('simple-invoice', ...party, '--set', 'wallets.buyer=qr1y')).err).to.equal(said);
  });

  it('takes parameters from an example, over it a file, over it the call', async () => {
    const params = join(folder, 'params.json');
    writeFileSync(params, JSON.stringify({ checkDays: 5, licenceDays: 10 }));
    const file = join(folder, 'licence.json');
    const said = await make(
      'licence-approval',
      ...['--example', 'venue', '--params', params, '--set', 'checkDays=6', '--set', 'licence=Fun fair'],
      ...['--set', 'organisations.authority="City"', '--set', 'wallets.applicant=qr1x', '--id', 'fair', '--out', file],
    );
    expect([said.exit, said.out]).to.deep.equal([
      0,
      `Licence: Fun fair: 5 participants, 6 actions.\nWritten to ${file}.\n`,
    ]);
    expect(said.err).to.contain('Open roles: authority, police, fire, noise.');
    const blueprint = JSON.parse(readFileSync(file, 'utf8'));
    expect([blueprint.id, blueprint.actions[1].timers[0].after]).to.deep.equal(['fair', 'P6D']);
    expect(blueprint.participants.slice(0, 2)).to.deep.equal([
      { id: 'applicant', name: 'Applicant', walletAddress: 'qr1x' },
      { id: 'authority', name: 'Licensing authority', organisation: 'City' },
    ]);
    expect(blueprint.actions[5].credentialIssuanceConfig.expiryDuration).to.equal('P10D');
    expect((await make('licence-approval', '--out', file)).err).to.contain('the file exists');
  });

  it('says what is wrong with parameters, and what to look at', async () => {
    const wrong = await make('ping-pong', '--set', 'rounds=0', '--set', 'round=1');
    expect([wrong.exit, wrong.out]).to.deep.equal([1, '']);
    expect(wrong.err)
      .to.contain('did you mean rounds at /parameters/round (TEMPLATE_PARAMETER_INVALID)')
      .and.contain('/parameters/rounds')
      .and.contain('quorate blueprint template ping-pong');
    expect((await make('ping-pong', '--set', 'rounds')).exit).to.equal(2);
    expect((await make('ping-pong', '--example', 'none')).err).to.contain('It has: twenty, once.');
  });

  it('asks the node for those of the organisation', async () => {
    const own = { ...TEMPLATES[8], id: 'our-rally', source: 'organisation' };
    const { parameterSchema, defaults, examples, body, ...row } = own;
    const answers = {
      'GET /api/templates': { items: [row], totalCount: 1, page: 1, pageSize: 20 },
      'GET /api/templates/our-rally': own,
    };
    const listed = await called(['blueprint', 'templates', '--node'], answers);
    expect(listed.out).to.match(/^our-rally +general +organisation +Ping-pong$/m);
    const { out } = await called(
      ['blueprint', 'new', 'our-rally', '--node', '--set', 'rounds=2', '--id', 'x'],
      answers,
    );
    expect(JSON.parse(out)).to.deep.include({ id: 'x', title: 'Ping-pong' });
  });

  it('makes blueprints that validate', async () => {
    for (const { id, examples } of TEMPLATES)
      for (const { name } of examples) {
        const { out } = await make(id, '--example', name);
        const checked = await called(['blueprint', 'validate', '-', '--json'], {}, { stdin: out });
        expect(JSON.parse(checked.out).ok, `${id} ${name}`).to.equal(true);
      }
  });
});
