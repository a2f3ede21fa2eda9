// The gate of an action, judged by a document alone: who showed which credential, and whether the gate held. The judge
// is that of every reader. It is asked by what the document proves of the ledger. A sender has not lied by what that
// leaves open.
import { fromHex } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import type { Json, JsonObject } from '../../base/json.js';
import { verifyInclusion } from '../../base/merkle.js';
import { type Failure, fail, isFailure, type Result } from '../../base/result.js';
import { checkDefinition } from '../../blueprint/definition/conformance.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { asChecked } from '../../blueprint/definition/without-nulls.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { GATE_CELLS, gatePointer } from '../../credentials/gate/cells.js';
import { type GateQuestion, judgeGate } from '../../credentials/gate/judge.js';
import type { ShownIssuance } from '../../credentials/gate/ledger-status.js';
import { gatePartsIn } from '../../credentials/gate/member.js';
import type { GateParts } from '../../credentials/gate/parts.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { shownClaims } from '../../credentials/gate/shown-claims.js';
import type { StatedGate } from '../../credentials/gate/stated.js';
import { PresentationRefusal } from '../../credentials/refusal.js';
import { verifyOpening } from '../../envelope/cells/opening.js';
import { placeOf, rootOf } from '../../envelope/cells/root.js';
import { layoutOf } from '../../envelope/layout/layout.js';
import { formatIn, statedGatesOf } from '../../instance/runs/gates.js';
import { isParticipantRecord } from '../../kinds/participant.js';
import type { DocketHeader } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { docketHash, txLeaf } from '../../register/docket.js';
import { transactionDid } from '../../register/people/did.js';
import type { ParticipantRecord } from '../../register/people/participants.js';
import { rootOfProof } from '../../register/trust/root.js';
import { planFor } from '../../transaction/stated-vote.js';
import { boundRun } from '../../validate/parts/gate-signatures.js';
import type { GateSaid } from './checks.js';
import { credentialSaidIn } from './credential.js';
import type { Evidence, GateEvidence, SealedBelow } from './evidence.js';
import { gateFormFault } from './gate-form.js';
import { ShownLedger } from './gate-ledger.js';
import { transactionAt } from './transaction-at.js';

/** A gate with what was shown at it. */
export interface GateOfRun {
  readonly gate: StatedGate;
  readonly parts: GateParts;
  readonly question: Omit<GateQuestion, 'view'>;
}

export interface ShownRun {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly opening: Json | undefined;
}

/** The gate of this name that the run states, with its action. */
export function statedGateOf(
  { tx, definition }: Pick<ShownRun, 'tx' | 'definition'>,
  id: string,
): { readonly action: Action; readonly gate: StatedGate } | undefined {
  const action = planFor(planOf(definition), tx.header)?.action;
  const gate = action && statedGatesOf(tx, { action }).find((stated) => stated.id === id);
  return gate && { action, gate };
}

/** EVIDENCE_INVALID where the run states no such gate, or the opening does not show all of its evidence. */
export function gateOfRun({ tx, definition, opening }: ShownRun, id: string): Result<GateOfRun> {
  const { header, payload } = tx;
  const stating = statedGateOf({ tx, definition }, id);
  if (stating === undefined) return wrong('/gate/id', 'The action states no gate of this name.');
  const { action, gate } = stating;
  const { rule, statement, isPublic } = gate;
  const stated = { rule, statement, ...(statement.by && { verifier: statement.by.wallet }) };
  if (isPublic) {
    const parts = gatePartsIn((payload as JsonObject)[GATE_MEMBER], id);
    return { gate, parts, question: { ...stated, run: { ...boundRun(tx), header } } };
  }
  const layout = layoutOf(definition, action);
  const proven = verifyOpening(opening ?? null, tx, layout);
  if (isFailure(proven)) return proven.mapIssues((problem) => ({ ...problem, path: `/opening${problem.path}` }));
  const shown = new Map(proven.cells.map(({ pointer, value }) => [pointer, value]));
  const absent = GATE_CELLS.map((name) => gatePointer(id, name)).find((pointer) => !shown.has(pointer));
  if (absent !== undefined) return wrong('/opening/classes', `The opening does not show ${absent}.`);
  const cells = GATE_CELLS.map((name) => [name, shown.get(gatePointer(id, name))] as const);
  const parts: GateParts = Object.fromEntries(cells.filter(([, value]) => value !== undefined));
  const place = placeOf(header);
  const dataRoot = rootOf(
    place,
    proven.hashes.filter((_, at) => layout.classes[at]?.gate === undefined),
  );
  return { gate, parts, question: { ...stated, run: { place, dataRoot, header } } };
}

/** Of a document whose transaction and docket were verified. EVIDENCE_INVALID for what does not prove itself. */
export function gateIn({ gate: shown, opening, docket }: Evidence, tx: Transaction): Result<GateSaid | undefined> {
  if (shown === undefined) return undefined;
  const fault = gateFormFault(shown);
  if (fault !== undefined) return wrong(`/gate${fault}`, 'This does not have the form of the evidence of a gate.');
  const definition = definitionIn(shown, tx);
  if (isFailure(definition)) return definition;
  const gate = gateOfRun({ tx, definition, opening: opening as Json | undefined }, shown.id);
  if (isFailure(gate)) return gate;
  const ledger = ledgerIn(shown, gate, docket.header);
  return isFailure(ledger) ? ledger : judgeBy(ledger, gate);
}

