// The product's own checks of a healed node: they must find nothing, and nothing is left that a seal should
// have deleted. Those checks share the product's code, so that this is a test of them as well; the judges of a run are
// in checkers/.
import { isSound, surveyRegister } from '../../actors/repair/survey.js';
import { rowRange } from '../../storage/keys/chain-keys.js';
import { deepCheck } from '../../storage/repair/check.js';
import type { Checker, World } from './observer.js';

export function productSays(world: World): Checker {
  return {
    name: 'product-says',
    async finished() {
      for (const node of world.nodes) {
        const held = node.held(world.registerId);
        const kv = node.run?.store?.kv;
        if (node.isRetired || !held || !kv) continue;
        const { reg, chain } = held;
        const found = await deepCheck({ kv, reg });
        if (found[0]) world.violation('store', `node ${node.index}: ${found[0].message}`);
        // A repair where nothing is damaged would be repeated without end.
        const survey = await surveyRegister(kv, reg, async () => undefined);
        if (!isSound(survey))
          world.violation('survey', `node ${node.index} would repair ${JSON.stringify(survey).slice(0, 300)}`);
        let bodies = 0;
        for await (const _ of kv.range(rowRange('body', reg))) bodies++;
        const height = chain.durableState(reg)?.height ?? 0;
        if (bodies !== height + 1)
          world.violation('losers', `node ${node.index} keeps ${bodies} bodies of ${height + 1} dockets`);
      }
    },
  };
}
