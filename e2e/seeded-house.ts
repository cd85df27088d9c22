import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs once before all journeys: a folder for the demo community's data. The first journey that starts
 * the product makes the community there, as everybody's first start does; each works on a copy.
 */
export default function makeRoom(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-seeded-'))
  process.env.SEEDED_HOUSE = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
