// Evidence of the largest form that a verifier takes: as many changes of the roster as it may have, of as many seats.
// The chain is made up, its signatures and paths are real: to a verifier it is consistent. Deterministic.
import { fromHex, toHex } from '../../../core/base/bytes.js';
import { inclusionPath, merkleRoot } from '../../../core/base/merkle.js';
import { buildEvidence, type Evidence, type RosterChange } from '../../../core/chain/evidence/evidence.js';
import type { DocketHeader, Roster, SealedDocket } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { certified } from './evidence-files.js';
import { act, alice, aSeat, Ledger, publish } from './ledger.js';

export function longEvidence({ changes, seats }: { readonly changes: number; readonly seats: number }): Evidence {
  const ledger = new Ledger();
  const pin = publish();
  ledger.seal(pin);
  const tx = act({ actionId: '0', publicationTxId: pin.txId }, alice);
  const { header: model } = ledger.docket([tx]);
  const { genesisHash, roster: founders } = ledger.state;
  const all = Array.from({ length: seats + 1 }, (_, i) => aSeat(`long ${i}`));
  /** All seats but one, another one each time. */
  const rosterOf = (height: number): Roster => ({ validators: all.filter((_, i) => i !== height % all.length) });
  const leaves = [fromHex(ledger.dockets[0]!.docket.hash)];
  let roster = founders;
  let prevHash = ledger.dockets[0]!.docket.hash;
  const sealedBy = (members: Partial<DocketHeader>, next: Roster): DocketHeader => {
    const height = leaves.length;
    const header: DocketHeader = {
      ...model,
      height,
      prevHash,
      timestampMs: model.timestampMs + height,
      rosterHash: rosterHashOf(roster),
      nextRosterHash: rosterHashOf(next),
      historyRoot: toHex(merkleRoot(leaves)),
      ...members,
    };
    prevHash = docketHash(header);
    leaves.push(fromHex(prevHash));
    return header;
  };
  const rosterChanges: Omit<RosterChange, 'historyPath'>[] = [];
  for (let n = 1; n <= changes; n++) {
    const next = rosterOf(n);
    const header = sealedBy({}, next);
    rosterChanges.push({ header, certificate: certified(header, genesisHash, roster), roster: next });
    roster = next;
  }
  const header = sealedBy({}, roster);
  const sealed: SealedDocket = {
    docket: { hash: docketHash(header), header, transactions: [tx], annex: [] },
    certificate: certified(header, genesisHash, roster),
  };
  const head = sealedBy({}, roster);
  const below = leaves.slice(0, head.height);
  const evidence = buildEvidence({
    ...{ sealed, index: 0, genesis: ledger.dockets[0]!, rosterChanges },
    head: { header: head, certificate: certified(head, genesisHash, roster) },
    pathOf: (height) => inclusionPath(below, height),
  });
  return JSON.parse(JSON.stringify(evidence));
}
