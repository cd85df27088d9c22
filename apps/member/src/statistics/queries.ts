import { incomeStatistics, insiderList } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export const incomeQuery = askQuery(['statistics', 'income'], incomeStatistics)

export const insidersQuery = askQuery(['statistics', 'insiders'], insiderList)
