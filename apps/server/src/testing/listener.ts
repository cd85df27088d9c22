import type { LiveEvent } from '@banyan/domain'

/** A stream of live events that a test listens to. */
export interface Listener {
  /** The events received so far: `topic id`, in order. */
  events: string[]
  /** The position after the last event. */
  lastId(): string | undefined
  /** True once the server has ended the stream. */
  ended(): boolean
  text(): string
  hangUp(): void
}

/** Opens a stream and resolves when the server has begun to answer. */
export async function openListener(
  address: string,
  who: { token: string } | { headers: Record<string, string> },
  after?: string,
): Promise<Listener> {
  const hook = new AbortController()
  const response = await fetch(address, {
    headers: {
      ...('token' in who ? { authorization: `Bearer ${who.token}` } : who.headers),
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: hook.signal,
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(await response.text())
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('a stream without a body')
  let text = ''
  let ended = false
  const events: string[] = []
  let begun = () => {}
  const beginning = new Promise<void>(resolve => {
    begun = resolve
  })
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
      begun()
      events.length = 0
      for (const [, data] of text.matchAll(/^event: change\ndata: (.*)$/gm)) {
        const event = JSON.parse(data ?? '') as LiveEvent
        events.push(`${event.topic} ${event.id}`)
      }
    }
    ended = true
  }
  // Reading a stream that the test aborts fails: that is its end as well.
  read().catch(() => {
    ended = true
  })
  await beginning
  return {
    events,
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1],
    ended: () => ended,
    text: () => text,
    hangUp: () => hook.abort(),
  }
}
