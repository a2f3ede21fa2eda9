// The audit that the demo and the crash run rely on finds what they look for: a broken link, a foreign certificate, a
// TxId sealed twice, a change.
import { expect } from 'chai';
import type { Client } from '../../../../api/client/client.js';
import { ChainAudit } from '../../../../cli/harness/chain-audit.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { act, alice, Ledger, publish, REGISTER_ID } from '../../../support/register/ledger.js';

/** Three dockets: genesis, a publication, an action. */
function aChain(): Ledger {
  const ledger = new Ledger();
  const published = publish();
  ledger.seal(published);
  ledger.seal(act({ actionId: '0', publicationTxId: published.txId }, alice));
  return ledger;
}

interface View {
  readonly number: number;
  readonly hash: string;
  readonly header: object;
  readonly certificate: object;
  readonly transactionIds: readonly string[];
}

function viewOf({ docket, certificate }: SealedDocket): View {
  const transactionIds = docket.transactions.map(({ txId }) => txId);
  return { number: docket.header.height, hash: docket.hash, header: docket.header, certificate, transactionIds };
}

/** A node that shows these dockets. */
function nodeWith(ledger: Ledger, views: () => readonly View[]): Client {
  const { roster, policy } = ledger.state;
  return {
    listDockets: async ({ query }: { query: { page: number; pageSize: number } }) =>
      views().slice((query.page - 1) * query.pageSize, query.page * query.pageSize),
    getDocket: async ({ params }: { params: { docketId: string } }) => views()[Number(params.docketId)],
    getGovernanceRoster: async () => ({ validators: roster.validators }),
    getRegisterPolicy: async () => ({ policy }),
  } as unknown as Client;
}

async function faultsOf(change: (views: View[]) => void): Promise<readonly string[]> {
  const ledger = aChain();
  const views = ledger.dockets.map(viewOf);
  change(views);
  const audit = new ChainAudit(REGISTER_ID);
  await audit.follow(nodeWith(ledger, () => views));
  return audit.faults;
}

describe('cli/harness/chain-audit', () => {
  it('finds nothing wrong with a sound chain, and knows where each transaction is', async () => {
    const ledger = aChain();
    const audit = new ChainAudit(REGISTER_ID);
    const client = nodeWith(ledger, () => ledger.dockets.map(viewOf));
    expect(await audit.follow(client)).to.equal(3);
    expect(await audit.follow(client)).to.equal(0);
    await audit.look(client, 3, (below) => below - 1);
    expect(audit.faults).to.deep.equal([]);
    expect(audit.height).to.equal(2);
    expect(audit.places.get(ledger.dockets[2]?.docket.transactions[0]?.txId ?? '')).to.deep.equal({
      height: 2,
      index: 0,
    });
  });

  it('finds a docket that is listed twice', async () => {
    expect(await faultsOf((views) => views.push(views[2] as View))).to.deep.equal([
      'Docket 2 is listed behind docket 2.',
    ]);
    expect(await faultsOf((views) => views.push({ ...(views[2] as View), number: 3 }))).to.deep.equal([
      'Docket 3 has the header of another height.',
    ]);
  });

  it('finds a header that does not have its hash', async () => {
    const faults = await faultsOf((views) => {
      const docket = views[2] as View;
      views[2] = { ...docket, header: { ...docket.header, timestampMs: 1 } };
    });
    expect(faults).to.include('Docket 2 does not have the hash of its header.');
  });

  it('finds a docket that is left out', async () => {
    expect(await faultsOf((views) => views.splice(1, 1))).to.deep.equal(['Docket 1 is missing before 2.']);
  });

  it('finds a certificate of another docket and one with another signature', async () => {
    const moved = await faultsOf((views) => {
      views[2] = { ...(views[2] as View), certificate: (views[1] as View).certificate };
    });
    expect(moved).to.deep.equal(['Docket 2: its certificate is of another docket.']);
    const resigned = await faultsOf((views) => {
      const docket = views[2] as View;
      const signatures = [{ voterIndex: 0, signature: '00'.repeat(64) }];
      views[2] = { ...docket, certificate: { ...docket.certificate, signatures } };
    });
    expect(resigned).to.have.length(1);
    expect(resigned[0]).to.include('CERTIFICATE_INVALID');
  });

  it('finds a transaction that is sealed twice', async () => {
    const faults = await faultsOf((views) => {
      views[2] = { ...(views[2] as View), transactionIds: (views[1] as View).transactionIds };
    });
    expect(faults).to.have.length(1);
    expect(faults[0]).to.match(/^Transaction [0-9a-f]{64} is sealed in docket 1 and again in 2\.$/);
  });

  it('finds what has changed or gone since it looked', async () => {
    const ledger = aChain();
    let views = ledger.dockets.map(viewOf);
    const client = nodeWith(ledger, () => views);
    const audit = new ChainAudit(REGISTER_ID);
    await audit.follow(client);
    views = views.map((docket, height) => (height === 1 ? { ...docket, hash: '00'.repeat(32) } : docket));
    await audit.look(client, 1, () => 1);
    expect(audit.faults).to.deep.equal(['Docket 1 is not what it was.']);
    views = views.slice(0, 2);
    await audit.follow(client);
    expect(audit.faults).to.include('The chain ends at docket 1, it was 2 before.');
  });
});
