// The first act of the demo: a node from nothing, two parties with keys of different kinds, a register that both own, a
// workflow on it.
import { ChainAudit } from '../harness/chain-audit.js';
import { NodeProcess } from '../harness/node-process.js';
import { foundRegister, newParty } from '../harness/party.js';
import type { Narrator } from './narrator.js';
import { deliveryNote, WORKFLOW_ID } from './workflow.js';
import { short, type World } from './world.js';

const REGISTER_NAME = 'Mill and shop deliveries';

export function startNode(tell: Narrator, onStart: (node: NodeProcess) => void): Promise<NodeProcess> {
  return tell.step(async (step) => {
    step.say('A node needs no configuration: it gets an empty folder and a free port of this machine.');
    const node = await NodeProcess.create();
    onStart(node);
    step.show('folder', node.dataDir);
    step.show('address', node.url);
    step.expect((await node.client('').getAlive()).status === 'alive', `It runs as process ${node.pid} and answers.`);
    return node;
  });
}

export function signIn(tell: Narrator, node: NodeProcess): Promise<string> {
  return tell.step(async (step) => {
    step.say(
      'The first start made an administrator, here with a password from the settings; it is stored only as a hash.',
    );
    const token = await node.login();
    const { email, roles } = await node.client(token).getMe();
    step.expect(roles.includes('SystemAdmin'), `Signed in as ${email}.`);
    return token;
  });
}

export function twoParties(tell: Narrator, at: Pick<World, 'node' | 'token'>) {
  return tell.step(async (step) => {
    const client = at.node.client(at.token);
    const mill = await newParty(client, 'Hollow Lane Mill', 'ED25519');
    const shop = await newParty(client, 'Quayside Shop', 'NISTP256');
    step.say(`${mill.name} signs with ${mill.algorithm}, ${shop.name} with ${shop.algorithm}.`);
    step.show(mill.name, mill.address);
    step.show(shop.name, shop.address);
    step.expect(mill.address !== shop.address, 'Each wallet has an address that follows from its public key.');
    return { mill, shop };
  });
}

export function aRegister(tell: Narrator, at: Pick<World, 'node' | 'token' | 'mill' | 'shop'>) {
  return tell.step(async (step) => {
    const client = at.node.client(at.token);
    step.say('Both wallets sign that they own it; without both signatures there is no register.');
    const made = await foundRegister(client, REGISTER_NAME, [at.mill, at.shop]);
    const { registerId, genesisDocketHash } = made;
    const { members } = await client.getGovernanceRoster({ params: { registerId } });
    step.show('register', registerId);
    step.show('genesis', genesisDocketHash);
    const owners = members.filter(({ role }) => role === 'Owner').length;
    step.expect(owners === 2, 'Docket 0, the genesis, names two owners and is sealed.');
    return { registerId, genesisHash: genesisDocketHash, audit: new ChainAudit(registerId) };
  });
}

export function aWorkflow(tell: Narrator, at: Omit<World, 'publicationTxId'>): Promise<string> {
  return tell.step(async (step) => {
    const client = at.node.client(at.token);
    const blueprintJson = deliveryNote(at.mill, at.shop);
    step.say(
      'It was not rehearsed. The node publishes it for a confirmed override, which it keeps with name and reason.',
    );
    const override = { confirm: true, reason: 'The steps that follow are its rehearsal.' };
    const body = { blueprintId: WORKFLOW_ID, blueprintJson, override };
    const { publicationTxId } = await client.publishBlueprint({ params: { registerId: at.registerId }, body });
    step.say(
      'Dispatch (mill), receive (shop), confirm (mill): each step says who acts, what it contains, what follows.',
    );
    const latest = await client.getLatestPublication({
      params: { registerId: at.registerId, blueprintId: WORKFLOW_ID },
    });
    step.expect(
      latest.publicationTxId === publicationTxId,
      `The definition is on the register as ${short(publicationTxId)}; every action names it.`,
    );
    return publicationTxId;
  });
}
