// Where a sign-in leads that another tab waits for.
import { useEffect } from 'react';
import { tellTabs } from '../session/tabs.js';
import { useWords } from '../words/words.js';

export function ReturnPage() {
  const words = useWords();
  useEffect(() => tellTabs('signed-in'), []);
  return (
    <section>
      <h1>{words('signed-in.title')}</h1>
      <p className="lead">{words('signed-in.about')}</p>
    </section>
  );
}
