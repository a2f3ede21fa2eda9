// A look at the bytes of an XML document before anything makes objects of them: an untrusted one could ask for more
// memory, or hold declarations that a reader would follow. Pure, and linear in the bytes. It does not judge whether the
// document is well formed: the reader behind it does.
import { issue } from '../../base/issue.js';
import {
  TRUST_LIST_BYTES_MAX,
  XML_ATTRIBUTES_MAX,
  XML_DEPTH_MAX,
  XML_NODES_MAX,
} from '../../base/limits/node/federation.js';
import { type Failure, fail, type Result } from '../../base/result.js';

const DECLARATION = /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']([\w-]{1,16})["'])?[^<>]{0,40}\?>/;
const TAG_NAME = /[^\s/>"'<=]+/y;
const ATTRIBUTE = /\s+[^\s/>"'<=]+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const TAG_END = /\s*(\/?)>/y;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
/** Comments and sections of plain characters: what begins them and ends them. */
const BLOCKS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** The text of the document; TRUSTLIST_MALFORMED where a bound or a rule of the module does not hold. */
export function scanXml(bytes: Uint8Array): Result<string> {
  if (bytes.length > TRUST_LIST_BYTES_MAX) return refuseXml(`The list has over ${TRUST_LIST_BYTES_MAX} bytes.`);
  const text = textOf(bytes);
  if (text === undefined) return refuseXml('The list is not UTF-8.');
  const begin = DECLARATION.exec(text);
  if (begin?.[1] !== undefined && begin[1].toLowerCase() !== 'utf-8')
    return refuseXml('The list declares another encoding than UTF-8.');
  if (REFERENCE.test(text)) return refuseXml('The list has an entity beyond the five of XML.');
  return new Scan(text, begin?.[0].length ?? 0).problem() ?? text;
}

class Scan {
  private depth = 0;
  private nodes = 0;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  problem(): Failure | undefined {
    const { text } = this;
    for (let next = text.indexOf('<', this.at); next >= 0; next = text.indexOf('<', this.at)) {
      if (next > this.at) this.nodes++;
      this.at = next;
      const problem = this.markup();
      if (problem !== undefined) return refuseXml(problem);
      if (this.nodes > XML_NODES_MAX) return refuseXml(`The list has over ${XML_NODES_MAX} nodes.`);
      if (this.depth > XML_DEPTH_MAX) return refuseXml(`The list has over ${XML_DEPTH_MAX} elements in one another.`);
    }
    return undefined;
  }

  /** Goes behind the markup that begins here. */
  private markup(): string | undefined {
    this.nodes++;
    const kind = this.text[this.at + 1];
    if (kind === '?') return 'The list has a processing instruction.';
    if (kind === '!') return this.block();
    if (kind === '/') return this.endTag();
    return this.tag();
  }

  private block(): string | undefined {
    const block = BLOCKS.find(([begin]) => this.text.startsWith(begin, this.at));
    if (block === undefined) return 'The list has a DOCTYPE or another declaration.';
    const end = this.text.indexOf(block[1], this.at + block[0].length);
    if (end < 0) return 'A comment or a section of the list does not end.';
    this.at = end + block[1].length;
    return undefined;
  }

  private endTag(): string | undefined {
    const end = this.text.indexOf('>', this.at);
    if (end < 0 || this.depth === 0) return 'An end tag of the list ends nothing.';
    this.at = end + 1;
    this.depth--;
    return undefined;
  }

  private tag(): string | undefined {
    this.at++;
    if (!this.goOn(TAG_NAME)) return NO_TAG;
    for (let attributes = 0; this.goOn(ATTRIBUTE); attributes++) {
      if (attributes === XML_ATTRIBUTES_MAX) return `An element of the list has over ${XML_ATTRIBUTES_MAX} attributes.`;
      this.nodes++;
    }
    const end = this.goOn(TAG_END);
    if (end === null) return NO_TAG;
    if (end[1] === '') this.depth++;
    return undefined;
  }

  private goOn(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }
}

const NO_TAG = 'A tag of the list is not of the form of XML.';

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A list that is not read: why, in a sentence. */
function refuseXml(message: string): Failure {
  return fail(issue('TRUSTLIST_MALFORMED', '', message));
}
