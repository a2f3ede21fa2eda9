// The readers of a transaction: the groups of its envelope, and what was delivered since.
import { CodeValue } from '../parts/code-value.js';
import { Moment } from '../parts/moment.js';
import type { node } from '../session/node.js';
import { useWords } from '../words/words.js';

export type ReadersRead = Awaited<ReturnType<typeof node.transactions.getTransactionReaders>>;

export function ReadersCard({ readers }: { readonly readers: ReadersRead }) {
  const words = useWords();
  const { groups, deliveries } = readers;
  return (
    <section className="card screen" aria-labelledby="readers">
      <h2 id="readers">{words('readers.title')}</h2>
      <ul className="rows">
        {groups.map(({ members, wallets }) =>
          wallets.map(({ wallet, readsAs, roles }) => (
            <li key={wallet} className="row">
              <div className="wide">
                <b>{roles.length === 0 ? words('readers.as', { as: readsAs }) : roles.join(', ')}</b>
                <Parts members={members} />
              </div>
              {roles.length > 0 && <span className="pill">{words('readers.as', { as: readsAs })}</span>}
              <CodeValue value={wallet} />
            </li>
          )),
        )}
        {deliveries.map(({ wallet, role, gate, members, transactionId, at }) => (
          <li key={`${transactionId} ${wallet}`} className="row">
            <div className="wide">
              <b>{role}</b>
              <Parts members={gate === undefined ? members : [gate]} />
            </div>
            <span className="pill">
              {words('readers.delivered')} <Moment value={at} />
            </span>
            <CodeValue value={wallet} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Parts({ members }: { readonly members: readonly string[] }) {
  const words = useWords();
  const names = members.filter((member) => member !== '').map((member) => member.replace(/^\//, ''));
  return (
    <p className="hint">
      {members.includes('') ? words('readers.all') : names.length === 0 ? words('readers.nothing') : names.join(', ')}
    </p>
  );
}
