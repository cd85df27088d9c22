import {
  about,
  dynamicSummary,
  emailStatus,
  guidePrice,
  me,
  moneyFlows,
  solvency,
  staticSummary,
  subscriptionRound,
  walletSummary,
} from '@banyan/domain'
import { expect, test } from 'vitest'
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

test('the entry page calls the addresses of the contract', () => {
  const pairs = [
    [summaryCall, walletSummary],
    [guideCall, guidePrice],
    [roundCall, subscriptionRound],
    [staticCall, staticSummary],
    [dynamicCall, dynamicSummary],
    [meCall, me],
    [aboutCall, about],
    [solvencyCall, solvency],
    [flowsCall, moneyFlows],
    [emailCall, emailStatus],
  ] as const
  for (const [ours, { method, path, money }] of pairs) expect(ours).toEqual({ method, path, money })
})
