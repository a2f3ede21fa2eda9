// Rows of issued credentials under every order of what may happen to them: one is in force at most, revoked is the end,
// and changes that come in one docket end alike in whatever order.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { CredentialStatus } from '../../../../../core/blueprint/definition/choices.js';
import type { StateChange } from '../../../../../core/model/register.js';
import {
  barringChanges,
  credentialOf,
  issuanceStatus,
  issuanceStatusAsOf,
  liveIssuance,
  sealedChanges,
  statusChanges,
  voidChanges,
} from '../../../../../core/register/issued/rows.js';

const RUN = 'r'.repeat(64);
const CONFIGS = ['permit', 'constructor'];

function rows() {
  const held = new Map<string, JsonObject>();
  const view = { state: (key: string) => held.get(key) };
  const seal = (changes: readonly StateChange[]) => {
    expect(new Set(changes.map(({ key }) => key)).size, 'a key twice').to.equal(changes.length);
    for (const { key, value } of changes) held.set(key, value as JsonObject);
  };
  return { view, seal };
}

type Step =
  | { readonly does: 'issue'; readonly config: string }
  | { readonly does: 'status'; readonly of: number; readonly to: CredentialStatus }
  | { readonly does: 'bar'; readonly configs: readonly string[]; readonly to: CredentialStatus }
  | { readonly does: 'void' };

const status = fc.constantFrom<CredentialStatus>('valid', 'suspended', 'revoked');
const config = fc.constantFrom(...CONFIGS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('issue' as const), config }),
  fc.record({ does: fc.constant('status' as const), of: fc.nat(9), to: status }),
  fc.record({ does: fc.constant('bar' as const), configs: fc.uniqueArray(config, { minLength: 1 }), to: status }),
  fc.record({ does: fc.constant('void' as const) }),
);

describe('rows of issued credentials', () => {
  it('keep one of each credential in force, and revoked is the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { view, seal } = rows();
        const issued: { readonly txId: string; readonly config: string }[] = [];
        const gone = new Set<string>();
        for (const [height, one] of steps.entries()) {
          if (one.does === 'issue') {
            const barred = credentialOf(view, RUN, one.config)?.barred;
            if (barred === 'revoked') continue;
            const txId = `tx-${height}`;
            seal(sealedChanges(view, { run: RUN, config: one.config, txId, height }));
            issued.push({ txId, config: one.config });
            if (barred === 'suspended') expect(issuanceStatus(view, txId)).to.equal('suspended');
          } else if (one.does === 'status') {
            const txId = issued[one.of]?.txId;
            if (txId !== undefined) seal(statusChanges(view, txId, { to: one.to, height }));
          } else if (one.does === 'bar') {
            const { configs, to } = one;
            seal(barringChanges(view, { run: RUN, configs }, { to, height }));
          } else seal(voidChanges(view, RUN, height));
          for (const { txId } of issued) {
            if (gone.has(txId)) expect(issuanceStatus(view, txId), 'revoked is the end').to.equal('revoked');
            if (issuanceStatus(view, txId) === 'revoked') gone.add(txId);
          }
          for (const name of CONFIGS) {
            const live = issued.filter((item) => item.config === name && !gone.has(item.txId)).map(({ txId }) => txId);
            expect(live).to.deep.equal([liveIssuance(view, RUN, name)].filter((txId) => txId !== undefined));
          }
        }
      }),
    );
  });

  it('end as revoked in whatever order a docket has a revocation and other changes', () => {
    const changes: readonly ((view: ReturnType<typeof rows>['view']) => readonly StateChange[])[] = [
      (view) => statusChanges(view, 'tx', { to: 'suspended', height: 1 }),
      (view) => statusChanges(view, 'tx', { to: 'revoked', height: 1 }),
      (view) => barringChanges(view, { run: RUN, configs: ['permit'] }, { to: 'suspended', height: 1 }),
      (view) => barringChanges(view, { run: RUN, configs: ['permit'] }, { to: 'valid', height: 1 }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
        const { view, seal } = rows();
        seal(sealedChanges(view, { run: RUN, config: 'permit', txId: 'tx', height: 0 }));
        for (const i of order) seal((changes[i] as (typeof changes)[number])(view));
        expect(issuanceStatusAsOf(view, 'tx', 0)).to.equal('valid');
        expect(issuanceStatusAsOf(view, 'tx', 1)).to.equal('revoked');
      }),
    );
  });
});
