import { expect, it } from 'vitest'
import { inTraceOf, openLog } from './log.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'

/** The lines that are written while a request with this header is answered. */
async function linesOf(traceparent: unknown) {
  const lines: Record<string, unknown>[] = []
  const log = openLog(line => lines.push(JSON.parse(line)))
  await inTraceOf(traceparent, async () => {
    await Promise.resolve()
    log.info({ nonce: 7 }, 'signed')
  })
  log.info({}, 'later')
  return lines
}

it('a line that is written for a request names the trace of its caller', async () => {
  const [during, after] = await linesOf(`00-${TRACE}-b7ad6b7169203331-01`)
  expect(during).toMatchObject({ msg: 'signed', nonce: 7, traceId: TRACE })
  expect(after).not.toHaveProperty('traceId')
})

it.each([undefined, '', 'x', `00-${TRACE}`, `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`])(
  'a traceparent of another form is not repeated: %j',
  async traceparent => {
    expect((await linesOf(traceparent))[0]).not.toHaveProperty('traceId')
  },
)
