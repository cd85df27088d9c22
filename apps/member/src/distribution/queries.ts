import { distributionStatus } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export const statusKey = ['distribution', 'status'] as const

export const statusQuery = askQuery(statusKey, distributionStatus)
