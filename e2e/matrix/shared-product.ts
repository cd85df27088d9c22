import { rmSync } from 'node:fs'
import { scratchFolder } from '@banyan/tools/scratch'
import seedFirst, { startSeeded } from '../seeded.ts'
import type { ServedToOperators } from './scene.ts'

/**
 * Set-up of the project `pages`: one running product for all its files, which only read. Their
 * phones come from one address, so the limits are wide.
 */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  await seedFirst()
  const dataDir = scratchFolder('banyan-pages-')
  const product = await startSeeded(dataDir, { RATE_LIMIT_SCALE: '100' })
  const { appUrl, demoAccounts, consoleUrl, demoOperators } = product
  const served: ServedToOperators = { appUrl, demoAccounts, consoleUrl, demoOperators }
  process.env.SHARED_PRODUCT = JSON.stringify(served)
  return async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
