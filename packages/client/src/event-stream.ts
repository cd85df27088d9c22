/** One message of a `text/event-stream`. */
export interface StreamMessage {
  id: string | undefined
  event: string
  data: string
}

/** Parses a stream of events as it arrives, in pieces of any size. Comments (`:`) are ignored. */
export class EventStreamReader {
  #rest = ''
  #id: string | undefined
  #event = ''
  #data: string[] = []

  /** Takes a piece of text; returns the messages that it completed. */
  take(piece: string): StreamMessage[] {
    const messages: StreamMessage[] = []
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = this.#line(line)
      if (message) messages.push(message)
    }
    return messages
  }

  #line(line: string): StreamMessage | null {
    if (line === '') return this.#complete()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    if (field === 'event') this.#event = value
    if (field === 'id') this.#id = value
    return null
  }

  #complete(): StreamMessage | null {
    const message = { id: this.#id, event: this.#event || 'message', data: this.#data.join('\n') }
    const empty = this.#data.length === 0
    this.#event = ''
    this.#data = []
    return empty ? null : message
  }
}
