// Hooks of a `describe` for what several tests of it share.

type Run = () => unknown;
/** It may skip the block. */
type Make = (this: Mocha.Context) => unknown;

/** Makes something before all tests of the block. It ends behind the hooks that the block states, which may need it. */
export function aroundAll(make: Make, end: Run): void {
  before(async function () {
    this.test?.parent?.afterAll(async () => void (await end()));
    await make.call(this);
  });
}

/** The same around each test. */
export function aroundEach(make: Make, end: Run): void {
  before(function () {
    this.test?.parent?.afterEach(async () => void (await end()));
  });
  beforeEach(async function () {
    await make.call(this);
  });
}
