// A new role, action or route of a draft, as one edit.
import { type FormEvent, useState } from 'react';
import type { Edit } from '../../core/edits/edit.js';
import { actionEdit, freeId, routeEdit } from '../../core/edits/view/added.js';
import type { DraftAction, ShownDraft } from '../../core/edits/view/shown-draft.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { TextField } from '../parts/text-field.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';

export type AddedThing =
  | { readonly kind: 'role' }
  | { readonly kind: 'action' }
  | { readonly kind: 'route'; readonly from: DraftAction; readonly to?: number };

const TITLES = { role: 'design.add.role', action: 'design.add.action', route: 'design.add.route' } as const;
/** Of a route that ends its branch. */
const END = '';

export function AddDialog({ added, onClose }: { readonly added: AddedThing; readonly onClose: () => void }) {
  const words = useWords();
  const { store, shown, go } = useDesign();
  const [name, setName] = useState('');
  const [choice, setChoice] = useState(firstChoice(added, shown));
  const [refusal, setRefusal] = useState<string>();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const edit = editOf(added, { name, choice }, shown);
    void store.edit([edit]).then(([issue]) => {
      if (issue !== undefined) return setRefusal(`${issue.message} (${issue.code})`);
      if (edit.edit === 'add_action') go({ action: Number(edit.id), view: 'fields' });
      onClose();
    });
  };
  return (
    <Dialog title={words(TITLES[added.kind])} onClose={onClose}>
      <form onSubmit={add} className="dialog-form">
        {added.kind === 'route' ? (
          <p className="hint">{words('design.add.route-about', { action: added.from.title })}</p>
        ) : (
          <TextField label={words('design.add.name', { kind: added.kind })} value={name} onChange={setName} />
        )}
        {added.kind !== 'role' && (
          <label className="field">
            {words(added.kind === 'route' ? 'design.add.leads-to' : 'design.add.sender')}
            <select value={choice} onChange={({ target }) => setChoice(target.value)}>
              {added.kind === 'action'
                ? shown.roles.map((role) => (
                    <option key={role.id} value={role.id}>
                      {role.name}
                    </option>
                  ))
                : shown.actions.map(({ id, title }) => (
                    <option key={id} value={String(id)}>
                      {title}
                    </option>
                  ))}
              {added.kind === 'route' && <option value={END}>{words('design.add.end')}</option>}
            </select>
          </label>
        )}
        <DialogEnd refusal={refusal}>
          <Button kind="plain" onPress={onClose}>
            {words('design.add.cancel')}
          </Button>
          <Button kind="main">{words('design.add.add')}</Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function firstChoice(added: AddedThing, { roles, actions }: ShownDraft): string {
  if (added.kind === 'action') return roles[0]?.id ?? '';
  if (added.kind === 'role') return '';
  const next = added.to ?? actions.find(({ id }) => id > added.from.id)?.id;
  return next === undefined ? END : String(next);
}

interface Chosen {
  readonly name: string;
  readonly choice: string;
}

function editOf(added: AddedThing, { name, choice }: Chosen, shown: ShownDraft): Edit {
  if (added.kind === 'role') return { edit: 'add_role', id: freeId(name, shown), name };
  if (added.kind === 'action') return actionEdit(name, choice, shown);
  return routeEdit(added.from, choice === END ? undefined : Number(choice));
}
