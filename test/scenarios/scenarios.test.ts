// The acceptance scenarios, each a file of its own, over four nodes of four organisations. The nodes are started once
// for all of them.
import { expect } from 'chai';
import { ChainAudit } from '../../cli/harness/chain-audit.js';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import { everywhere } from '../../cli/harness/shared-register.js';
import { folderOfAll } from '../support/base/folders.js';
import { permitByCommand } from './assistants/by-command.js';
import { permitByHub } from './assistants/by-hub.js';
import { permitByTools } from './assistants/by-tools.js';
import { openPermit, type Permit } from './assistants/permit.js';
import { payloadFiles } from './attachments.js';
import { isOne, judge } from './judge.js';
import { definitionLost } from './lost-definition.js';
import { organisationPingPong } from './organisation.js';
import { type Played, play } from './play.js';
import { raceForRole } from './race.js';
import { scenarios } from './scenario-file.js';
import { openStage, type Stage } from './stage.js';

describe('scenarios over four organisations', function () {
  this.timeout(120_000);
  let stage: Stage;
  const all: Played[] = [];

  before(async () => {
    stage = await openStage();
  });
  after(() => stage?.cluster.remove());

  for (const scenario of scenarios())
    it(scenario.title, async () => {
      const played = await play(stage, scenario);
      await judge(stage, played);
      all.push(played);
    });

  it('Organisation ping-pong: one organisation founds a register, invites three members and lets them play', () =>
    organisationPingPong(stage));

  it('Open role wanted by three: wallets of three nodes take it at once, and one has it on every node', () =>
    raceForRole(stage));

  describe('a construction permit designed, rehearsed, published and played over three nodes', () => {
    const folder = folderOfAll();
    let permit: Permit;
    before(async () => {
      permit = await openPermit(stage);
    });
    after(() => permit?.close());

    it('by tools of assistants, with the official client of MCP', () => permitByTools(permit));
    it('by talking to the designer of a node, with the official client of SignalR', () => permitByHub(permit));
    it('by quorate design and commands', () => permitByCommand(permit, folder));
  });

  it('Files with actions: 1 KiB to 40 MiB, sent at one node and opened at another, with the hash of the original', () =>
    payloadFiles(stage));

  it('Distributed register: four nodes, of which no other can call the fourth, have one chain', async () => {
    const { registerId, members } = stage;
    const [{ node, token }] = members as readonly [ClusterMember];
    const { height } = await node.client(token).getRegister({ params: { registerId } });
    await everywhere(members, registerId, Number(height));
    const audits = members.map(() => new ChainAudit(registerId));
    for (const [i, member] of members.entries()) await audits[i]?.follow(member.node.client(member.token));
    for (const { faults } of audits) expect(faults).to.deep.equal([]);
    for (const { hashes } of audits) expect(hashes).to.deep.equal(audits[0]?.hashes);
    expect(audits[0]?.hashes).to.have.length(Number(height));
  });

  it('stay what they are at a node that was killed, and at one that lost a definition until its indexes were made again', async () => {
    const { members } = stage;
    const [, bolt, , dune] = members as readonly [ClusterMember, ClusterMember, ClusterMember, ClusterMember];
    const before = await Promise.all(all.map(({ course }) => course.everywhere(members)));
    const pingPong = all.find(({ scenario }) => scenario.id === 'ping-pong') as Played;
    const lost = await definitionLost(stage, dune, pingPong);
    await bolt.node.kill();
    await Promise.all([bolt.node.start(), dune.node.start()]);
    await stage.cluster.waitForLinks();
    for (const [i, played] of all.entries()) {
      if (played !== pingPong) await isOne(stage, played);
      expect(await played.course.everywhere(members)).to.deep.equal(before[i]);
    }
    await lost.course.act(lost.pong, 1, { answer: 'Now I do.' });
    expect(await lost.course.isSame(members)).to.equal(true);
  });
});
