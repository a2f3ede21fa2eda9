// Three ways on, when all else is there or left for later.
import { Link } from '@tanstack/react-router';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';

export function NextStep() {
  const words = useWords();
  return (
    <>
      <h2>{words('start.next.title')}</h2>
      <ul className="ways">
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
