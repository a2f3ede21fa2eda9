// The evidence of one gate of a sealed action, for outsiders: the definition, and the words of the ledger by which its
// judge says yes, each with its proof. The presentation stands in the opening beside it.
import type { Json } from '../../core/base/json.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { documentOf, type GateEvidence, type SealedBelow } from '../../core/chain/evidence/evidence.js';
import { gateOfRun } from '../../core/chain/evidence/gate.js';
import { gateFacts, proveSealed } from '../../core/chain/evidence/gate-facts.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { ApiDeps } from '../deps/deps.js';
import { pathsTo } from '../views/history-paths.js';

type Chain = Pick<ApiDeps['chain'], 'sealedDocket' | 'docket' | 'view' | 'history'>;

export interface GateToShow {
  readonly id: string;
  readonly tx: Transaction;
  readonly definition: Definition;
  /** Absent where the evidence stands in the clear. */
  readonly opening: Json | undefined;
}

/** EVIDENCE_INVALID where the opening does not show the gate. */
export async function gateEvidenceOf(chain: Chain, reg: number, shown: GateToShow): Promise<Result<GateEvidence>> {
  const { id, tx } = shown;
  const gate = gateOfRun(shown, id);
  if (isFailure(gate)) return gate;
  const view = chain.view(reg);
  const { pins, sealed } = gateFacts(view, gate);
  const publication = view.transaction(tx.header.publicationTxId as string) as Transaction;
  return { id, publication: documentOf(publication), pins, sealed: await sealedFacts(chain, reg, { tx, sealed }) };
}

async function sealedFacts(
  chain: Chain,
  reg: number,
  { tx, sealed }: { readonly tx: Transaction; readonly sealed: readonly string[] },
): Promise<readonly SealedBelow[]> {
  const view = chain.view(reg);
  const at = view.sealOf(tx.txId);
  const docket = at && chain.docket(reg, at.height);
  const seals = sealed.flatMap((txId) => view.sealOf(txId) ?? []);
  if (!docket) return [];
  const paths = await pathsTo(chain, reg, { head: docket.header, heights: seals.map(({ height }) => height) });
  const facts: SealedBelow[] = [];
  for (const { height, index } of seals) {
    const below = await chain.sealedDocket(reg, height);
    if (below) facts.push(proveSealed(below, index, paths.get(height) ?? []));
  }
  return facts;
}
