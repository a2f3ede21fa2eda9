// Starts a worker thread from a module of this code base, compiled or from source. It knows nothing of what the thread
// does.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that runs a module, named as it is when it is compiled: `new URL('./x.js', import.meta.url)`. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(module, options);
  const url = new URL(module.href.replace(/\.js$/, '.ts'));
  // Run from source, a thread does not inherit the TypeScript loader of the main thread: it registers its own first.
  // Its module is named by file, because a thread made from a text resolves packages from the working directory.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('./dist/esm/api/index.mjs', tsx).href;
  const source = `import(${JSON.stringify(loader)}).then((m) => { m.register(); return import(${JSON.stringify(url.href)}); });`;
  return new Worker(source, { ...options, eval: true });
}
