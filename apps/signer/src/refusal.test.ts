import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

it('ends with 78 over settings that it cannot use, so that its unit does not start it again and again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-signer-'))
  try {
    writeFileSync(join(folder, 'config.json'), '{"chainId": 0}', { mode: 0o600 })
    const env = { ...process.env, SIGNER_DIR: folder }
    const args = ['--import', 'tsx', program]
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect(stderr).toMatch(/^\S+config\.json: /)
    expect(status).toBe(78)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
