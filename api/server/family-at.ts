// Which form refusals have at a path, for a request that is refused before the framework has found its operation.
import type { AnyRoute } from '../define.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import { withoutAlias } from '../requests/aliases.js';

/**
 * The family of the operation that answers a method at a url as it was asked. Where none does, that of all operations
 * below the first name of the path, if they have one; else that of problems.
 */
export function familiesAt(definitions: readonly AnyRoute[]): (method: string, url: string) => ErrorFamilyName {
  // Few operations have another family than that of problems: only these are looked at.
  const others = definitions.flatMap(({ method, url, family = 'problem' }) =>
    family === 'problem' ? [] : [{ method, family, path: pathPattern(url) }],
  );
  const below = familiesBelow(definitions);
  return (method, url) => {
    const path = withoutAlias(url).split('?')[0] as string;
    // The framework answers HEAD as the GET of the same path.
    const asked = method === 'HEAD' ? 'GET' : method;
    const value = others.find((other) => other.method === asked && other.path.test(path)) ?? {
      family: below.get(firstName(path)),
    };
    return value.family ?? 'problem';
  };
}

function familiesBelow(definitions: readonly AnyRoute[]): ReadonlyMap<string, ErrorFamilyName> {
  const below = new Map<string, ErrorFamilyName>();
  for (const { url, family = 'problem' } of definitions) {
    const name = firstName(url);
    below.set(name, (below.get(name) ?? family) === family ? family : 'problem');
  }
  return below;
}

function firstName(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Of a url in the spelling of Fastify, in which `:name` is one segment and a last `*` the rest. */
function pathPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment === '*' ? '.*' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
