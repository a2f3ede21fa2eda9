// An action that can lead to several places, made by prepare, sign and submit: the node states where the data leads,
// and its author where only sealed data decides.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../support/base/folders.js';
import { operatorOfAll } from './operator.js';

const NUMBER = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const NOTHING = { type: 'object' };

/** The input decides above 10; below it, the sealed number of the action before. */
const SORTING = {
  language: 2,
  id: 'sorting',
  title: 'Sorting',
  description: 'A number says where it goes on.',
  actions: [
    {
      ...{
        id: 1,
        title: 'Tell',
        sender: 'teller',
        isStartingAction: true,
        dataSchemas: [NUMBER],
        routes: [to('go', 2)],
      },
      disclosures: [{ participantAddress: 'author', dataPointers: ['/*'] }],
    },
    {
      ...{ id: 2, title: 'Sort', sender: 'author', dataSchemas: [NUMBER] },
      routes: [
        { ...to('high', 3), condition: { '>': [{ var: 'in.n' }, 10] } },
        { ...to('told', 4), condition: { '>': [{ var: 'act.1.n' }, 5] } },
        { id: 'rest', nextActionIds: [], isDefault: true },
      ],
    },
    { id: 3, title: 'Up', sender: 'author', dataSchemas: [NOTHING], routes: [to('up', 4)] },
    { id: 4, title: 'Down', sender: 'author', dataSchemas: [NOTHING], routes: [{ id: 'end', nextActionIds: [] }] },
  ],
};

function to(id: string, next: number) {
  return { id, nextActionIds: [next] };
}

interface Branches {
  readonly activeBranches: readonly { readonly currentActionId: number; readonly lastTransactionId: string }[];
}

describe('an action with several routes by prepare, sign and submit', function () {
  this.timeout(60_000);
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const operator = operatorOfAll();
  let register = '';
  const address = new Map<string, string>();
  let serial = 0;

  const written = (name: string, value: unknown): string => {
    writeFileSync(at(name), JSON.stringify(value));
    return at(name);
  };
  const preparing = (action: number, payload: object, words: readonly string[] = []): readonly string[] => [
    ...['tx', 'prepare', register, '--blueprint', action === 1 ? 'older' : 'sorting', '--action', String(action)],
    ...['--sender', address.get('author') as string, '--public', '--payload', written(`p${++serial}.json`, payload)],
    ...words,
  ];
  const instance = (id: string) => operator.ask<Branches>(['instance', 'show', id, '--register', register]);
  /** The instance behind its first action, and the transaction at which it stands. */
  async function begun(n: number): Promise<{ id: string; previous: readonly string[] }> {
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', 'sorting', '--register', register]);
    const payload = written(`p${++serial}.json`, { n });
    await operator.ask(['action', 'submit', id, '1', '--wallet', 'teller', '--payload', payload]);
    const { activeBranches } = await instance(id);
    return { id, previous: ['--previous', activeBranches[0]?.lastTransactionId as string] };
  }
  async function submitted(file: string): Promise<string> {
    const signed = at(`s${++serial}.json`);
    await operator.ask(['tx', 'sign', file, '--out', signed]);
    return (await operator.ask<{ status: string }>(['tx', 'submit', signed, '--wait', '10'])).status;
  }
  const waiting = async (id: string) => (await instance(id)).activeBranches.map((one) => one.currentActionId);

  before(async () => {
    for (const role of ['teller', 'author']) {
      const { wallet } = await operator.ask<{ wallet: { address: string } }>([
        ...['wallet', 'create', role, '--word-count', '12'],
      ]);
      address.set(role, wallet.address);
    }
    const made = await operator.ask<{ registerId: string }>(['register', 'create', 'Sorted', '--owner', 'author']);
    register = made.registerId;
    const participants = [...address].map(([id, walletAddress]) => ({ id, name: id, walletAddress }));
    await operator.ask(['blueprint', 'push', written('sorting.json', { ...SORTING, participants })]);
    const publish = ['blueprint', 'publish', SORTING.id, '--register', register];
    await operator.ask([...publish, '--override', '--reason', 'a test']);
  });

  it('says where the payload leads, and is sealed', async () => {
    const { id, previous } = await begun(1);
    const out = at('high.tx');
    const { exit, out: said, err } = await operator.call(preparing(2, { n: 20 }, [...previous, '--out', out]));
    expect(exit, err).to.equal(0);
    expect(said).to.contain('It leads to action 3.');
    expect(await submitted(out)).to.equal('sealed');
    expect(await waiting(id)).to.deep.equal([3]);
  });

  it('asks its author where what is sealed decides', async () => {
    const { id, previous } = await begun(9);
    const refused = await operator.refused(preparing(2, { n: 2 }, previous));
    expect(refused).to.include({ exit: 1, code: 'VAL_ROUTING_001' });
    expect(refused.error).to.contain('to action 4; or to no other action');
    expect(refused.hint).to.contain('--next').and.contain('docs/hashes.md');
    const out = at('told.tx');
    await operator.ask(preparing(2, { n: 2 }, [...previous, '--next', '4', '--out', out]));
    expect(await submitted(out)).to.equal('sealed');
    expect(await waiting(id)).to.deep.equal([4]);
  });

  it('takes the route that is named, and none that is not there', async () => {
    const { id, previous } = await begun(9);
    const unknown = await operator.refused(preparing(2, { n: 2 }, [...previous, '--route', 'sideways']));
    expect(unknown).to.include({ exit: 2, hint: 'Routes: high, told, rest.' });
    expect((await operator.refused(preparing(2, { n: 2 }, [...previous, '--next', 'four']))).exit).to.equal(2);
    const out = at('route.tx');
    await operator.ask(preparing(2, { n: 2 }, [...previous, '--route', 'told', '--out', out]));
    expect(await submitted(out)).to.equal('sealed');
    expect(await waiting(id)).to.deep.equal([4]);
  });
});
