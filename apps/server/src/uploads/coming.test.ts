import fs, { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Refused } from '../platform/refused.ts'
import { openComing, pictureBound } from './coming.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-coming-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const bytesOf = (text: string) =>
  Object.assign(Readable.from([Buffer.from(text)]), { truncated: false })
const { signal } = new AbortController()

it('leaves no file of what its first bytes refuse before the file is open', async () => {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const slow: typeof createWriteStream = (path, options) =>
    createWriteStream(path, {
      ...(options as object),
      fs: {
        ...fs,
        open: (...given: Parameters<typeof fs.open>) => void opened.then(() => fs.open(...given)),
      },
    })
  const coming = openComing(folder, slow)
  const boundOf = () => {
    setImmediate(() => setImmediate(open))
    throw new Refused('fileNotTaken')
  }
  const way = { signal, bound: pictureBound, boundOf }
  await expect(coming.receive(bytesOf('not taken'), way, async () => 'taken')).rejects.toThrow()
  // Whoever removed the file too early would find it here once it is open.
  await opened
  await stat(folder)
  expect(readdirSync(folder)).toEqual([])
})

it('gives what came to the work, and takes it away after it', async () => {
  const coming = openComing(folder)
  const seen = await coming.receive(
    bytesOf('a file'),
    { signal, bound: pictureBound },
    async () => readdirSync(folder).length,
  )
  expect(seen).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
