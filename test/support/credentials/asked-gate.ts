// What the node of a verifier is asked about a gate of `GatedLedger`, all good: a test replaces a part of it.
import type { JsonObject } from '../../../core/base/json.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { nonceOf } from '../../../core/credentials/gate/bytes.js';
import { gateMember } from '../../../core/credentials/gate/member.js';
import type { GateFormat } from '../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { contentOf } from '../../../core/envelope/cells/encrypt.js';
import { placeOf, rootOf } from '../../../core/envelope/cells/root.js';
import { classHashesOf, dataRootOf, gateSeedsOf, seedAt, seedsOf } from '../../../core/envelope/cells/seeds.js';
import { layoutOf } from '../../../core/envelope/layout/layout.js';
import type { AskedRun, AskedVerification } from '../../../core/instance/runs/asked-verification.js';
import { good } from '../base/good.js';
import { alice, REGISTER_ID } from '../register/ledger.js';
import { CHALLENGE, partsOf, type Showing } from './gate.js';
import type { GatedLedger } from './gated-ledger.js';

export interface AskedGiven {
  readonly format?: GateFormat;
  readonly showing?: Showing;
  readonly run?: Partial<AskedRun>;
  readonly isOpen?: boolean;
}

export interface AskedGate {
  readonly asked: AskedVerification;
  /** Of the envelope, or of the data where the evidence stands in the clear. */
  readonly root: Uint8Array;
}

export function askedGate(gated: GatedLedger, given: AskedGiven = {}): AskedGate {
  const { format = 'sd-jwt-vc', showing, isOpen = false } = given;
  const { definition, pin } = gated.at;
  const place = { registerId: REGISTER_ID, instanceId: 'inst-1', actionId: '1', publicationTxId: pin };
  const run: AskedRun = { ...place, blueprintId: 'loan', senderWallet: alice.address, ...given.run };
  const action = planOf(definition).actions.get('1')!.action;
  const layout = layoutOf(definition, action);
  const bare = { run, classes: good(contentOf(layout, { n: 1 }, [])).classes };
  const seeds = seedsOf(bare, new Uint8Array(32).fill(1));
  const bound = { place: placeOf(run), dataRoot: dataRootOf(bare, seeds) };
  const parts = partsOf(format, { nonce: nonceOf(bound, CHALLENGE, 'licence'), ...showing });
  const statement = gated.statement() as unknown as GateStatement;
  if (isOpen)
    return {
      asked: { run, statement, parts, committed: { dataRoot: Uint8Array.from(bound.dataRoot) } },
      root: bound.dataRoot,
    };
  const evidence = gateMember(new Map([['licence', parts]]));
  const data = { n: 1, '@gate': evidence } as JsonObject;
  const whole = { run, classes: good(contentOf(layout, data, [])).classes };
  const gateSeeds = gateSeedsOf(whole, new Uint8Array(32).fill(2));
  const hashes = classHashesOf(whole, { seeds, gateSeeds });
  const bytes = (of: Uint8Array) => Uint8Array.from(of);
  const committed = { seed: bytes(seedAt(gateSeeds, 0)), hashes: hashes.map(bytes) };
  return { asked: { run, statement, parts, committed }, root: rootOf(bound.place, hashes) };
}
