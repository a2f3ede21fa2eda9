// A standing grant: the acts of a program about which its person is not asked.
import Type from 'typebox';
import {
  STANDING_GRANT_ACTIONS_MAX,
  STANDING_GRANT_MS_MAX,
  STANDING_GRANT_PER_DAY_MAX,
  STANDING_GRANT_RULE_MAX,
} from '../../../core/base/limits/node/accounts.js';
import { Address, Hash, namedObject, RegisterId, Timestamp } from '../base/common.js';
import { BlueprintId } from './blueprint.js';

export const GrantId = Type.String({ minLength: 22, maxLength: 22 });
const Rule = Type.Unknown({
  description: `In the logic of routes (docs/language.md), of at most ${STANDING_GRANT_RULE_MAX} characters: true of the data of each act. Any data where it is absent.`,
  examples: [{ '<=': [{ var: 'in.amount' }, '1000.00'] }],
});

const limits = {
  registerId: RegisterId,
  blueprintId: BlueprintId,
  perDay: Type.Integer({
    ...{ minimum: 1, maximum: STANDING_GRANT_PER_DAY_MAX, examples: [5] },
    description: 'Acts of one day (UTC).',
  }),
};

export const StandingGrantStated = namedObject('StateStandingGrant', {
  ...limits,
  publicationTxId: Type.Optional(Hash),
  actions: Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
    ...{ minItems: 1, maxItems: STANDING_GRANT_ACTIONS_MAX, uniqueItems: true },
    description: 'Actions of the version, none of which several roles decide.',
  }),
  walletAddress: Address,
  until: Type.String({
    ...{ maxLength: 40, format: 'date-time' },
    description: `Within ${STANDING_GRANT_MS_MAX / 86_400_000} days.`,
  }),
  rule: Type.Optional(Rule),
});

export const StandingGrantView = namedObject('StandingGrant', {
  id: GrantId,
  says: Type.String({ description: 'For people: what the program does without asking.' }),
  ...limits,
  publicationTxId: Hash,
  actions: Type.Array(Type.Integer()),
  walletAddress: Address,
  rule: Type.Optional(Rule),
  leftToday: Type.Integer({ minimum: 0 }),
  grantedAt: Timestamp,
  until: Timestamp,
});
