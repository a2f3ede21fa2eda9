// Server-Sent Events as they come in bytes: the data of each event (WHATWG HTML, 9.2.6). Names and ids of events are
// not read: models say in the data what it is. The body that it reads is bounded by who asks for it.

/** An event ends with an empty line, and a line with a line feed, with or without a carriage return before it. */
export class ModelEvents {
  private readonly decoder = new TextDecoder();
  /** Of a line whose end has not come. It is looked for in what is new: a host may send a line letter by letter. */
  private rest: string[] = [];
  private data: string[] = [];

  /** The data of the events that end in these bytes. */
  push(bytes: Uint8Array): readonly string[] {
    const [first = '', ...others] = this.decoder.decode(bytes, { stream: true }).split('\n');
    this.rest.push(first);
    if (others.length === 0) return [];
    const lines = [this.rest.splice(0).join(''), ...others];
    this.rest.push(lines.pop() ?? '');
    const events: string[] = [];
    for (const line of lines.map((text) => text.replace(/\r$/, ''))) {
      if (line.startsWith('data:')) this.data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === '' && this.data.length > 0) events.push(this.data.splice(0).join('\n'));
    }
    return events;
  }
}
