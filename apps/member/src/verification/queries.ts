import { emailStatus } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export const emailQuery = askQuery(['verification', 'email'], emailStatus)
