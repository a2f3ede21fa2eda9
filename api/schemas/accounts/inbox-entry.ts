// Entries of a personal inbox as the surface shows them.
import Type from 'typebox';
import {
  ENTRY_DETAIL_MAX,
  ENTRY_DETAILS_MAX,
  ENTRY_TEXT_MAX,
  ENTRY_TITLE_MAX,
} from '../../../core/base/limits/node/people.js';
import {
  ENTRY_STATES,
  type EntryState,
  INBOX_CATEGORIES,
  type InboxEntry,
  SERVICE_CATEGORIES,
} from '../../../core/tenant/inbox/entry.js';
import { namedObject, Timestamp, Uuid } from '../base/common.js';

export const CategorySchema = Type.Enum([...INBOX_CATEGORIES], { title: 'InboxCategory' });
export const ServiceCategorySchema = Type.Enum([...SERVICE_CATEGORIES], {
  description: 'Of accounts and memberships the node alone tells.',
});
export const EntryStateSchema = Type.Enum([...ENTRY_STATES], { title: 'InboxEntryState' });
export const EntryTitle = Type.String({ minLength: 1, maxLength: ENTRY_TITLE_MAX });
export const EntryText = Type.String({ minLength: 1, maxLength: ENTRY_TEXT_MAX });
export const EntryDetails = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }),
  Type.String({ maxLength: ENTRY_DETAIL_MAX }),
  { maxProperties: ENTRY_DETAILS_MAX, description: 'Ids by which more is read. Never a payload or a secret.' },
);

export const InboxEntryView = namedObject('InboxEntry', {
  entryId: Uuid,
  category: CategorySchema,
  type: Type.String({ description: 'The event, in the words of its producer: action-available, PasswordChanged.' }),
  occurredAt: Timestamp,
  state: EntryStateSchema,
  sourceEventId: Type.String(),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  details: Type.Record(Type.String(), Type.String(), { description: 'Ids by which more is read.' }),
});

export function entryView({ entry, state }: { readonly entry: InboxEntry; readonly state: EntryState }) {
  // The producer is named in `sourceEventId`.
  const { id, occurredAtMs, producer: _, ...said } = entry;
  return { ...said, entryId: id, occurredAt: new Date(occurredAtMs).toISOString(), state };
}
