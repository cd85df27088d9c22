import { blockList } from '@banyan/domain'
import { pagesQuery } from '../shell/index.ts'

/** Members whom the member has blocked, the latest first. */
export const blocksQuery = pagesQuery(['blocks', 'list'], blockList)
