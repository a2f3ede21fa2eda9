// Opens an address in the browser of the person, by the program that the system has for that. It is given the address
// as one argument and through no shell, and a failure is not an error: the address is shown too.
import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Only addresses of the web: an opener runs what is behind others. */
export function openInBrowser(url: string): void {
  if (!/^https?:\/\//.test(url)) return;
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
