// The console: one page with routes that load late, below /console. `file` builds the check of evidence as one file.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { compressedForms } from './making/compressed-forms.js';
import { oneFile } from './making/one-file.js';
import { ownCalls } from './making/own-calls.js';
import { po } from './making/po.js';
import { siteList } from './making/site-list.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Rules of core/ run in a browser with the platform of the published client. */
const PLATFORM = {
  alias: { 'node:crypto': at('../api/client/platform/crypto.ts') },
  inject: { Buffer: [at('../api/client/platform/buffer.ts'), 'Buffer'] as [string, string] },
};
const FOLDER = at('../dist/console');
const transform = { inject: PLATFORM.inject };
/** A machine that is busy is not the fault of a plugin. */
const checks = { pluginTimings: false };

const shared = {
  root: at('.'),
  base: '/console/',
  cacheDir: at('../dist/.vite'),
  logLevel: 'warn',
  resolve: { alias: PLATFORM.alias },
} satisfies UserConfig;

const build = { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: false };

export default defineConfig(({ mode }) =>
  mode === 'file'
    ? {
        ...shared,
        plugins: [react(), po(), oneFile()],
        build: {
          ...build,
          outDir: FOLDER,
          cssCodeSplit: false,
          rolldownOptions: {
            input: at('verify/file.tsx'),
            output: { format: 'iife', codeSplitting: false },
            transform,
            checks,
          },
        },
      }
    : {
        ...shared,
        plugins: [
          react(),
          po(),
          ownCalls([at('.'), at('../api/client/published')]),
          siteList(),
          compressedForms(FOLDER),
        ],
        worker: { format: 'es', rolldownOptions: { transform, checks }, plugins: () => [] },
        build: {
          ...build,
          outDir: FOLDER,
          rolldownOptions: { input: at('index.html'), transform, checks },
        },
      },
);
