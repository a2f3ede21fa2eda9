// Edits of roles: a new one, what is said of it, its id wherever it is named, and none of it.
import type { JsonObject } from '../../base/json.js';
import { type DraftParts, itemsOf } from '../draft.js';
import { type EditRow, pickMembers, refuse, row } from '../edit.js';
import { withMember, withMembers } from '../members.js';
import { dropRole, renameRole } from '../rewriting.js';
import { renameInScenarios, roleIn } from '../scenario-roles.js';
import { type MemberSchemas, membersAt, roleId } from '../shapes.js';
import { renameKeys } from '../text-keys.js';

const { name, organisation, walletAddress, candidates, claimFor, disclose, replaceBy } = membersAt('participants');
const SAID = { name, organisation, walletAddress, candidates, claimFor, disclose, replaceBy } as MemberSchemas;

const addRole = row<JsonObject & { readonly id: string }>({
  name: 'add_role',
  about: 'Adds a role: a party that acts or reads. Without walletAddress any wallet takes it.',
  members: { id: roleId, ...SAID },
  required: ['id'],
  example: { id: 'auditor', name: 'Auditor' },
  change(parts, input) {
    if (roleIn(parts, input.id)) return refuse('/id', `The draft has a role ${input.id}.`);
    return {
      blueprint: withRoles(parts, [...itemsOf(parts.blueprint, 'participants'), pickMembers(input)]),
      words: [`Added the role ${roleText(pickMembers(input))}.`],
    };
  },
});

const setRole = row<JsonObject & { readonly role: string }>({
  name: 'set_role',
  about: 'Changes what is said of a role. A member that is null is taken away.',
  members: { role: roleId, ...SAID },
  required: ['role'],
  example: { role: 'supplier', organisation: 'Mill and Sons' },
  change(parts, input) {
    const { edit: _, role, ...said } = input;
    const before = roleIn(parts, role);
    if (!before) return unknownRole(parts, '/role', role);
    const after = withMembers(before, said);
    return {
      blueprint: withRoles(
        parts,
        itemsOf(parts.blueprint, 'participants').map((item) => (item === before ? after : item)),
      ),
      words: [`Changed ${Object.keys(said).join(', ') || 'nothing'} of the role ${role}.`],
    };
  },
});

interface RenameRole {
  readonly role: string;
  readonly to: string;
}

const rename = row<RenameRole>({
  name: 'rename_role',
  about:
    'Gives a role another id wherever the blueprint, its texts and the scenarios name it. Texts inside of rules stay.',
  members: { role: roleId, to: roleId },
  required: ['role', 'to'],
  example: { role: 'buyer', to: 'customer' },
  change(parts, { role, to }) {
    if (!roleIn(parts, role)) return unknownRole(parts, '/role', role);
    if (roleIn(parts, to)) return refuse('/to', `The draft has a role ${to}.`);
    const named = withRoles(
      parts,
      itemsOf(parts.blueprint, 'participants').map((item) => (item.id === role ? withMember(item, 'id', to) : item)),
    );
    return {
      blueprint: renameKeys(renameRole(named, role, to), (key) => (key === `${role}.name` ? `${to}.name` : key)),
      scenarios: renameInScenarios(parts.scenarios, role, to),
      words: [`The role ${role} is called ${to}, wherever it is named.`],
    };
  },
});

const removeRole = row<{ readonly role: string }>({
  name: 'remove_role',
  about:
    'Takes a role away, with what it reads and with its place in lists. Findings tell where it still acts, receives or decides.',
  members: { role: roleId },
  required: ['role'],
  example: { role: 'buyer' },
  change(parts, { role }) {
    if (!roleIn(parts, role)) return unknownRole(parts, '/role', role);
    const left = itemsOf(parts.blueprint, 'participants').filter(({ id }) => id !== role);
    const acts = itemsOf(parts.blueprint, 'actions').filter(({ sender }) => sender === role);
    const more = acts.map(({ id }) => `Action ${id} has nobody who does it now: set_action gives it a sender.`);
    return {
      blueprint: renameKeys(dropRole(withRoles(parts, left), role), (key) =>
        key === `${role}.name` ? undefined : key,
      ),
      words: [`Removed the role ${role}, and what was disclosed to it.`, ...more],
    };
  },
});

export const roleRows: readonly EditRow[] = [addRole, setRole, rename, removeRole];

function withRoles({ blueprint }: DraftParts, roles: readonly JsonObject[]): JsonObject {
  return withMember(blueprint, 'participants', roles);
}

function unknownRole({ blueprint }: DraftParts, path: string, role: string): ReturnType<typeof refuse> {
  const ids = itemsOf(blueprint, 'participants').map(({ id }) => String(id));
  return refuse(path, `The draft has no role ${role}: it has ${ids.slice(0, 20).join(', ') || 'none yet'}.`);
}

function roleText({ id, name: its }: JsonObject): string {
  return typeof its === 'string' ? `${id} (${its})` : String(id);
}
