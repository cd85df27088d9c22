import type { me } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/**
 * The call by address, without its schemas: the check runs behind every first page. A test compares
 * it with the contract.
 */
export const meCall: Address<typeof me> = { method: 'GET', path: '/api/user/me', money: false }
