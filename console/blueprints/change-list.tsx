// The changes between two versions, by action, in the words of the person. Texts of a blueprint stand as they are.
import type { Json, JsonObject } from '../../core/base/json.js';
import { isObject } from '../../core/base/json.js';
import type { MeantChange } from '../../core/design/authoring/meaning.js';
import { useWords } from '../words/words.js';

interface ChangeListProps {
  readonly changes: readonly MeantChange[];
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The words of each subject; the kind of change chooses among them. */
const WORDS_OF: Readonly<Record<MeantChange['subject'], string>> = {
  role: 'diff.role',
  action: 'diff.action',
  field: 'diff.field',
  reader: 'diff.reader',
  route: 'diff.route',
  rule: 'diff.rule',
  time: 'diff.time',
  credential: 'diff.credential',
  terms: 'diff.terms',
  text: 'diff.words',
};

export function ChangeList({ changes, before, after }: ChangeListProps) {
  const words = useWords();
  const groups = new Map<string, MeantChange[]>();
  for (const change of changes) {
    const key = change.subject === 'action' ? change.name : (change.action ?? '');
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups].map(([action, list]) => (
    <section key={action} className="diff-group">
      <h2>
        {action === ''
          ? words('diff.whole')
          : words('diff.in-action', { title: titleOf('actions', action, after, before) })}
      </h2>
      <ul>
        {list.map((change) => (
          <ChangeRow
            key={JSON.stringify([change.subject, change.change, change.name, change.member])}
            change={change}
            before={before}
            after={after}
          />
        ))}
      </ul>
    </section>
  ));
}

interface ChangeRowProps extends Omit<ChangeListProps, 'changes'> {
  readonly change: MeantChange;
}

function ChangeRow({ change: of, before, after }: ChangeRowProps) {
  const words = useWords();
  const { subject, change, name, member = '', isBehaviour } = of;
  const role = subject === 'role' || subject === 'reader' ? titleOf('participants', name, after, before) : name;
  const said = words(WORDS_OF[subject], { change, name: role, member });
  return (
    <li className="diff-row" data-change={change}>
      <span className="diff-mark" aria-hidden="true">
        {change === 'added' ? '+' : change === 'removed' ? '−' : '~'}
      </span>
      <span className="wide">
        {said}
        <Values before={of.before} after={of.after} />
      </span>
      {isBehaviour && (
        <span className="pill" data-kind="open">
          {words('diff.behaviour')}
        </span>
      )}
    </li>
  );
}

/** Where both are short; longer ones stand in the text below. */
function Values({ before, after }: { readonly before: Json | undefined; readonly after: Json | undefined }) {
  const words = useWords();
  if (before === undefined || after === undefined) return null;
  const [was, is] = [before, after].map(valueText) as [string, string];
  if (was.length > VALUE_MAX || is.length > VALUE_MAX) return null;
  return (
    <span className="diff-values">
      <del>
        <span className="unseen">{words('diff.before')}: </span>
        {was}
      </del>{' '}
      <ins>
        <span className="unseen">{words('diff.after')}: </span>
        {is}
      </ins>
    </span>
  );
}

const VALUE_MAX = 120;

function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The title or name of a role or action by its id, of the first version that has it; else the id. */
function titleOf(list: 'actions' | 'participants', id: string, ...among: readonly JsonObject[]): string {
  for (const blueprint of among) {
    const items = blueprint[list];
    const item = Array.isArray(items)
      ? (items as readonly Json[]).find((each) => isObject(each) && String(each.id) === id)
      : undefined;
    const title = isObject(item as Json) ? ((item as JsonObject).title ?? (item as JsonObject).name) : undefined;
    if (typeof title === 'string' && title !== '') return title;
  }
  return id;
}
