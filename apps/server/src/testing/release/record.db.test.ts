import { allEndpoints, getMarketOrder, getNotice, getOrder, getWithdrawal } from '@banyan/domain'
import { expect, it } from 'vitest'
import { openFurnished } from '../furnished.ts'
import { goodCalls, neededQuery } from '../good-calls.ts'
import { readRelease, recordStatements, writeRelease } from './record.ts'
import { replayAll, replayable } from './replay.ts'

/**
 * Records what the program of today says, for the tests of the version after it. With RECORD_RELEASE the
 * name of a release, the file is written: `docs/operations/upgrades.md` says when.
 */
it('what the program says is recorded, and can be said again', async () => {
  const end = recordStatements()
  const { system, scene } = await openFurnished()
  try {
    for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET')) {
      const { id } =
        endpoint === getOrder || endpoint === getMarketOrder
          ? scene.order
          : endpoint === getWithdrawal
            ? scene.withdrawal
            : endpoint === getNotice
              ? { id: scene.notice }
              : scene.paid
      await system.ask(endpoint, {
        as: endpoint === getOrder ? scene.seller : scene.buyer,
        params: { id },
        query: neededQuery(system, scene, endpoint),
      })
    }
    for (const { endpoint, asking } of await goodCalls(system, scene))
      await system.ask(endpoint, asking)
    for (const name of ['mail', 'notifications', 'settlement', 'statistics', 'housekeeping'])
      await system.job(name)
    const statements = end()
    const again = await replayAll(system.db.pool, replayable(statements))
    // What the owner of the database and the test itself said, the role of the programs may not say.
    const isOfOthers = (text: string) => again.misfits.get(text)?.startsWith('42501') ?? false
    const misfits = [...again.misfits].filter(([text]) => !isOfOthers(text))
    expect(Object.fromEntries(misfits)).toEqual({})
    expect(again.done.size).toBeGreaterThan(200)
    const { RECORD_RELEASE: name } = process.env
    if (name) {
      const own = statements.filter(([text]) => !isOfOthers(text))
      const file = new URL('last-release.json.gz', import.meta.url).pathname
      writeRelease(file, await readRelease(system.db.owner, name, own))
    }
  } finally {
    end()
    await system.close()
  }
})
