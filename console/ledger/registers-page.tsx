// The registers that the person may read.
import { Link, useLoaderData } from '@tanstack/react-router';
import { HashPicture } from '../parts/hash-picture.js';
import { RegisterStatus } from '../parts/register-status.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

export const readRegisters = () => node.registers.listRegisters({ query: { pageSize: 100 } });

export function RegistersPage() {
  const words = useWords();
  const registers: Awaited<ReturnType<typeof readRegisters>> = useLoaderData({ strict: false });
  return (
    <section>
      <h1>{words('registers.title')}</h1>
      {registers.length === 0 && (
        <div className="card">
          <h2>{words('registers.none')}</h2>
          <p className="hint">{words('registers.none.about')}</p>
        </div>
      )}
      <ul className="cards">
        {registers.map(({ id, name, description, height, status, statusReason }) => (
          <li key={id} className="card">
            <HashPicture value={id} />
            <div className="wide">
              <h2>
                <Link to={PATHS.register} params={{ registerId: id }}>
                  {name}
                </Link>
              </h2>
              <p className="hint">{description}</p>
              <p className="hint">{words('registers.height', { height })}</p>
            </div>
            <RegisterStatus status={status} reason={statusReason} />
          </li>
        ))}
      </ul>
    </section>
  );
}
