// Names a new member of an action: its edit is carried out, then the member is opened.
import { type ReactNode, useState } from 'react';
import type { Json } from '../../core/base/json.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';
import { useEdits } from './edit-end.js';

interface NewMemberProps {
  readonly label: string;
  readonly view: 'fields' | 'rules';
  readonly editOf: (name: string) => Readonly<Record<string, Json>> & { readonly edit: string };
  /** Said of it beside its name. */
  readonly children?: ReactNode;
}

export function NewMember({ label, view, editOf, children }: NewMemberProps) {
  const words = useWords();
  const { go } = useDesign();
  const [name, setName] = useState('');
  const { refusal, run } = useEdits(() => {
    setName('');
    go({ view, field: name.trim() });
  });
  return (
    <form
      className="new-field"
      onSubmit={(event) => {
        event.preventDefault();
        run([editOf(name.trim())]);
      }}
    >
      <TextField label={label} value={name} onChange={setName} fault={refusal} isCode />
      {children}
      <Button icon="plus">{words('design.add.add')}</Button>
    </form>
  );
}
