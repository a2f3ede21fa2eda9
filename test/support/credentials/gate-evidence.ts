// Evidence of a gated run of the small register, with the words of the ledger that prove its gate.
import { fromHex } from '../../../core/base/bytes.js';
import type { Json } from '../../../core/base/json.js';
import { inclusionPath } from '../../../core/base/merkle.js';
import { documentOf, type Evidence, type GateEvidence } from '../../../core/chain/evidence/evidence.js';
import { gateOfRun } from '../../../core/chain/evidence/gate.js';
import { gateFacts, proveSealed } from '../../../core/chain/evidence/gate-facts.js';
import { GATE_CELLS, gatePointer } from '../../../core/credentials/gate/cells.js';
import type { SealedAt } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { good } from '../base/good.js';
import { evidenceIn } from '../register/evidence-files.js';
import type { GatedLedger } from './gated-ledger.js';

export type GateFile = Evidence & { readonly gate: GateEvidence };

/** As the node of a reader makes it; `isOpen` where the evidence stands in the clear. */
export function gateFileOf(
  { at: { ledger, definition, ...at } }: Pick<GatedLedger, 'at'>,
  tx: Transaction,
  opening: Json | undefined,
): GateFile {
  const found = good(gateOfRun({ tx, definition, opening }, 'licence'));
  const { pins, sealed } = gateFacts(ledger.view, found);
  const place = ledger.view.sealOf(tx.txId) as SealedAt;
  const leaves = ledger.dockets.slice(0, place.height).map(({ docket }) => fromHex(docket.hash));
  const gate: GateEvidence = {
    id: 'licence',
    publication: documentOf(ledger.view.transaction(at.pin) as Transaction),
    pins,
    sealed: sealed.map((txId) => {
      const { height, index } = ledger.view.sealOf(txId) as SealedAt;
      return proveSealed(ledger.dockets[height]!, index, inclusionPath(leaves, height));
    }),
  };
  const file = { ...evidenceIn(ledger, place), ...(opening !== undefined && { opening }), gate };
  return JSON.parse(JSON.stringify(file));
}

/** The opening of all cells of the gate. */
export function gateOpening({ at }: Pick<GatedLedger, 'at'>, tx: Transaction): Json {
  return at.show(
    tx,
    GATE_CELLS.map((cell) => gatePointer('licence', cell)),
  );
}
