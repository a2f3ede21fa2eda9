// The ways of the draft as they are drawn, by the rule that the command line draws by.
import { useEffect, useState } from 'react';
import type { JsonObject } from '../../core/base/json.js';
import type { DraftStore } from '../drafts/draft-store.js';
import type { DrawnWays } from '../workers/designer-messages.js';

/** The ways of the document before, until those of the newest are there. */
export function useWays(store: DraftStore, blueprint: JsonObject): DrawnWays {
  const [ways, setWays] = useState<DrawnWays>({ edges: [], starts: [] });
  useEffect(() => {
    let isNewest = true;
    store.ways(blueprint).then(
      (drawn) => {
        if (isNewest) setWays(drawn);
      },
      // A draft that cannot be drawn has findings that say why.
      () => {},
    );
    return () => {
      isNewest = false;
    };
  }, [store, blueprint]);
  return ways;
}
