import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from './handles.ts'
import { endWith, pipelined } from './pipelined.ts'

/** A server that answers on demand only, and the texts that it received. */
function slowServer() {
  const texts: string[] = []
  const answers: { give(): void; fail(): void }[] = []
  const send = pipelined(
    text =>
      new Promise((resolve, reject) => {
        texts.push(text)
        const answer = { command: text, rowCount: null, rows: [] }
        answers.push({ give: () => resolve(answer), fail: () => reject(new Error(text)) })
      }),
  )
  return { texts, answers, send }
}

/** The text of a last statement, as `endWith` sends it. */
async function lastText(text: string): Promise<string> {
  let sent = ''
  const executeQuery = async (query: CompiledQuery) => {
    sent = query.sql
    return { rows: [] }
  }
  await endWith({ executeQuery } as unknown as Tx, { compile: () => CompiledQuery.raw(text) })
  return sent
}

describe('a transaction', () => {
  it('begins with its first statement, without waiting', async () => {
    const { texts, answers, send } = slowServer()
    await send('begin', [])
    expect(texts).toEqual([])
    const answer = send('one', [])
    expect(texts).toEqual(['begin', 'one'])
    for (const { give } of answers) give()
    expect((await answer).command).toBe('one')
    const second = send('two', [])
    const end = send('commit', [])
    for (const { give } of answers) give()
    await Promise.all([second, end])
    expect(texts).toEqual(['begin', 'one', 'two', 'commit'])
  })

  it('sends nothing at all when it has no statement', async () => {
    const { texts, send } = slowServer()
    for (const end of ['commit', 'rollback']) {
      await send('begin', [])
      await send(end, [])
    }
    expect(texts).toEqual([])
  })

  it('fails its first statement when it cannot begin', async () => {
    const { answers, send } = slowServer()
    await send('begin', [])
    const answer = send('one', [])
    answers[0]?.fail()
    answers[1]?.give()
    await expect(answer).rejects.toThrow('begin')
  })

  it('commits with its last statement, and ends once', async () => {
    const { texts, answers, send } = slowServer()
    await send('begin', [])
    const answer = send(await lastText('one'), [])
    expect(texts).toEqual(['begin', 'one', 'commit'])
    await expect(send('two', [])).rejects.toThrow('follows the last one')
    for (const { give } of answers) give()
    await answer
    expect((await send('commit', [])).command).toBe('commit')
    expect(texts).toEqual(['begin', 'one', 'commit'])
    await send('begin', [])
    void send('three', [])
    expect(texts.slice(3)).toEqual(['begin', 'three'])
  })

  it('is not rolled back twice when its last statement fails', async () => {
    const { texts, answers, send } = slowServer()
    await send('begin', [])
    const answer = send(await lastText('one'), [])
    answers[0]?.give()
    answers[1]?.fail()
    answers[2]?.give()
    await expect(answer).rejects.toThrow('one')
    await send('rollback', [])
    expect(texts).toEqual(['begin', 'one', 'commit'])
  })
})
