import { actsOnOwnAccount } from '@banyan/domain'
import { pagesQuery } from '../shell/index.ts'

/** What operators did about the member's account, the newest first. */
export const ownActsQuery = pagesQuery(['operators', 'acts'], actsOnOwnAccount)
