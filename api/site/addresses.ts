// Addresses within the site: where the page of a document is, and how one page names another. All are relative, so that
// the site is the same under a node, a proxy with a prefix, or a folder.
import { posix } from 'node:path';

const ROOT = 'docs/';

/** `docs/errors.md` is `errors.html`; a README is the index of its folder. */
export function pageOf(source: string): string {
  const path = source.startsWith(ROOT) ? source.slice(ROOT.length) : source.toLowerCase();
  return path.replace(/\/README\.md$/, '/index.html').replace(/\.md$/, '.html');
}

/** How the page `from` names the page `to`, which may have a `#`. */
export function addressFrom(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

/** The document that `name` means in `source`: named from its folder, or from the root as texts do. */
export function candidatesOf(source: string, name: string): readonly string[] {
  return [posix.join(posix.dirname(source), name), posix.normalize(name)];
}

/** The id of a heading, as GitHub makes it. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Gives each heading of a page its own id: the second `Cost` is `cost-1`. */
export class HeadingIds {
  private readonly taken = new Set<string>();

  next(heading: string): string {
    const slug = slugOf(heading);
    let id = slug;
    for (let n = 1; this.taken.has(id); n++) id = `${slug}-${n}`;
    this.taken.add(id);
    return id;
  }
}
