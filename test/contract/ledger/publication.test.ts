// Publication on a register whose genesis names the system wallet of another node: the wallet that holds the role
// signs.
import { expect } from 'chai';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { addressOfDid } from '../../../core/register/people/did.js';
import { worldOfEach } from '../world/world-of.js';
import { aRegister, ask } from './fixtures.js';

describe('publications at the node of another organisation', () => {
  const world = worldOfEach();

  /** From now on this node is not the one that founded its registers. */
  function moved(): void {
    const address = EXAMPLE.walletAddress;
    const { systemWallet } = world.deps;
    systemWallet.identity = () => Promise.resolve({ address }) as ReturnType<typeof systemWallet.identity>;
  }

  /** The signer of the publication, and the owners. */
  async function published(registerId: string) {
    const params = { registerId };
    const body = { blueprintId: DEFINITION.id, override: UNREHEARSED, blueprintJson: DEFINITION };
    const made = await ask(world, 'publishBlueprint', { params, body });
    expect(made.status, made.text).to.equal(200);
    const txId = made.json.publicationTxId;
    const { senderWallet } = (await ask(world, 'getTransaction', { params: { registerId, txId } })).json;
    const { members } = (await ask(world, 'getGovernanceRoster', { params })).json;
    return { senderWallet, owner: addressOfDid(members[0].subject) };
  }

  it('are signed by the wallet of the member', async () => {
    const registerId = await aRegister(world);
    moved();
    const { senderWallet, owner } = await published(registerId);
    expect(senderWallet).to.equal(owner);
  });

  it("are signed by the attestation key of an organisation's wallet", async () => {
    const wallet = { title: 'Treasury', keyType: 'NISTP256', organizationId: EXAMPLE.organisationId };
    const { walletAddress } = (await ask(world, 'createWallet', { body: wallet })).json;
    const owners = [{ userId: EXAMPLE.administratorId, walletId: walletAddress }];
    const { registerId } = (await ask(world, 'createRegister', { body: { name: 'Treasury', owners } })).json;
    moved();
    const { senderWallet, owner } = await published(registerId);
    expect(senderWallet).to.equal(owner).and.not.equal(walletAddress);
  });
});
