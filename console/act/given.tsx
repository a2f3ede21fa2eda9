// The statements of others before, as this wallet reads them, with those that do not hold.
import type { Json } from '../../core/base/json.js';
import { parsePointer } from '../../core/blueprint/definition/pointer.js';
import { valueText } from '../forms/value-text.js';
import { Icon } from '../parts/icon.js';
import { useLocale, useWords } from '../words/words.js';
import { type ActData, rolesOf } from './act-data.js';
import { fieldsOf } from './fields-shown.js';

type Run = ActData['given'][number]['runs'][number];

/** An action that was given back says so, with the reason. */
export function BackNotice({
  data: { sentBack, definition },
}: {
  readonly data: Pick<ActData, 'sentBack' | 'definition'>;
}) {
  const words = useWords();
  if (sentBack === undefined) return null;
  const role = definition.participants.find(({ id }) => id === sentBack.role)?.name ?? sentBack.role ?? '';
  return (
    <p className="note">
      <Icon name="corner-up-left" />
      <span>
        {words('act.sent-back', { isKnown: role === '' ? 'no' : 'yes', role })}{' '}
        {sentBack.reason !== undefined && <q>{sentBack.reason}</q>}
      </span>
    </p>
  );
}

export function EarlierStatements({ data }: { readonly data: Pick<ActData, 'definition' | 'given'> }) {
  return data.given.flatMap(({ actionId, runs }) =>
    runs
      .filter(({ isInForce, members }) => isInForce && members.length > 0)
      .map((run) => (
        <GivenRun key={run.source.transactionHash} definition={data.definition} actionId={actionId} run={run} />
      )),
  );
}

interface GivenRunProps {
  readonly definition: ActData['definition'];
  readonly actionId: string;
  readonly run: Run;
}

function GivenRun({ definition, actionId, run }: GivenRunProps) {
  const words = useWords();
  const locale = useLocale();
  const action = definition.actions.find(({ id }) => String(id) === actionId);
  const role = rolesOf(definition).find(({ id }) => id === action?.sender);
  const fields = action ? fieldsOf(action) : [];
  const shown = run.members.filter(({ value }) => value !== undefined);
  if (shown.length === 0) return null;
  return (
    <section className="card given">
      <h2>{words('act.from', { action: action?.title ?? actionId, role: role?.name ?? '' })}</h2>
      <dl>
        {shown.map(({ member, value, verdict }) => {
          const [name = ''] = parsePointer(member) ?? [];
          const field = fields.find((each) => each.name === name);
          return (
            <div key={member}>
              <dt>{field?.label ?? name}</dt>
              <dd>
                {valueText(value as Json, field?.question, { words, locale })}
                {verdict === 'violated' && (
                  <span className="fault">
                    <Icon name="circle-alert" />
                    {words('act.violated')}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
