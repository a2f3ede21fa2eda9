// An instance: who did what, and who was told what of it.
import '../forms/forms.css';
import { Link, useLoaderData, useRouter } from '@tanstack/react-router';
import { localize } from '../../core/blueprint/definition/texts.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { actionsAsDone, type InstanceShown, lastRun, rolesOf, type StepShown } from '../act/act-data.js';
import { fieldsOf } from '../act/fields-shown.js';
import type { RoleShown } from '../forms/form-context.js';
import { linkTo } from '../instance-address.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Face } from '../parts/face.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useLanguage, useWords } from '../words/words.js';
import { InstanceStatus } from './instance-status.js';
import { MovesCard } from './moves-card.js';
import type { readInstance } from './read-moves.js';
import { ToldCells } from './told-cells.js';

export { readInstance } from './read-moves.js';

export function InstancePage() {
  const words = useWords();
  const router = useRouter();
  const { language } = useLanguage();
  const data: Awaited<ReturnType<typeof readInstance>> = useLoaderData({ strict: false });
  const { instance, steps, own, suspects } = data;
  const definition = localize(data.definition, [language]);
  const roles = rolesOf(definition);
  const waiting = definition.actions.filter(({ id }) => instance.currentActionIds.includes(id));
  return (
    <section className="instance">
      <header className="titled">
        <HashPicture value={instance.id} />
        <div className="wide">
          <h1>{instance.subject === undefined ? definition.title : <bdi>{instance.subject}</bdi>}</h1>
          <p className="lead">
            {instance.subject !== undefined && `${definition.title} · `}
            {words('instance.opened')} <Moment value={instance.createdAt} />
          </p>
          <CodeValue value={instance.id} />
        </div>
        {waiting.length > 0 && instance.state === 'Active' ? (
          <span className="pill" data-kind="open">
            {words('instance.waits', { roles: namesOf(waiting, roles) })}
          </span>
        ) : (
          <InstanceStatus state={instance.state} />
        )}
        {instance.lastTransactionId !== undefined && (
          <Link className="button" to={PATHS.instanceProof} {...linkTo(instance)}>
            <Icon name="shield-check" />
            {words('instance.proof')}
          </Link>
        )}
        <Button kind="plain" icon="refresh" label={words('refused.again')} onPress={() => void router.invalidate()} />
      </header>
      <MovesCard read={{ definition, instance, steps, own, suspects }} onMoved={() => void router.invalidate()} />
      <ToldTable {...{ definition, instance, steps, roles }} />
    </section>
  );
}

function namesOf(actions: readonly Action[], roles: readonly RoleShown[]): string {
  const names = actions.map(({ sender }) => roles.find(({ id }) => id === sender)?.name ?? sender);
  return [...new Set(names)].join(', ');
}

interface ToldProps {
  readonly definition: Definition;
  readonly instance: InstanceShown;
  readonly steps: readonly StepShown[];
  readonly roles: readonly RoleShown[];
}

/** Actions by roles: a cell for each field. */
function ToldTable({ definition, instance, steps, roles }: ToldProps) {
  const words = useWords();
  return (
    <section className="card told-table" aria-labelledby="told">
      <header className="titled">
        <h2 id="told" className="wide">
          {words('told.title')}
        </h2>
        <span className="hint legend">
          <i className="cell" data-state="told" data-hue="0" /> {words('told.told')}
          <i className="cell" data-state="not-told" /> {words('told.not-told')}
          <i className="cell" data-state="stated" data-hue="0" /> {words('told.stated')}
          <i className="cell" data-state="told" data-later="true" data-hue="0" /> {words('told.later')}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too. */}
      <section className="matrix" aria-label={words('review.matrix')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words('told.action')}</th>
              <th scope="col">{words('told.sealed')}</th>
              {roles.map((role) => (
                <th key={role.id} scope="col">
                  <Face name={role.name} place={role.place} isLarge />
                  {role.name}
                  <span className="hint">{role.organisation}</span>
                </th>
              ))}
              <th scope="col">
                <span className="unseen">{words('told.proof')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {actionsAsDone(definition.actions, instance, steps).map((action) => (
              <ToldRow key={action.id} {...{ definition, action, instance, steps, roles }} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function ToldRow({ definition, action, instance, steps, roles }: ToldProps & { readonly action: Action }) {
  const words = useWords();
  const done = lastRun(steps, action.id);
  const isWaiting = instance.currentActionIds.includes(action.id);
  const state = isWaiting ? 'now' : done ? 'done' : 'later';
  const role = roles.find(({ id }) => id === action.sender);
  const title = action.title ?? String(action.id);
  return (
    <tr data-state={state}>
      <th scope="row">
        {isWaiting ? (
          <Link
            to={PATHS.act}
            params={{ instanceId: instance.id, actionId: String(action.id) }}
            search={linkTo(instance).search}
          >
            {title}
          </Link>
        ) : (
          title
        )}
        <span className="hint">{role?.name ?? action.sender}</span>
      </th>
      <td>{isWaiting ? <WaitsPill /> : <SealPlace step={done} />}</td>
      {roles.map((each) => (
        <td key={each.id}>
          <ToldCells
            definition={definition}
            action={action}
            fields={fieldsOf(action)}
            role={each}
            isLater={state !== 'done'}
          />
        </td>
      ))}
      <td>
        {done && (
          <Link
            className="pill"
            data-kind="good"
            to={PATHS.transaction}
            params={{ registerId: instance.registerId, txId: done.transactionId }}
          >
            <Icon name="shield-check" />
            {words('told.proof')}
          </Link>
        )}
      </td>
    </tr>
  );
}

function WaitsPill() {
  const words = useWords();
  return (
    <span className="pill" data-kind="open">
      {words('told.waits')}
    </span>
  );
}

/** Without a step it comes later. */
function SealPlace({ step }: { readonly step: StepShown | undefined }) {
  const words = useWords();
  if (step === undefined) return <span className="hint">{words('told.later')}</span>;
  return (
    <>
      {words('docket.title', { number: step.docketNumber })}
      <span className="hint">
        <Moment value={step.sealedAt} />
      </span>
    </>
  );
}
