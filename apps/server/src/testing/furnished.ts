import { rmSync } from 'node:fs'
import { type HttpSystem, type KeptSystem, openHttpSystem } from './http-system.ts'
import { furnish, type Scene } from './scene.ts'

let kept: Promise<{ original: KeptSystem; scene: Scene }> | undefined

/**
 * A furnished copy of the system. Furnishing takes seconds and a copy takes a fraction of one, so a
 * worker furnishes once, and each test gets a copy at the moment when that was done.
 */
export async function openFurnished(): Promise<{ system: HttpSystem; scene: Scene }> {
  kept ??= keepOne()
  const { original, scene } = await kept
  return { system: await openHttpSystem({ copyOf: original }), scene }
}

async function keepOne() {
  const system = await openHttpSystem()
  const scene = await furnish(system)
  const original = await system.keep()
  process.once('exit', () => rmSync(original.dataDir, { recursive: true, force: true }))
  return { original, scene }
}
