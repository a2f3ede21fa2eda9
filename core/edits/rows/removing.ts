// The edit that takes a part of an action away. Each kind of part is a line of a table.
import { isObject, type JsonObject } from '../../base/json.js';
import { itemsOf } from '../draft.js';
import { type EditRow, refuse, row } from '../edit.js';
import { fieldOf, withField } from '../fields.js';
import { controlOf, formOf, withControl } from '../form.js';
import { issuancesOf } from '../issuances.js';
import { actionText, changeAction, firstUpper, withMember } from '../members.js';
import { actionId } from '../shapes.js';
import { withIssuances } from './credentials.js';

/** The action without the part; undefined where it has none. */
type Remove = (action: JsonObject, name: string) => JsonObject | undefined;

const without =
  (member: string): Remove =>
  (action) =>
    action[member] === undefined ? undefined : withMember(action, member, undefined);

/** A named item of a list; the list goes with its last one. */
const fromList =
  (member: string): Remove =>
  (action, name) => {
    const before = itemsOf(action, member);
    const left = before.filter(({ id }) => id !== name);
    if (left.length === before.length) return undefined;
    return withMember(action, member, left.length === 0 ? undefined : left);
  };

/** Parts with a name, and those of which an action has one. */
const NAMED: Readonly<Record<string, Remove>> = {
  field: (action, name) => fieldOf(action, name) && withControl(withField(action, name, undefined), name, undefined),
  control: (action, name) => (controlOf(formOf(action), name) ? withControl(action, name, undefined) : undefined),
  calculation: (action, name) => {
    const { calculations } = action;
    if (calculations === undefined || !isObject(calculations) || !Object.hasOwn(calculations, name)) return undefined;
    const left = withMember(calculations, name, undefined);
    return withMember(action, 'calculations', Object.keys(left).length === 0 ? undefined : left);
  },
  route: fromList('routes'),
  timer: fromList('timers'),
  credential_requirement: fromList('credentialRequirements'),
  issuance: (action, name) => {
    const before = issuancesOf(action);
    const left = before.filter(({ id, credentialType }) => (id ?? credentialType) !== name);
    return left.length === before.length ? undefined : withIssuances(action, left);
  },
};
const SINGLE: Readonly<Record<string, Remove>> = {
  join: (action) => without('joins')(action, '') ?? without('requiredPriorActions')(action, ''),
  rejection: without('rejectionConfig'),
  vote: without('approval'),
  confirm: without('confirm'),
  form: without('form'),
};

interface RemovePart {
  readonly action: number;
  readonly part: string;
  readonly name?: string;
}

const removePart = row<RemovePart>({
  name: 'remove_part',
  about:
    `Takes a part of an action away: ${Object.keys(NAMED).join(', ')} by its name, or its ${Object.keys(SINGLE).join(', ')}. ` +
    'The name of an issuance is its id, or else its type.',
  members: {
    action: actionId,
    part: { enum: [...Object.keys(NAMED), ...Object.keys(SINGLE)] },
    name: { type: 'string', minLength: 1, maxLength: 512 },
  },
  required: ['action', 'part'],
  example: { action: 2, part: 'field', name: 'paymentReference' },
  change(parts, { action: id, part, name }) {
    const named = NAMED[part];
    if ((named === undefined) !== (name === undefined))
      return refuse('/name', named ? `Say which ${part}: name it.` : `An action has one ${part}, which has no name.`);
    const remove = named ?? (SINGLE[part] as Remove);
    const its = name === undefined ? `its ${part}` : `the ${part} ${name}`;
    return changeAction(parts, id, (action) => {
      const after = remove(action, name ?? '');
      if (!after) return refuse('/name', `${firstUpper(actionText(action))} has no such ${part}.`);
      return { action: after, words: [`Took ${its} of ${actionText(action)} away.`] };
    });
  },
});

export const removingRows: readonly EditRow[] = [removePart];
