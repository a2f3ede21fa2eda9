// The findings of the draft, as it is edited. Each leads to its place, and is corrected by one click where only one
// change can be meant.
import { Link } from '@tanstack/react-router';
import type { Finding } from '../../core/blueprint/findings/finding.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';
import type { PanelProps } from './panel-props.js';
import { placeOf } from './problem-place.js';

export function Problems({ store, show }: PanelProps) {
  const words = useWords();
  const { now } = useDesign();
  const { findings, isChecking } = now;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <section className="problems" aria-label={words('design.panel.problems')} aria-busy={isChecking}>
      <p className="hint" role="status">
        {words('design.problems.counted', { errors, warnings: findings.length - errors })}
      </p>
      {findings.length === 0 && !isChecking && (
        <p className="problem" data-kind="good">
          <Icon name="circle-check" />
          <span>
            <b>{words('design.problems.none')}</b>
            <span className="hint">{words('design.problems.none-about')}</span>
            {now.mayEdit && (
              <Link to="." search={(before) => ({ ...before, panel: 'rehearsal' })} replace>
                {words('design.problems.next')}
              </Link>
            )}
          </span>
        </p>
      )}
      <ul>
        {findings.map((finding) => (
          <Problem key={`${finding.code} ${finding.location} ${finding.message}`} {...{ finding, store, show }} />
        ))}
      </ul>
    </section>
  );
}

type ProblemProps = Pick<PanelProps, 'store' | 'show'> & { readonly finding: Finding };

function Problem({ finding, store, show }: ProblemProps) {
  const words = useWords();
  const { now, shown, light, path, go } = useDesign();
  const { severity, message, location, code, fix, needs, steps = [] } = finding;
  const { action } = placeOf(location, now.blueprint);
  const title = shown.actions.find(({ id }) => id === action)?.title;
  const isLit = steps.length > 0 && steps === path;
  const look = () => {
    light(steps);
    if (needs) go({ action: needs.action, view: 'matrix', field: needs.field });
    else show(location);
  };
  return (
    <li className="problem" data-kind={severity === 'error' ? 'bad' : 'open'} data-lit={isLit || undefined}>
      <Icon name={severity === 'error' ? 'circle-alert' : 'triangle-alert'} />
      <span>
        <button type="button" className="problem-place" onClick={look}>
          <span className="unseen">{words('design.problems.show', { severity })}</span>
          {title ?? words('design.problems.whole')}
        </button>
        <span lang="en">{message}</span>
        <span className="row-acts">
          <a className="hint" href={`/docs/findings.html#${code}`}>
            {code}
          </a>
          {now.mayEdit && needs && (
            <Button
              onPress={() =>
                void store.edit([
                  {
                    edit: 'set_disclosure',
                    action: needs.action,
                    role: needs.role,
                    fields: [needs.field],
                    reads: true,
                  },
                ])
              }
            >
              {words('design.problems.disclose')}
            </Button>
          )}
          {now.mayEdit && fix && (
            <Button icon="check" onPress={() => void store.fix(fix)}>
              {words('design.problems.fix')}
            </Button>
          )}
        </span>
      </span>
    </li>
  );
}
