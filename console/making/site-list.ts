// The list of the files of the console and of its pages, for the node: it serves these and no others.
import type { Plugin } from 'vite';
import { PATHS } from '../paths.js';
import { FILE_NAME } from './one-file.js';

export function siteList(): Plugin {
  return {
    name: 'quorate-site-list',
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle).filter((name) => name !== 'index.html'), FILE_NAME];
      const source = JSON.stringify({ pages: Object.values(PATHS), files: files.sort() });
      this.emitFile({ type: 'asset', fileName: 'site.json', source });
    },
  };
}
