// The rules of a register from the command line: what is shown, what a node states, and a raise that carries the
// statement of every validator or is not sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';
import { supportOf } from '../../../../support/register/governance.js';
import { aSeat, REGISTER_ID } from '../../../../support/register/ledger.js';

const [own, other, stranger] = [aSeat('own'), aSeat('other'), aSeat('stranger')];
const seatView = (seat: typeof own, isOwn: boolean) => ({
  validatorId: seat.validatorId,
  orgId: 'Town',
  consensusKey: seat.consensusKey,
  isOwn,
});
const RULES = `GET /api/registers/${REGISTER_ID}/governance/rules`;
const SUPPORT = `POST /api/validators/${REGISTER_ID}/rules-support`;
const PROPOSE = `POST /api/registers/${REGISTER_ID}/governance/propose`;
const shown = (rules = 1) => ({
  registerId: REGISTER_ID,
  rules,
  known: [1, 2],
  validators: [seatView(own, true), seatView(other, false)],
});
const answers = {
  [RULES]: shown(),
  [SUPPORT]: supportOf(2, own)[0],
  [PROPOSE]: { state: 'Submitted', proposalId: 'ab'.repeat(32), operation: {}, statementVersion: 2 },
};

describe('cli/commands/ledger/register-rules', () => {
  const folder = folderOfAll();
  let files = 0;
  const file = (content: unknown): string => {
    const path = join(folder, `${files++}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const raise = (contents: readonly unknown[], given: object = answers) => {
    const supports = contents.flatMap((content) => ['--support', file(content)]);
    return called(['register', 'rules', REGISTER_ID, '--raise', ...supports, '--wallet', 'main'], { ...given });
  };

  it('shows the rules in force and the known ones', async () => {
    const { exit, out } = await called(['register', 'rules', REGISTER_ID], answers);
    expect(exit).to.equal(0);
    expect(out)
      .to.match(/rules in force +1/)
      .and.match(/the node knows +1 2/)
      .and.contain(other.validatorId);
  });

  it('writes the statement of the node to a file', async () => {
    const path = join(folder, 'support.json');
    const words = ['validator', 'support', REGISTER_ID, '--rules', '2', '--out', path];
    const { exit, err, bodies } = await called(words, answers);
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([{ rules: 2 }]);
    expect((await raise([JSON.parse(readFileSync(path, 'utf8'))])).exit).to.equal(2);
  });

  it('proposes the next rules with every statement, its own among them', async () => {
    const { exit, err, bodies } = await raise(supportOf(2, other));
    expect(exit, err).to.equal(0);
    const [asked, proposed] = bodies as [object, { support: object[] }];
    expect(asked).to.deep.equal({ rules: 2 });
    expect(proposed).to.include({ operationType: 'set-rules-version', rules: 2, wallet: 'main' });
    expect(proposed.support).to.have.deep.members([...supportOf(2, own, other)]);
  });

  it('names the validators whose nodes are too old, and proposes nothing', async () => {
    const old = { ...shown(), validators: [seatView(own, true), { ...seatView(other, false), knows: 1 }] };
    const words = ['register', 'rules', REGISTER_ID];
    const raised = await called([...words, '--raise', '--wallet', 'main'], { ...answers, [RULES]: old });
    expect(raised.exit).to.equal(1);
    expect(raised.err).to.contain(`1 validator do not know rules 2: ${other.validatorId} (Town)`);
    expect(raised.requests.map(({ method }) => method)).to.deep.equal(['GET']);
    expect((await called(words, { [RULES]: old })).out).to.contain('knows 1');
  });

  it('names the validators whose statement is missing, and proposes nothing', async () => {
    const { exit, err, requests } = await raise([]);
    expect(exit).to.equal(2);
    expect(err).to.contain(`the statement of 1 validator is missing: ${other.validatorId} (Town)`);
    expect(err).to.contain(`quorate validator support ${REGISTER_ID} --rules 2 --out support.json`);
    expect(requests.some(({ url }) => url.endsWith('/propose'))).to.equal(false);
  });

  it('refuses a statement that does not serve, with its file', async () => {
    const [good] = supportOf(2, other);
    const bad: readonly (readonly [unknown, string])[] = [
      [{ ...good, more: 1 }, 'is not a statement'],
      [supportOf(2, stranger)[0], 'has no seat on the register'],
      [supportOf(1, other)[0], 'is for rules 1, and rules 2 are proposed'],
      [{ ...supportOf(1, other)[0], rules: 2 }, 'has a signature that does not verify'],
    ];
    for (const [content, problem] of bad) {
      const { exit, err, requests } = await raise([content]);
      expect([exit, requests.length], problem).to.deep.equal([2, 1]);
      expect(err).to.contain(problem).and.contain('.json');
    }
  });

  it('raises to no rules that the node does not know', async () => {
    const { exit, err, requests } = await raise(supportOf(3, other), { ...answers, [RULES]: shown(2) });
    expect([exit, requests.length]).to.deep.equal([1, 1]);
    expect(err).to.contain('follows rules 2, and the node knows none after them');
    expect((await called(['register', 'rules', REGISTER_ID, '--support', 'x'], answers)).exit).to.equal(2);
  });
});
