// Findings about a blueprint as SARIF 2.1.0 (OASIS), which editors and code hosts show beside the lines of the file.
import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { parsePointer } from '../../../core/blueprint/definition/pointer.js';
import type { Finding } from '../../../core/blueprint/findings/finding.js';

interface Source {
  /** Name of the file, as it is shown. */
  readonly name: string;
  /** JSON. */
  readonly text: string;
}

/** A log with one run; `version` is that of the program. */
export function sarifOf(findings: readonly Finding[], source: Source, version: string): object {
  const tree = parseTree(source.text);
  const lines = new Lines(source.text);
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'quorate', version, rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: codes.indexOf(finding.code),
          level: finding.severity,
          message: { text: finding.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(source.name) },
                region: lines.region(tree && nodeAt(tree, finding.location)),
              },
              logicalLocations: [{ fullyQualifiedName: finding.location, kind: 'value' }],
            },
          ],
        })),
      },
    ],
  };
}

function uriOf(name: string): string {
  return encodeURI(name.replaceAll('\\', '/'));
}

/** The value of a pointer, or of what stands above it where a member is missing. */
function nodeAt(tree: Node, pointer: string): Node {
  const tokens = parsePointer(pointer) ?? [];
  for (let length = tokens.length; length > 0; length--) {
    const location = findNodeAtLocation(tree, pathOf(tree, tokens.slice(0, length)));
    if (location) return location;
  }
  return tree;
}

/** Tokens are indexes where the value is a list. */
function pathOf(tree: Node, tokens: readonly string[]): JSONPath {
  const path: JSONPath = [];
  for (const token of tokens) {
    const isList = findNodeAtLocation(tree, path)?.type === 'array';
    path.push(isList ? Number(token) : token);
  }
  return path;
}

/** Lines and columns from 1, by offset. */
class Lines {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  region(node: Node | undefined): object {
    const { offset = 0, length = 0 } = node ?? {};
    const [startLine, startColumn] = this.#at(offset);
    const [endLine, endColumn] = this.#at(offset + length);
    return { startLine, startColumn, endLine, endColumn };
  }

  #at(offset: number): readonly [line: number, column: number] {
    // The last line that begins at or before it.
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - (this.#starts[low] as number) + 1];
  }
}
