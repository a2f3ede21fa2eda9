// Data as YAML 1.2 for people who read it: blocks, plain words where they cannot be taken for anything else, and JSON
// strings otherwise.

const PLAIN = /^[A-Za-z_][\w./@-]*( [\w./@-]+)*$/;
/** Words that some reader of YAML takes for something else than a text. */
const TAKEN = /^(true|false|null|yes|no|on|off|y|n)$/i;

export function yamlText(data: unknown): string {
  return `${block(data, '').trimStart()}\n`;
}

/** The value as it stands behind `name:` or `-`: on the same line, or below it with this indent. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${inItem(item, `${indent}  `)}`).join('');
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    if (members.length === 0) return ' {}';
    return members.map(([name, member]) => `\n${indent}${scalar(name)}:${block(member, `${indent}  `)}`).join('');
  }
  return ` ${scalar(value)}`;
}

/** The first member of an object stands on the line of its dash. */
function inItem(value: unknown, indent: string): string {
  return block(value, indent).replace(/^\n\s*/, ' ');
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) && !TAKEN.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value ?? null);
}
