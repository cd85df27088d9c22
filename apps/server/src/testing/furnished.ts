import { rmSync } from 'node:fs'
import { type HttpHouse, type KeptHouse, openHttpHouse } from './http-house.ts'
import { furnish, type Scene } from './lived-in-house.ts'

let kept: Promise<{ original: KeptHouse; scene: Scene }> | undefined

/**
 * A furnished copy of the product. To furnish takes seconds and a copy takes a fraction of one, so a worker
 * furnishes once, and each test that asks gets a copy at the moment when that was done.
 */
export async function openFurnished(): Promise<{ house: HttpHouse; scene: Scene }> {
  kept ??= keepOne()
  const { original, scene } = await kept
  return { house: await openHttpHouse({ copyOf: original }), scene }
}

async function keepOne() {
  const house = await openHttpHouse()
  const scene = await furnish(house)
  const original = await house.keep()
  process.once('exit', () => rmSync(original.dataDir, { recursive: true, force: true }))
  return { original, scene }
}
