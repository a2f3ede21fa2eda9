// The world of a `describe`: made before its tests and closed behind them, which fail where it logged an error.
import { expect } from 'chai';
import { aroundAll, aroundEach } from '../../support/base/blocks.js';
import { aWorld, type World, type WorldOptions } from './world.js';

interface Options extends WorldOptions {
  /** For tests that make the node fail, or announce facts that are not whole: it may log errors. */
  readonly mayFail?: boolean;
}

/** One world for all tests of the block. It is whole from the first hook on that stands below it. */
export function worldOfAll(options?: Options): World {
  return worldIn(aroundAll, options);
}

/** A world of its own for each test of the block. */
export function worldOfEach(options?: Options): World {
  return worldIn(aroundEach, options);
}

function worldIn(around: typeof aroundAll, { mayFail = false, ...options }: Options = {}): World {
  const world = {} as World;
  around(
    async () => Object.assign(world, await aWorld(options)),
    async () => {
      const errors = mayFail ? [] : [...world.errors];
      await world.close();
      expect(errors).to.deep.equal([]);
    },
  );
  return world;
}
