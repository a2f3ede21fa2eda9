// Governance lists by cursors over HTTP: newest first, while proposals come and are decided.
import { expect } from 'chai';
import { ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { openProposal, twoGovern, vote } from './fixtures.js';

describe('governance by cursors', () => {
  const world = worldOfAll();

  type Query = Readonly<Record<string, string | number>>;
  const list = async (id: 'listProposals' | 'getGovernanceHistory', registerId: string, query: Query) => {
    const { status, text, json, headers } = await ask(world, id, { params: { registerId }, query });
    expect(status, text).to.equal(200);
    expect(headers.link === undefined).to.equal(json.nextCursor === undefined);
    return json as { readonly items: { readonly proposalId: string }[]; readonly nextCursor?: string };
  };

  it('shows each proposal once, of all and of a status, while others come', async () => {
    const registerId = await twoGovern(world);
    const opened: string[] = [];
    const open = async () => opened.unshift((await openProposal(world, registerId)).proposalId);
    for (let i = 0; i < 4; i++) await open();
    const statuses: Query[] = [{}, { status: 'Pending' }];
    for (const filter of statuses) {
      const before = (await list('listProposals', registerId, { pageSize: 100, ...filter })).items;
      expect(before.map(({ proposalId }) => proposalId).slice(0, opened.length)).to.deep.equal(opened);
      const shown: { readonly proposalId: string }[] = [];
      let cursor: string | undefined;
      do {
        const query: Query = { pageSize: 2, ...filter, ...(cursor !== undefined && { cursor }) };
        const page = await list('listProposals', registerId, query);
        shown.push(...page.items);
        cursor = page.nextCursor;
        await open();
      } while (cursor !== undefined);
      expect(shown.map(({ proposalId }) => proposalId)).to.deep.equal(before.map(({ proposalId }) => proposalId));
    }
    const other = await list('listProposals', registerId, { pageSize: 1, status: 'Pending' });
    const query = { pageSize: 1, cursor: other.nextCursor as string };
    const wrong = await ask(world, 'listProposals', { params: { registerId }, query });
    expect([wrong.status, wrong.json.code]).to.deep.equal([400, 'CURSOR_INVALID']);
  });

  it('shows the history from where it stopped, although changes came', async () => {
    const registerId = await twoGovern(world);
    const change = async () => {
      const { proposalId, operation } = await openProposal(world, registerId);
      const params = { registerId, proposalId };
      const done = await ask(world, 'approveProposal', { params, body: vote(registerId, operation) });
      expect(done.status, done.text).to.equal(200);
    };
    await change();
    const first = await list('getGovernanceHistory', registerId, { pageSize: 1 });
    await change();
    const second = await list('getGovernanceHistory', registerId, { pageSize: 1, cursor: first.nextCursor as string });
    const all = (await list('getGovernanceHistory', registerId, {})).items;
    expect([...first.items, ...second.items]).to.deep.equal(all.slice(1));
    expect(second.nextCursor).to.equal(undefined);
  });
});
