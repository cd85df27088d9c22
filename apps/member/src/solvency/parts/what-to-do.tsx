import { useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import { PointsCard } from './points-card.tsx'

/** What a member whose check failed can do. */
export function WhatToDo({ first }: { first: 'do1' | 'omittedDo1' }) {
  const t = useTexts(proofTexts)
  return <PointsCard title={t('doTitle')} points={[t(first), t('do2'), t('do3')]} inTurn />
}