function definitionIn({ publication }: GateEvidence, { header }: Transaction): Result<Definition> {
  const at = '/gate/publication';
  const published = transactionAt(publication, at);
  if (isFailure(published)) return published;
  if (published.txId !== header.publicationTxId) return wrong(at, 'The action is not of this definition.');
  const definition = published.payload as unknown as Definition;
  const [problem] = checkDefinition(published.payload, header.blueprintId);
  return problem ? wrong(`${at}/payload${problem.path}`, problem.message) : asChecked(definition);
}

/** The ledger as of the height that the action states, as far as the document proves it. */
function ledgerIn(
  { pins, sealed }: GateEvidence,
  { gate: { rule, statement } }: GateOfRun,
  docket: DocketHeader,
): Result<ShownLedger> {
  const astray = pins.findIndex((proof) => rootOfProof(proof) !== statement.trust);
  if (astray >= 0)
    return wrong(
      `/gate/pins/${astray}`,
      'The proof does not lead to the root of pinned anchors that the action states.',
    );
  const records = new Map<string, Sealed>();
  const issuances = new Map<string, Omit<ShownIssuance, 'status'>>();
  for (const [i, each] of sealed.entries()) {
    const at = `/gate/sealed/${i}`;
    const fact = readSealed(each, { docket, asOf: statement.asOf, at });
    if (isFailure(fact)) return fact;
    const { tx } = fact;
    const issuance = issuanceIn(tx);
    if (isParticipantRecord(tx.header)) {
      const { participantId } = tx.payload as unknown as ParticipantRecord;
      const known = records.get(participantId);
      if (known === undefined || isLater(fact, known)) records.set(participantId, fact);
    } else if (issuance) issuances.set(issuance.tx, issuance);
    else return wrong(at, 'This is neither a record of a participant nor an Issuance.');
  }
  return new ShownLedger({
    pins,
    records: [...records.values()].map(({ tx }) => tx.payload as unknown as ParticipantRecord),
    issuances,
    isStrict: rule.formats.some((format) => rule.policyOf(format)?.isStrict === true),
    atMs: Date.parse(statement.at),
  });
}

function issuanceIn(tx: Transaction): Omit<ShownIssuance, 'status'> | undefined {
  const said = credentialSaidIn(tx);
  if (said === undefined || isFailure(said)) return undefined;
  const { registerId } = tx.header;
  return said.type === 'Issuance'
    ? { tx: transactionDid(registerId, tx.txId), root: said.root, copies: said.copies }
    : undefined;
}

interface Sealed {
  readonly tx: Transaction;
  readonly height: number;
  readonly index: number;
}

function isLater(fact: Sealed, known: Sealed): boolean {
  return fact.height === known.height ? fact.index > known.index : fact.height > known.height;
}

/** A transaction that was sealed by the height that the action states. */
function readSealed(
  { header, transaction, index, path, historyPath }: SealedBelow,
  { docket, asOf, at }: { readonly docket: DocketHeader; readonly asOf: number; readonly at: string },
): Result<Sealed> {
  const tx = transactionAt(transaction, `${at}/transaction`);
  if (isFailure(tx)) return tx;
  const { registerId, height } = header;
  if (registerId !== docket.registerId || tx.header.registerId !== docket.registerId)
    return wrong(`${at}/header/registerId`, 'The docket is of another register.');
  if (height > asOf) return wrong(`${at}/header/height`, `The gate was judged as of docket ${asOf}.`);
  const leaf = fromHex(docketHash(header));
  if (!verifyInclusion(leaf, height, docket.height, historyPath.map(fromHex), fromHex(docket.historyRoot)))
    return wrong(`${at}/historyPath`, 'The path does not lead from the docket to that of the action.');
  if (!verifyInclusion(txLeaf(tx), index, header.txCount, path.map(fromHex), fromHex(header.txRoot)))
    return wrong(`${at}/path`, 'The path does not lead from the transaction to the docket.');
  return { tx, height, index };
}

function judgeBy(ledger: ShownLedger, { gate, parts, question }: GateOfRun): GateSaid {
  const { rule, statement } = gate;
  const { id, at, asOf, by } = statement;
  const said = {
    ...{ id, credentialType: rule.typeOf(formatIn(parts, rule.formats)), at, asOf },
    ...(by && { verifiedBy: by.wallet }),
    claims: shownClaims(parts, rule),
  };
  const verdict = judgeGate(parts, { ...question, view: ledger });
  if (verdict instanceof PresentationRefusal) {
    const { ground, code, message } = verdict;
    return { ...said, verdict: ledger.isOpen(ground) ? 'unproven' : 'refused', ground: code, message };
  }
  const { trust, holder, isStatusChecked } = verdict;
  const sources = trust.evidence.map(({ kind, trustListId = '' }) => `${kind} ${trustListId}`.trim());
  return { ...said, verdict: 'held', level: trust.level, sources, holder, isStatusChecked, rests: ledger.rests };
}

function wrong(path: string, message: string): Failure {
  return fail(issue('EVIDENCE_INVALID', path, message));
}
