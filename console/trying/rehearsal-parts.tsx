// The parts of a rehearsal beside its form: where it stands, the roles, what one of them reads, and what happened.
import type { Json } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { rolesOf } from '../act/act-data.js';
import { fieldsOf } from '../act/fields-shown.js';
import { valueText } from '../forms/value-text.js';
import { Face } from '../parts/face.js';
import { Icon, type IconName } from '../parts/icon.js';
import { useLocale, useWords } from '../words/words.js';
import type { RehearsalNow } from './rehearsed.js';

interface OfRehearsal {
  readonly now: RehearsalNow;
  readonly definition: Definition;
}

const STEP_ICONS: Readonly<Record<RehearsalNow['steps'][number]['status'], IconName>> = {
  Done: 'circle-check',
  Current: 'play',
  Pending: 'circle-dashed',
};

export function RehearsalSteps({ now, definition }: OfRehearsal) {
  const words = useWords();
  const roles = rolesOf(definition);
  return (
    <ol className="rehearsal-steps" aria-label={words('rehearse.steps')}>
      {now.steps.map(({ actionId, title, actingRole, status }) => {
        const role = roles.find(({ id }) => id === actingRole);
        return (
          <li key={actionId} data-status={now.outcome === 'InProgress' || status === 'Done' ? status : 'Pending'}>
            <Icon name={STEP_ICONS[status]} />
            <span className="wide">
              {title}
              <span className="hint">
                <Face name={role?.name ?? actingRole} place={role?.place ?? 0} /> {role?.name ?? actingRole}
              </span>
            </span>
            <span className="unseen">{words('rehearse.step', { status })}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface RoleSwitchProps extends OfRehearsal {
  /** Roles that can do something now. */
  readonly next: readonly string[];
  readonly onRole: (role: string) => void;
}

export function RoleSwitch({ now, definition, next, onRole }: RoleSwitchProps) {
  const words = useWords();
  const shown = rolesOf(definition).filter(({ id }) => now.roles.includes(id));
  return (
    <fieldset className="role-switch">
      <legend>{words('rehearse.as')}</legend>
      {shown.map(({ id, name, place }) => (
        <label key={id} className="choice-card">
          <input
            type="radio"
            name="rehearsal-role"
            checked={now.currentActingRole === id}
            onChange={() => onRole(id)}
          />
          <Face name={name} place={place} />
          {name}
          {next.includes(id) && (
            <span className="pill" data-kind="open">
              {words('rehearse.next')}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** By action, in the words of its form. */
export function RoleView({ now: { view, currentActingRole }, definition }: OfRehearsal) {
  const words = useWords();
  const locale = useLocale();
  if (view === undefined) return null;
  const name = definition.participants.find(({ id }) => id === currentActingRole)?.name ?? currentActingRole;
  return (
    <section className="rehearsal-seen" aria-label={words('rehearse.sees', { role: name })}>
      <h3>{words('rehearse.sees', { role: name })}</h3>
      {view.runs.length === 0 && <p className="hint">{words('rehearse.sees.nothing')}</p>}
      {view.runs.map(({ transactionId, actionId, data }) => {
        const action = definition.actions.find(({ id }) => id === actionId);
        const fields = action ? fieldsOf(action) : [];
        return (
          <dl key={transactionId} className="facts" aria-label={action?.title ?? String(actionId)}>
            {Object.entries(data).map(([member, value]) => {
              const field = fields.find((each) => each.name === member);
              return (
                <div key={member}>
                  <dt>{field?.label ?? member}</dt>
                  <dd>{valueText(value as Json, field?.question, { words, locale })}</dd>
                </div>
              );
            })}
          </dl>
        );
      })}
    </section>
  );
}

/** The node tells it in English. */
export function LogLines({ now: { log } }: { readonly now: RehearsalNow }) {
  const words = useWords();
  return (
    <details className="rehearsal-log">
      <summary>{words('rehearse.log', { count: log.length })}</summary>
      <ol lang="en">
        {log.map(({ at, kind, message }, i) => (
          // Lines come at its end alone.
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same at one time.
          <li key={i} data-kind={kind} title={at}>
            {message}
          </li>
        ))}
      </ol>
    </details>
  );
}
