// Found things, each as the way to it.
import { Link, type LinkProps } from '@tanstack/react-router';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { PATHS } from '../paths.js';
import type { node } from '../session/node.js';
import { useWords } from '../words/words.js';

export type FoundThings = Awaited<ReturnType<typeof node.find.findByName>>;
type FoundThing = FoundThings['found'][number];

interface FoundListProps {
  readonly things: FoundThings;
  readonly onGo?: () => void;
}

export function FoundList({ things: { found: things, isWhole }, onGo }: FoundListProps) {
  const words = useWords();
  return (
    <>
      <ul className="found">
        {things.map((thing) => (
          <li key={`${thing.registerId} ${thing.kind} ${thing.id}`}>
            <Link {...wayTo(thing)} onClick={onGo}>
              <HashPicture value={thing.kind === 'docket' ? (thing.title ?? '') : thing.id} />
              <span className="wide">
                <b>{thing.title === undefined ? words('find.kind', { kind: thing.kind }) : nameOf(thing)}</b>
                <span className="hint">
                  {words('find.in', { kind: thing.kind, register: thing.registerName })} <CodeValue value={thing.id} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {things.length === 0 ? words('find.none') : words('find.count', { count: things.length })}
        {!isWhole && ` ${words('find.more')}`}
      </p>
    </>
  );
}

function nameOf({ kind, title = '' }: FoundThing) {
  return kind === 'docket' ? <CodeValue value={title} /> : title;
}

/** The page of a thing, or the transactions of its register that it is about. */
function wayTo({ kind, id, registerId, txId = '', address }: FoundThing): LinkProps {
  const register = { to: PATHS.register, params: { registerId } };
  switch (kind) {
    case 'docket':
      return { to: PATHS.docket, params: { registerId, docketId: id } };
    case 'transaction':
      return { to: PATHS.transaction, params: { registerId, txId } };
    case 'instance':
      return { ...register, search: { instanceId: id } };
    case 'blueprint':
      return { ...register, search: { blueprintId: id } };
    case 'wallet':
      return { ...register, search: { sender: id } };
    case 'participant':
      return { ...register, search: address === undefined ? {} : { sender: address } };
    default:
      return { ...register, search: {} };
  }
}
