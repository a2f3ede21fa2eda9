// Blueprints offline: findings with their places, pictures, and one action tried on data.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { CONSTRUCTION_PERMIT } from '../../../../support/definitions/construction-permit.js';
import { FREIGHT, FREIGHT_WALK } from '../../../../support/definitions/freight-draft.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { called } from '../../../../support/program/command.js';

const APPLICATION = {
  project: 'Riverside',
  buildingUse: 'commercial',
  storeys: 4,
  floorArea: 1200,
  projectValue: 9,
  bankReference: 'secret',
};

describe('cli/commands/blueprints/blueprint', () => {
  it('is validated and not checked', async () => {
    expect((await called(['blueprint', 'check', 'x.json'])).err).to.contain('Did you mean "blueprint validate"?');
  });

  const folder = folderOfAll();
  const file = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };

  it('validates: findings, and the hash of the behaviour', async () => {
    const good = await called(['blueprint', 'validate', file('good.json', CONSTRUCTION_PERMIT), '--json']);
    const { ok, findings, execDefHash } = JSON.parse(good.out);
    expect([ok, execDefHash.length]).to.deep.equal([true, 64]);
    expect(findings.map((found: { readonly code: string }) => found.code)).to.not.be.empty;
    const bad = await called([
      'blueprint',
      'validate',
      file('bad.json', { ...CONSTRUCTION_PERMIT, participants: [{ id: 'planner' }, { id: 'x' }] }),
    ]);
    expect([bad.exit, bad.out, good.requests.length]).to.deep.equal([1, '', 0]);
    expect(bad.err).to.contain('is not a participant: expected one of planner, x. [BP_SENDER_UNKNOWN]');
  });

  it('takes a file with the byte order mark of an editor, and names UTF-16', async () => {
    const marked = join(folder, 'marked.json');
    const text = `\uFEFF${JSON.stringify(CONSTRUCTION_PERMIT)}`;
    writeFileSync(marked, text);
    expect((await called(['blueprint', 'validate', marked])).exit).to.equal(0);
    writeFileSync(marked, Buffer.from(text, 'utf16le'));
    const { exit, err } = await called(['blueprint', 'validate', marked]);
    expect([exit, err.includes(`${marked} is UTF-16`), err.includes('Save it as UTF-8.')]).to.deep.equal([
      1,
      true,
      true,
    ]);
  });

  it('writes findings as SARIF with the lines of the file', async () => {
    const text = JSON.stringify({ ...CONSTRUCTION_PERMIT, participants: [{ id: 'planner' }, { id: 'x' }] }, null, 2);
    writeFileSync(join(folder, 'bad spaced.json'), text);
    const { exit, out } = await called(['blueprint', 'validate', join(folder, 'bad spaced.json'), '--sarif']);
    expect(exit).to.equal(1);
    const { version, runs } = JSON.parse(out);
    const [{ tool, results }] = runs;
    expect([version, tool.driver.name]).to.deep.equal(['2.1.0', 'quorate']);
    const found = results.find((one: { ruleId: string }) => one.ruleId === 'BP_SENDER_UNKNOWN');
    expect(tool.driver.rules[found.ruleIndex]).to.deep.equal({ id: 'BP_SENDER_UNKNOWN' });
    const { artifactLocation, region } = found.locations[0].physicalLocation;
    expect(artifactLocation.uri).to.match(/bad%20spaced\.json$/);
    const lines = text.split('\n');
    const line = lines[region.startLine - 1] as string;
    expect(line).to.match(/"sender": /);
    const [permit] = CONSTRUCTION_PERMIT.actions as readonly JsonObject[];
    const sender = JSON.stringify(permit?.sender);
    expect(line.slice(region.startColumn - 1, region.endColumn - 1)).to.equal(sender);
    expect(found.locations[0].logicalLocations[0].fullyQualifiedName).to.equal('/actions/0/sender');
    expect(region.endLine).to.equal(region.startLine);
    const good = await called(['blueprint', 'validate', file('good.json', CONSTRUCTION_PERMIT), '--sarif']);
    expect([good.exit, JSON.parse(good.out).runs[0].results.length]).to.deep.equal([0, 8]);
  });

  it('tells three places of each code, and all of them as JSON and SARIF', async () => {
    const steps = Array.from({ length: 5 }, (_, i) => ({
      ...{
        id: i + 1,
        sender: i % 2 ? 'y' : 'x',
        isStartingAction: i === 0,
        routes: i < 4 ? [{ id: 'r', nextActionIds: [i + 2] }] : [],
      },
      ...asks({ n: { type: 'integer' } }),
    }));
    const { actions: _, ...rest } = definitionOf([{}]);
    const source = file('five.json', { ...rest, actions: steps });
    const { exit, out } = await called(['blueprint', 'validate', source]);
    const lines = out.split('\n');
    const unread = lines.flatMap((line, i) => (line.includes('[BP_DATA_UNREAD]') ? [i] : []));
    expect([exit, unread.length]).to.deep.equal([0, 3]);
    // Those of one code stand together, and then how many more there are.
    expect(unread[2]).to.equal((unread[0] as number) + 2);
    expect(lines[(unread[2] as number) + 1]).to.equal(
      '  and 2 more of BP_DATA_UNREAD: quorate blueprint validate --json',
    );
    const { findings } = JSON.parse((await called(['blueprint', 'validate', source, '--json'])).out);
    const codes = (all: readonly { readonly code?: string; readonly ruleId?: string }[]) =>
      all.filter(({ code, ruleId }) => (code ?? ruleId) === 'BP_DATA_UNREAD').length;
    const { runs } = JSON.parse((await called(['blueprint', 'validate', source, '--sarif'])).out);
    expect([codes(findings), codes(runs[0].results)]).to.deep.equal([5, 5]);
    const broken = file('broken.json', { ...rest, actions: steps.map((one) => ({ ...one, sender: 'nobody' })) });
    const refused = await called(['blueprint', 'validate', broken]);
    expect(refused.err.match(/\[BP_SENDER_UNKNOWN\]/g)).to.have.length(3);
    expect(refused.err).to.contain('  and 2 more of BP_SENDER_UNKNOWN: ');
  });

  it('fixes where one change is meant, into a new file', async () => {
    const { actions, ...rest } = CONSTRUCTION_PERMIT;
    const [first, ...others] = actions as readonly JsonObject[];
    const { isStartingAction: _, ...unmarked } = first as NonNullable<typeof first>;
    const source = file('typo.json', { ...rest, actions: [unmarked, ...others], dataSchema: [] });
    const target = join(folder, 'fixed.json');
    const done = await called(['blueprint', 'fix', source, '--out', target]);
    expect([done.exit, done.out]).to.deep.equal([0, `2 fixed, 4 left to you.\nWritten to ${target}.\n`]);
    expect(done.err).to.contain('[BP_START_MISSING]').and.to.contain('[BP_MEMBER_UNKNOWN]');
    const fixed = JSON.parse(readFileSync(target, 'utf8'));
    expect([fixed.actions[0].isStartingAction, fixed.dataSchemas]).to.deep.equal([true, []]);
    expect((await called(['blueprint', 'fix', source, '--out', target])).exit).to.not.equal(0);
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, '{"a": ');
    expect((await called(['blueprint', 'fix', damaged])).err).to.contain('holds no good JSON');
  });

  it('says which rule of language 2 somebody who reads it cannot check, and tries one on facts by action', async () => {
    const whole = { type: 'integer' };
    const price = asks({ price: whole });
    const first = { ...price, ...shows({ y: ['*'], z: ['price'] }), ...to(2) };
    const fee = { fee: { '*': [{ var: 'act.1.price' }, { var: 'in.qty' }] } };
    const second = { sender: 'y', ...asks({ qty: whole, fee: whole }), calculations: fee, ...shows({ x: ['*'] }) };
    const definition = file('two.json', definitionOf([first, second]));
    const told = await called(['blueprint', 'validate', definition]);
    expect(told.out).to.not.contain('cannot check');
    const shown = { ...second, ...shows({ x: ['*'], z: ['fee'] }) };
    const half = await called(['blueprint', 'validate', file('half.json', definitionOf([first, shown]))]);
    expect(half.out).to.contain(
      'Rules that somebody who reads them cannot check:\n  /actions/1/calculations/fee (action 2), by y: z cannot, x can\n',
    );
    const { checkers } = JSON.parse((await called(['blueprint', 'validate', definition, '--json'])).out);
    expect(checkers).to.deep.equal([
      { action: 2, sender: 'y', location: '/actions/1/calculations/fee', checkers: ['x'] },
    ]);
    const words = ['blueprint', 'try', definition, '--action', '2', '--data', file('qty.json', { qty: 3 })];
    const tried = await called([
      ...words,
      '--previous',
      file('facts.json', { 1: [{ price: 5 }, { price: 7 }] }),
      '--json',
    ]);
    expect(tried.err).to.equal('');
    expect(JSON.parse(tried.out).data).to.deep.equal({ qty: 3, fee: 21 });
    const absent = await called(words);
    expect([absent.exit, absent.out]).to.deep.equal([1, '']);
    expect(absent.err).to.contain('LOGIC_ABSENT').and.contain('no run of action 1 is in force');
  });

  it('validates, tries and tests a workflow with money, decimals, tables and a calendar', async () => {
    const definition = file('freight.json', FREIGHT);
    const { findings } = JSON.parse((await called(['blueprint', 'validate', definition, '--json'])).out);
    // The carrier has no wallet yet.
    expect(
      findings.map(({ code, location }: { code: string; location: string }) => `${code} ${location}`),
    ).to.deep.equal(['BP_ROLE_OPEN /participants/1']);
    const before: Record<string, unknown> = {};
    for (const { action, payload, fields } of FREIGHT_WALK) {
      const given = ['--data', file('payload.json', payload), '--previous', file('facts.json', before), '--json'];
      const tried = await called(['blueprint', 'try', definition, '--action', String(action), ...given]);
      expect(tried.err).to.equal('');
      before[action] = JSON.parse(tried.out).data;
      expect(before[action]).to.deep.equal({ ...payload, ...fields });
    }
    const steps = FREIGHT_WALK.map(({ action, payload, fields }) => ({ action, payload, expect: { fields } }));
    file('freight.scenarios.json', [{ name: 'late', steps }]);
    const tested = await called(['blueprint', 'test', definition]);
    expect([tested.exit, tested.out]).to.deep.equal([0, '  passed  late (3 steps)\n1 scenario passed.\n']);
    const wrong = file('wrong.json', JSON.parse(JSON.stringify(FREIGHT).replace('"payable":{"-":', '"payable":{"/":')));
    const refused = await called(['blueprint', 'validate', wrong]);
    expect(refused.err).to.contain('There is no operator "/"').and.contain('[BP_LOGIC]');
    const mixed = file('mixed.json', JSON.parse(JSON.stringify(FREIGHT).replace('"P7D"', '7')));
    const mistyped = await called(['blueprint', 'validate', mixed]);
    expect([mistyped.exit, mistyped.out]).to.deep.equal([1, '']);
    expect(mistyped.err).to.contain(
      '/actions/0/calculations/latest/dateAdd (action 1): "dateAdd" takes a duration such as "P1M" as value 2, and value 2 is integer. [BP_TYPE]',
    );
  });

  it('walks through scenarios that stand beside the blueprint, and says which fail', async () => {
    const definition = file('walk.json', definitionOf([{ ...asks({ price: num }), ...to() }]));
    const step = (price: number) => ({ action: 1, payload: { price: 5 }, expect: { fields: { price } } });
    file('walk.scenarios.json', [{ name: 'good', steps: [step(5)] }]);
    const good = await called(['blueprint', 'test', definition]);
    expect([good.exit, good.out]).to.deep.equal([0, '  passed  good (1 steps)\n1 scenario passed.\n']);
    const bad = file('bad.scenarios.json', [{ name: 'bad', steps: [step(6)] }]);
    const failing = await called(['blueprint', 'test', definition, '--scenarios', bad, '--json']);
    expect(failing.exit).to.equal(1);
    expect(JSON.parse(failing.out)).to.deep.include({ ok: false });
    expect(failing.out).to.contain('expected price of the data 6, found 5');
    const shown = await called(['blueprint', 'test', definition, '--scenarios', bad]);
    expect(shown.out).to.match(/After the last step that was walked, the instance is \w+; enabled: none/);
    const deputies = { x: [{ to: 'clerk', max: { var: 'in.prices', upTo: '5' } }] };
    const bounded = file('bounded.scenarios.json', [{ name: 'bounded', deputies, steps: [step(5)] }]);
    const noted = await called(['blueprint', 'test', definition, '--scenarios', bounded]);
    expect(noted.err).to.contain('/0/deputies/x/0/max: No run of action 1 states in.prices: did you mean in.price?');
    const unwritten = await called(['blueprint', 'test', definition, '--scenarios', 'nowhere.json']);
    expect([unwritten.exit, unwritten.out]).to.deep.equal([1, '']);
    expect(unwritten.err).to.contain('nowhere.json: there is no such file').and.contain('docs/scenarios.md');
    const formless = await called(['blueprint', 'test', definition, '--scenarios', file('x.json', [{ steps: [] }])]);
    expect([formless.exit, formless.out]).to.deep.equal([1, '']);
    expect(formless.err).to.contain('SCENARIO_INVALID').and.contain('docs/scenarios.md');
  });

  it('fires the timers of a blueprint in a scenario, and says which ones it expected', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'lapse', after: 'P2D', then: { nextActionIds: [] } }] as never;
    const definition = file(
      'timed.json',
      definitionOf([
        { ...asks({ price: num }), ...to(2) },
        { ...asks({ paid: num }), ...to(), timers },
      ]),
    );
    const walk = (fired: unknown) =>
      file('timed.scenarios.json', [
        {
          name: 'late',
          steps: [
            { action: 1, payload: { price: 5 } },
            { at: 'P3D', expect: { fired, state: 'Completed' } },
          ],
        },
      ]);
    walk(['lapse']);
    const good = await called(['blueprint', 'test', definition]);
    expect([good.exit, good.out]).to.deep.equal([0, '  passed  late (2 steps)\n1 scenario passed.\n']);
    walk([]);
    const failing = await called(['blueprint', 'test', definition]);
    expect([failing.exit, failing.err + failing.out]).to.satisfy(
      ([exit, text]: [number, string]) => exit === 1 && text.includes('expected fired [], found ["lapse"]'),
    );
    walk('lapse');
    const malformed = await called(['blueprint', 'test', definition]);
    expect([malformed.exit, malformed.out]).to.deep.equal([1, '']);
    expect(malformed.err).to.contain('SCENARIO_INVALID').and.contain('/fired');
  });

  it('explains a member, lists all, and gives the schema', async () => {
    const one = await called(['blueprint', 'explain', 'action.joins']);
    expect(one.out).to.contain('Waits for all branches').and.contain('fork, need');
    expect((await called(['blueprint', 'explain'])).out).to.contain('actions.joins.fork');
    const wrong = await called(['blueprint', 'explain', 'actions.route.nextActions']);
    expect([wrong.exit, wrong.out]).to.deep.equal([2, '']);
    expect(wrong.err).to.contain('Did you mean actions.routes.nextActionIds?');
    const { properties } = JSON.parse((await called(['blueprint', 'schema'])).out);
    expect(properties.title.examples).to.deep.equal(['Construction permit']);
  });

  it('migrates to language 2, tells the changes, and leaves what it cannot know', async () => {
    const { language: _, ...old } = definitionOf([
      { ...asks({ price: num }), routes: [{ id: 'r', nextActionIds: [2], condition: { '>': [{ var: 'price' }, 5] } }] },
      { ...asks({ price: num }), ...to() },
    ]);
    const target = join(folder, 'new.json');
    const made = await called(['blueprint', 'migrate', file('old.json', old), '--out', target]);
    expect([made.exit, made.out.split('\n')[0]]).to.deep.equal([
      0,
      '3 changes, 1 question to you. It can be published.',
    ]);
    expect(made.err).to.contain('It reads in.price.');
    expect((await called(['blueprint', 'validate', target])).exit).to.equal(0);
    const again = await called(['blueprint', 'migrate', target]);
    expect([again.exit, again.out]).to.deep.equal([2, '']);
  });

  it('compares two versions, and says whether a rehearsal still counts', async () => {
    const old = file('a.json', definitionOf([{ ...asks({ price: num }), ...to() }]));
    const words = file('b.json', { ...definitionOf([{ ...asks({ price: num }), ...to() }]), title: 'Other words' });
    const told = await called(['blueprint', 'diff', old, words]);
    expect(told.out).to.contain('changed    title: "Probe" -> "Other words"').and.contain('counts for the later one');
    const other = file('c.json', definitionOf([{ ...asks({ cost: num }), ...to() }]));
    // Findings count actions from 0, so that an id in brackets would be taken for a place.
    expect((await called(['blueprint', 'diff', old, other])).out).to.match(
      /^ {2}changed {2}\* action 1 dataSchemas: /m,
    );
    const none = file('d.json', definitionOf([]));
    expect((await called(['blueprint', 'diff', old, none])).out).to.match(/^ {2}removed {2}\* action 1: \{/m);
    const { differences, needsRehearsal } = JSON.parse((await called(['blueprint', 'diff', old, other, '--json'])).out);
    expect([differences.length > 0, needsRehearsal]).to.deep.equal([true, true]);
    expect((await called(['blueprint', 'diff', old, old])).out).to.equal('They are the same.\n');
  });

  it('draws', async () => {
    const draw = async (...more: string[]) =>
      (await called(['blueprint', 'graph', '-', ...more], {}, { stdin: JSON.stringify(CONSTRUCTION_PERMIT) })).out;
    expect(await draw()).to.match(/^Construction permit\n1 Apply \[contractor\] \(start\)\n/);
    expect(await draw('--format', 'mermaid')).to.match(/^flowchart TD\n/);
    expect(await draw('--format', 'svg')).to.match(/^<svg .*<\/svg>\n$/s);
  });

  it('tries an action, with what each participant would see', async () => {
    const definition = file('permit.json', CONSTRUCTION_PERMIT);
    const words = ['blueprint', 'try', definition, '--action', '1', '--data'];
    const people = await called([...words, file('application.json', APPLICATION)]);
    expect(people.out)
      .to.match(/^Next: 2 \(Unconditional, assess\)$/m)
      .and.match(/^engineer sees:$/m);
    const second = await called([
      ...words.slice(0, 4),
      '2',
      '--data',
      file('notes.json', { structuralNotes: 'sound' }),
      '--previous',
      file('application.json', APPLICATION),
      '--json',
    ]);
    expect(JSON.parse(second.out)).to.have.nested.property('data.riskScore', '10.0800000');
    const refused = await called([...words, file('empty.json', { storeys: 0 })]);
    expect([refused.exit, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.contain('/payload/project').and.contain('VAL_SCHEMA_004');
  });

  it('tries nothing of a blueprint that cannot be published', async () => {
    const { exit, err } = await called(['blueprint', 'graph', file('none.json', {})]);
    expect([exit, err.includes('[BP_FORM]')]).to.deep.equal([1, true]);
  });
});
