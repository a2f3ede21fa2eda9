// The ways on, when all else is there or left for later: first of all an action to sign.
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { beginFirstAction } from './first-action.js';
import type { StepProps } from './read-start.js';

export function NextStep({ state: { register, wallet, who } }: StepProps) {
  const words = useWords();
  const may = who.may.has('publishDraft') && who.may.has('createInstance');
  return (
    <>
      <h2>{words('start.next.title')}</h2>
      <ul className="ways">
        {register !== undefined && wallet !== undefined && may && <FirstAction registerId={register} />}
        <li>
          <Link to={PATHS.blueprints} search={{ show: 'templates' }}>
            {words('start.next.template')}
          </Link>
          <p className="hint">{words('start.next.template.about')}</p>
        </li>
        <li>
          <a href="/docs/tutorials/first-mesh.html">{words('start.next.join')}</a>
          <p className="hint">{words('start.next.join.about')}</p>
        </li>
        <li>
          <Link to={PATHS.registers}>{words('start.next.look')}</Link>
          <p className="hint">{words('start.next.look.about')}</p>
        </li>
      </ul>
    </>
  );
}

function FirstAction({ registerId }: { readonly registerId: string }) {
  const words = useWords();
  const navigate = useNavigate();
  const { isBusy, fault, run } = useAct();
  async function begin(): Promise<void> {
    const said = { title: words('start.next.sign.title'), reason: words('start.next.sign.reason') };
    const params = await beginFirstAction({ registerId, ...said });
    await navigate({ to: PATHS.act, params, search: { register: registerId } });
  }
  return (
    <li>
      <Button kind="main" icon="pen-line" isBusy={isBusy} onPress={() => run(begin)}>
        {words('start.next.sign')}
      </Button>
      <p className="hint" role="status">
        {words(isBusy ? 'start.next.sign.busy' : 'start.next.sign.about')}
      </p>
      {fault !== undefined && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}
