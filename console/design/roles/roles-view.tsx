// The roles of a draft: name, organisation, and the wallet that acts in each, as it is known on a register.
import { useEffect, useState } from 'react';
import { itemsIn } from '../../../core/edits/view/shown-draft.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';
import { MemberHead } from '../member-head.js';
import { type KnownParticipant, readParticipants } from './read-participants.js';
import { RoleEditor } from './role-editor.js';

export function RolesView() {
  const words = useWords();
  const { shown, now, field } = useDesign();
  const [known, setKnown] = useState<readonly KnownParticipant[]>([]);
  useEffect(() => {
    // Without them an address is pasted.
    readParticipants().then(setKnown, () => undefined);
  }, []);
  const roles = itemsIn(now.blueprint, 'participants');
  return (
    <section className="fields-edited" aria-label={words('design.view.roles')}>
      <h2>{words('design.view.roles')}</h2>
      <p className="hint">{words('design.roles.about')}</p>
      <ul className="field-list">
        {shown.roles.map(({ id, name, place }) => {
          const role = roles[place];
          const isOpen = field === id;
          const its = known.find(({ address }) => address === role?.walletAddress);
          return (
            role && (
              <li key={id} className="field-item">
                <MemberHead view="roles" place={id} isOpen={isOpen}>
                  <b>{name}</b>
                  <span className="hint">
                    {typeof role.organisation === 'string' && `${role.organisation} · `}
                    {role.walletAddress
                      ? words('design.roles.held', { name: its?.name ?? String(role.walletAddress) })
                      : words('design.roles.free')}
                  </span>
                </MemberHead>
                {isOpen && <RoleEditor key={JSON.stringify(role)} {...{ id, role, known }} />}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
