// Evidence in the clear, read over HTTP by somebody who is not a party and has no wallet in the instance. The answers
// of the node are proven by evidence, and enough to judge the gate again without the node.
import { expect } from 'chai';
import { fromBase64, fromBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { gatesOf } from '../../../../core/credentials/gate/asked.js';
import { type GateView, judgeGate } from '../../../../core/credentials/gate/judge.js';
import { gatePartsIn } from '../../../../core/credentials/gate/member.js';
import type { GateParts } from '../../../../core/credentials/gate/parts.js';
import type { GateStatement } from '../../../../core/credentials/gate/statement.js';
import { PresentationRefusal } from '../../../../core/credentials/refusal.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { placeOf } from '../../../../core/envelope/cells/root.js';
import type { TransactionHeader } from '../../../../core/model/transaction.js';
import { good } from '../../../support/base/good.js';
import { listOf, swapped, TRUST } from '../../../support/credentials/gate.js';
import { LIST_ID } from '../../credentials/verifier-fixtures.js';
import { ask } from '../../ledger/fixtures.js';
import { worldOfAll } from '../../world/world-of.js';
import { AUDIENCE, gatedOrder, gatedRegister, LICENCE, prepared, shownAt } from '../gate-fixtures.js';

describe('evidence of a gate in the clear', () => {
  const world = worldOfAll();

  /** As an outsider asks, whose account has no part in the instance. */
  const read = async (id: string, params: JsonObject, query: JsonObject = {}) => {
    const answer = await ask(world, id, { params, query } as never, { as: 'user' });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json;
  };

  it('is judged by an outsider from what the node answers, and not where any of it was changed', async () => {
    const registerId = await gatedRegister(world);
    const order = await gatedOrder(world, { registerId, requirements: [{ ...LICENCE, evidence: 'public' }] });
    const { gateId, requirements } = await prepared(world, order);
    const rawPresentation = shownAt(world, requirements[0]!);
    await ask(world, 'presentAtGate', { params: { gateId }, body: { requirement: 'licence', rawPresentation } });
    const done = await ask(world, 'submitPreparedAction', { params: { gateId } });
    expect(done.json.status, done.text).to.equal('sealed');

    const proven = async (txId: string) => {
      const evidence = await read('getEvidence', { registerId, txId });
      expect(good(verifyEvidence(evidence, verifySync)).txId).to.equal(txId);
      return evidence.transaction as { readonly header: TransactionHeader; readonly payload: JsonObject };
    };
    const { header, payload } = await proven(done.json.transactionId);
    const published = await proven(header.publicationTxId as string);
    const definition = published.payload as unknown as Definition;
    const [gate] = gatesOf(planOf(definition).actions.get(header.actionId)!.action);
    const { gates } = header.metadata as unknown as { readonly gates: readonly [GateStatement] };
    const [statement] = gates;
    const asOf = String(statement.asOf);
    const pins = await read('getRegisterTrust', { registerId }, { asOf, listId: LIST_ID });
    expect(pins.root).to.equal(statement.trust);
    const [list] = pins.lists;
    const parts = gatePartsIn(payload['@gate'], 'licence');
    const anchor = fromBase64(String((parts.frame as JsonObject).anchor)) as Uint8Array;
    expect(list.entries).to.include(sha256Hex(anchor));

    const hasAnchor = (hash: string) => list.entries.includes(hash);
    const view: GateView = {
      trust: { ...TRUST, lists: (id) => (id === LIST_ID ? [listOf(id, { sequence: list.sequence, hasAnchor })] : []) },
      isVerifier: (clientId) => clientId === AUDIENCE,
      holderKeysOf: () => [],
      issuanceOf: () => undefined,
    };
    const verdictOn = (shown: GateParts, of: TransactionHeader = header) => {
      const run = { place: placeOf(of as never), dataRoot: fromBase64Url(String(payload.root)) as Uint8Array };
      const verdict = judgeGate(shown, { rule: gate!.rule, statement, run: { ...run, header: of as never }, view });
      return verdict instanceof PresentationRefusal ? verdict.ground : 'holds';
    };
    expect(verdictOn(parts)).to.equal('holds');
    expect(verdictOn(parts, { ...header, instanceId: 'another' }), 'in another instance').to.equal('binding');
    const [claim] = parts.claims as readonly string[];
    const [salt, name] = JSON.parse(Buffer.from(String(claim), 'base64url').toString()) as readonly string[];
    const other = Buffer.from(JSON.stringify([salt, name, 'Eve'])).toString('base64url');
    expect(verdictOn({ ...parts, claims: [other] })).to.equal('claims');
    expect(verdictOn({ ...parts, proof: swapped(String(parts.proof), 400) })).to.equal('binding');
  });
});
