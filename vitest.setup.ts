import { expect, vi } from 'vitest'

/**
 * Files share a process. What the modules of the two apps keep in it (who is logged in, which page
 * is shown) must not reach the next file: theirs begin with modules of their own. What draws no page
 * keeps nothing, and to load the packages and the server again for each of their files takes longer
 * than most of their claims.
 */
const drawsPages = /\/(apps\/(member|console)|packages\/ui)\//
if (drawsPages.test(expect.getState().testPath ?? '')) vi.resetModules()
