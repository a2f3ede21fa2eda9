// Promise.withResolvers for Node 20: libp2p 3 calls it and does not say so. To be loaded before libp2p, by itself,
// because imports run before the code beside them. It changes nothing where the platform has the function.

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason?: unknown) => void;
}

if (!('withResolvers' in Promise))
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value: function withResolvers<T>(this: PromiseConstructor): Resolvers<T> {
      let resolve!: Resolvers<T>['resolve'];
      let reject!: Resolvers<T>['reject'];
      const promise = new this<T>((onValue, onFailure) => {
        resolve = onValue;
        reject = onFailure;
      });
      return { promise, resolve, reject };
    },
  });
