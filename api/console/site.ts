// The files of the console, as build.mjs made them from console/. Each is read when it is first asked for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seen from the compiled tree and from the sources, and from the bundle of the program. */
const FOLDERS = ['../../console', '../console', '../../dist/console'];
/** The build writes it last. */
const LIST = 'site.json';
const INDEX = 'index.html';

interface SiteList {
  /** Paths of pages below /console, with `$name` for a part that is any. */
  readonly pages: readonly string[];
  /** Their names hold hashes of what is in them. */
  readonly files: readonly string[];
}

export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  /** The same by encoding, as the build wrote it beside; undefined where it wrote nothing. */
  readonly compressed?: Readonly<Record<'br' | 'gzip', Buffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  html: 'text/html; charset=utf-8',
};

export class ConsoleSite {
  private readonly pages: readonly RegExp[];
  private readonly files: ReadonlySet<string>;
  /** As many as the list has, which bounds what is kept: some 8 MB. */
  private readonly kept = new Map<string, ConsoleFile>();

  constructor(
    private readonly folder: string,
    { pages, files }: SiteList,
  ) {
    this.pages = pages.map(patternOf);
    this.files = new Set(files);
  }

  /** Whether the console has a page there: `/verify`. */
  hasPage(path: string): boolean {
    return this.pages.some((pattern) => pattern.test(path));
  }

  /** A file by its name in the list; undefined for any other. */
  file(name: string): ConsoleFile | undefined {
    return this.files.has(name) ? this.read(name) : undefined;
  }

  /** The document of all pages. */
  index(): ConsoleFile {
    return this.read(INDEX);
  }

  private read(name: string): ConsoleFile {
    const known = this.kept.get(name);
    if (known !== undefined) return known;
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] as string;
    const path = join(this.folder, name);
    // The build writes it last of the three.
    const compressed = existsSync(`${path}.gz`) && {
      compressed: { br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) },
    };
    const file = { type, body: readFileSync(path), ...compressed };
    this.kept.set(name, file);
    return file;
  }
}

/** Undefined where the console was not built, which a node that serves programs alone can do without. */
export function readConsole(): ConsoleSite | undefined {
  const folders = FOLDERS.map((folder) => join(import.meta.dirname, folder));
  const folder = folders.find((each) => existsSync(join(each, LIST)));
  if (folder === undefined) return undefined;
  return new ConsoleSite(folder, JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as SiteList);
}

/** Paths have no character but letters, digits, - and / beside their parts. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
}
