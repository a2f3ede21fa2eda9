// Registers of other nodes from the command line: what is offered, followed, left and purged.
import { expect } from 'chai';
import { replicationExamples as examples } from '../../../../../api/groups/ledger/replication/examples.js';
import { called, problem, whole } from '../../../../support/program/command.js';

const { registerId } = examples.advertiseRegister.output;
const SUBSCRIBE = `/api/registers/${registerId}/subscribe`;
const CACHE = `DELETE /api/registers/${registerId}/cache`;

describe('cli/commands/ledger/register-replication', () => {
  it('lists what connected nodes offer', async () => {
    const offered = whole(200, examples.listAvailableRegisters.output, { 'x-total-count': '1' });
    const { out } = await called(['register', 'available'], { 'GET /api/registers/available': offered });
    expect(out).to.match(/^Orders +12 +2 +0d3c6a51/m);
  });

  it('follows a register, from a docket 0 that is stated', async () => {
    const answers = { [`POST ${SUBSCRIBE}`]: whole(201, examples.subscribeRegister.output) };
    const { exit, out, err, bodies } = await called(['register', 'subscribe', registerId], answers);
    expect([exit, bodies]).to.deep.equal([0, [{ mode: 'full-replica' }]]);
    expect(out)
      .to.match(/^height +0 of 12$/m)
      .and.match(/^state +recovering$/m);
    expect(err).to.include(`How far it is: quorate register show ${registerId} --watch`);
    const genesis = 'ab'.repeat(32);
    const pinned = await called(['register', 'subscribe', registerId, '--genesis', genesis], answers);
    expect(pinned.bodies).to.deep.equal([{ mode: 'full-replica', genesisHash: genesis }]);
    const refused = problem(404, 'REGISTER_NOT_ADVERTISED', 'Nobody offers it.');
    expect((await called(['register', 'subscribe', registerId], { [`POST ${SUBSCRIBE}`]: refused })).exit).to.equal(1);
  });

  it('stops following without deleting', async () => {
    const answers = { [`DELETE ${SUBSCRIBE}`]: examples.unsubscribeRegister.output };
    const { exit, requests } = await called(['register', 'unsubscribe', registerId], answers);
    expect([exit, requests[0]?.url.endsWith('?purge=false')]).to.deep.equal([0, true]);
  });

  it('purges after a question only', async () => {
    const answers = { [CACHE]: examples.purgeRegisterCache.output };
    const no = await called(['register', 'purge', registerId], answers, { answers: ['no'] });
    expect([no.exit, no.requests]).to.deep.equal([1, []]);
    const yes = await called(['register', 'purge', registerId], answers, { answers: ['yes'] });
    expect(yes.out).to.equal('Deleted 13 dockets with 40 transactions from this node.\n');
  });
});
