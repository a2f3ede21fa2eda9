// The anchors of an organisation come from its own lists and those of the platform, and a row is read for its roots
// once.
import { expect } from 'chai';
import { anchorsFor } from '../../../../actors/trust/anchors.js';
import { TrustLists } from '../../../../actors/trust/trust-lists.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import type { KeptTrustList } from '../../../../core/trust/lists/snapshot.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { TrustListRows } from '../../../../storage/tables/trust/trust-lists.js';
import { certificate, type Party, partyOf } from '../../../support/certificates/certificates.js';

const OWN = 'northwind';
const authority = (name: string) => {
  const party = partyOf(name);
  return { party, der: certificate(party, party, {}, 'authority') };
};
const [first, second] = [authority('One'), authority('Two')];

function listOf(organisationId: string, trustListId: string, roots: readonly Uint8Array[]): KeptTrustList {
  const snapshot = { sha256: `${organisationId}/${trustListId}`, roots: roots.map(toBase64), sequenceNumber: 1 };
  return { organisationId, trustListId, followPointers: false, checkedAtMs: 0, snapshot } as unknown as KeptTrustList;
}

describe('actors/trust/anchors', () => {
  let lists: TrustLists;
  let rows: TrustListRows;
  let read: string[];
  let keep: (list: KeptTrustList) => Promise<void>;

  async function holding(...kept: readonly KeptTrustList[]): Promise<void> {
    const kv = memoryKv();
    rows = await TrustListRows.open(kv, kv);
    keep = (list) => kv.write([rows.put(list)]);
    for (const list of kept) await keep(list);
    read = [];
    const find = rows.find.bind(rows);
    rows.find = (organisationId, id) => {
      read.push(`${organisationId}/${id}`);
      return find(organisationId, id);
    };
    lists = new TrustLists({ rows } as never);
  }

  const below = (root: Party) => [certificate(partyOf('Leaf'), root)];
  const sourcesOf = async (root: Party, trustListId?: string) => {
    const asked = { organisationId: OWN, chain: below(root), trustListId };
    const known = await anchorsFor({ lists, configured: [] }, asked);
    return known.map(({ anchor, source }) => [toBase64(anchor.der), source.trustListId]);
  };

  it('are those of the own lists and of the lists of the platform, with their certificates', async () => {
    await holding(
      listOf(OWN, 'de', [first.der]),
      listOf(PLATFORM_ORGANISATION_ID, 'eu', [second.der]),
      listOf('another', 'fr', [second.der]),
    );
    expect(await sourcesOf(first.party)).to.deep.equal([[toBase64(first.der), 'de']]);
    expect(await sourcesOf(second.party)).to.deep.equal([[toBase64(second.der), 'eu']]);
  });

  it('are of the own list where the platform has one of the same id, with the lists that it points to', async () => {
    await holding(
      listOf(OWN, 'eu', []),
      listOf(OWN, 'eu/CY', [first.der]),
      listOf(PLATFORM_ORGANISATION_ID, 'eu', [second.der]),
    );
    expect(await sourcesOf(first.party, 'eu')).to.deep.equal([[toBase64(first.der), 'eu/CY']]);
    expect(await sourcesOf(second.party, 'eu')).to.deep.equal([]);
    expect(await sourcesOf(second.party, 'fr')).to.deep.equal([]);
  });

  it('are read from a row once, until the list has other roots', async () => {
    await holding(listOf(OWN, 'de', [first.der]));
    for (let i = 0; i < 3; i++) expect(await sourcesOf(first.party)).to.have.length(1);
    expect(read).to.deep.equal(['northwind/de']);
    const next = listOf(OWN, 'de', []);
    await keep({ ...next, snapshot: { ...next.snapshot, sha256: 'next' } });
    expect(await sourcesOf(first.party)).to.deep.equal([]);
    expect(read).to.have.length(2);
  });

  it('are looked up in no list for a chain without a name', async () => {
    await holding(listOf(OWN, 'de', [first.der]));
    const asked = { organisationId: OWN, chain: [new Uint8Array(3)] };
    expect(await anchorsFor({ lists, configured: [] }, asked)).to.deep.equal([]);
    expect(read).to.deep.equal([]);
  });
});
