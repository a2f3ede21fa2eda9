// Two people changed one draft: what differs, and how the two become one.
import { useState } from 'react';
import type { Resolution } from '../drafts/draft-store.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';

/** Differences that are told one by one. */
const TOLD_MAX = 12;

export function Differs() {
  const words = useWords();
  const { now, store } = useDesign();
  const [isRefused, setRefused] = useState(false);
  const { theirs } = now;
  if (theirs === undefined) return null;
  const resolve = (how: Resolution) => void store.resolve(how).then((isDone) => setRefused(!isDone));
  const shown = theirs.differences.slice(0, TOLD_MAX);
  return (
    <section className="design-differs" role="alert">
      <h2>{words('design.differs.title')}</h2>
      <p>{words('design.differs.about', { version: theirs.version })}</p>
      <ul>
        {shown.map(({ path, change }) => (
          <li key={path}>
            <code>{path}</code> {words('design.differs.change', { change })}
          </li>
        ))}
      </ul>
      {theirs.differences.length > shown.length && (
        <p className="hint">{words('design.differs.more', { count: theirs.differences.length - shown.length })}</p>
      )}
      {isRefused && <p className="fault">{words('design.differs.refused')}</p>}
      <div className="row-acts">
        {store.canMerge && (
          <Button kind="main" onPress={() => resolve('both')}>
            {words('design.differs.both')}
          </Button>
        )}
        <Button onPress={() => resolve('theirs')}>{words('design.differs.theirs')}</Button>
        <Button onPress={() => resolve('mine')}>{words('design.differs.mine')}</Button>
      </div>
    </section>
  );
}
