// Puts a script and a style into one document. Its policy names both by their hashes, and lets it reach nothing.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export const FILE_NAME = 'verify.html';

export function oneFile(): Plugin {
  return {
    name: 'quorate-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      let script = '';
      let style = '';
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type === 'chunk') script += output.code;
        else if (name.endsWith('.css')) style += output.source;
        delete bundle[name];
      }
      // The text would end its element.
      const code = script.replaceAll('</script', '<\\/script');
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: documentOf(code, style) });
    },
  };
}

function documentOf(script: string, style: string): string {
  const policy = [
    `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; img-src data:`,
    "connect-src 'none'; base-uri 'none'; form-action 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quorate: verify a proof</title>
<meta http-equiv="content-security-policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>${style}</style></head>
<body><div id="app"></div><script>${script}</script></body></html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
