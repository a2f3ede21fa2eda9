// How a planted bug, or a witness, takes the place of some members of a production object.

/** The same object with some members replaced; private members stay where they are. */
export function replaced<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(object, key) {
      const own = Reflect.get(members, key);
      const found = own ?? Reflect.get(object, key);
      return typeof found === 'function' ? found.bind(object) : found;
    },
  });
}
