import type { Address } from '@banyan/client'
import type { accountList, logout, removeFromDevice, switchAccount } from '@banyan/domain'

/*
 * The addresses that the shell calls before any page is loaded. They are the contract's own,
 * without its schemas: the schema library would be a quarter of every visitor's first load. A test
 * compares them with the contract.
 */
export const accountListCall: Address<typeof accountList> = {
  method: 'GET',
  path: '/api/user/account-list',
  money: false,
}
export const switchCall: Address<typeof switchAccount> = {
  method: 'POST',
  path: '/api/user/switch',
  money: false,
}
export const removeCall: Address<typeof removeFromDevice> = {
  method: 'POST',
  path: '/api/user/account-list/remove',
  money: false,
}
export const logoutCall: Address<typeof logout> = {
  method: 'POST',
  path: '/api/session/logout',
  money: false,
}
/** Live events: the contract's `eventsPath`. */
export const liveEventsPath = '/api/events'
/** Pictures: the contract's `uploadPath` and `uploadedPicturePath`. */
export const uploadCallPath = '/api/uploads'
export const pictureCallPath = (id: string): string => `${uploadCallPath}/${id}`
