import { closeSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { logOutput, systemLogger } from './logger.ts'

const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
const hanzi = '的 一 是 在 不 了 有 和 人 这 中 大'
const token = `mt1_${'aB3-_'.repeat(9).slice(0, 43)}`

function logged(write: (log: ReturnType<typeof systemLogger>) => void): string {
  const lines: string[] = []
  write(systemLogger({ logLevel: 'info' }, { write: line => void lines.push(line) }))
  return lines.join('')
}

describe('a line of the log', () => {
  it('hides the value of a field that is named like a secret', () => {
    const line = logged(log =>
      log.info({
        body: { paymentPassword: '592713', code: '123456', address: 'ann@example.org' },
        req: { headers: { authorization: `Bearer ${token}` } },
      }),
    )
    for (const secret of ['592713', '123456', 'ann@example.org', token])
      expect(line).not.toContain(secret)
    expect(JSON.parse(line).body.code).toBe('[hidden]')
  })

  it.each([
    words,
    words.toUpperCase(),
    words.replaceAll(' ', ', '),
    words.replaceAll(' ', '\n'),
    hanzi,
    hanzi.replaceAll(' ', '、'),
  ])('hides twelve words in a row: %s', message => {
    const line = logged(log => log.error(new Error(`invalid value "${message}" in remarks`)))
    expect(line).not.toContain(message)
    expect(JSON.parse(line).msg).toBe('invalid value "[hidden]" in remarks')
  })

  it('hides a token in a sentence, and leaves sentences unchanged', () => {
    const message =
      'the mail server did not take a letter of the member for the third time in a row'
    const line = logged(log => log.warn(`${message} ${token}`))
    expect(JSON.parse(line).msg).toBe(`${message} [hidden]`)
  })
})

it('an output that cannot be written loses lines, says so once, and ends nothing', async () => {
  const full = openSync('/dev/full', 'w')
  try {
    const written: string[] = []
    const logger = systemLogger(
      { logLevel: 'info' },
      logOutput(full, line => written.push(line)),
    )
    for (let i = 0; i < 3; i++) logger.info('a line')
    await expect
      .poll(() => written)
      .toEqual(['The log cannot be written (ENOSPC): lines are lost.'])
  } finally {
    closeSync(full)
  }
})
