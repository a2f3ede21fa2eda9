// The way of the instance so far, and what may come: by action, and not by transaction.

import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { type ActData, actionsAsDone, lastRun, rolesOf } from './act-data.js';

export function StepsColumn({
  data,
}: {
  readonly data: Pick<ActData, 'definition' | 'steps' | 'action' | 'instance'>;
}) {
  const words = useWords();
  const { definition, steps, action, instance } = data;
  const roles = rolesOf(definition);
  return (
    <aside className="act-context" aria-label={words('act.context')}>
      <p className="hint">{words('act.version', { version: instance.blueprintVersion ?? 0 })}</p>
      <h2>{definition.title}</h2>
      {instance.subject !== undefined && <bdi className="subject">{instance.subject}</bdi>}
      <ol className="act-steps">
        {actionsAsDone(definition.actions, instance, steps).map((each) => {
          const done = lastRun(steps, each.id);
          const state = each.id === action.id ? 'now' : done ? 'done' : 'later';
          const role = roles.find(({ id }) => id === each.sender);
          return (
            <li key={each.id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="act-mark">{state === 'done' && <Icon name="check" />}</span>
              <b>{each.title ?? each.id}</b>
              <span className="hint">
                {state === 'now' && words('act.you', { role: role?.name ?? each.sender })}
                {state === 'done' && words('act.done', { role: role?.name ?? '', docket: done?.docketNumber ?? 0 })}
                {state === 'later' && (role?.name ?? each.sender)}
              </span>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
