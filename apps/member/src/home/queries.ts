import { askQuery } from '../shell/index.ts'
import {
  aboutCall,
  dynamicCall,
  emailCall,
  flowsCall,
  guideCall,
  meCall,
  roundCall,
  solvencyCall,
  staticCall,
  summaryCall,
} from './calls.ts'

// The keys are those of the modules that these calls belong to: one response serves every page.
export const summaryQuery = askQuery(['wallets', 'summary'], summaryCall)
export const guideQuery = askQuery(['pricing', 'guide'], guideCall)
export const roundQuery = askQuery(['subscriptions', 'round'], roundCall)
export const staticQuery = askQuery(['earnings', 'static-summary'], staticCall)
export const dynamicQuery = askQuery(['earnings', 'dynamic-summary'], dynamicCall)
export const meQuery = askQuery(['identity', 'me'], meCall)
export const aboutQuery = {
  ...askQuery(['house', 'about'], aboutCall),
  staleTime: Number.POSITIVE_INFINITY,
}
export const solvencyQuery = askQuery(['solvency', 'newest'], solvencyCall)
export const flowsQuery = askQuery(['wallets', 'flows'], flowsCall)
export const emailQuery = askQuery(['verification', 'email'], emailCall)
