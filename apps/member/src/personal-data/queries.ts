import { accountClosing, ownPictureList, personalData } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

/** The newest export, and the space that pictures take up. */
export const personalDataQuery = {
  ...askQuery(['personalData', 'overview'], personalData),
  staleTime: 0,
}

/** What must end before the account can be closed, and the state of a closing. */
export const closingQuery = {
  ...askQuery(['personalData', 'closing'], accountClosing),
  staleTime: 0,
}

/** Own pictures, newest first. */
export const ownPicturesQuery = {
  ...pagesQuery(['personalData', 'pictures'], ownPictureList),
  staleTime: 0,
}
