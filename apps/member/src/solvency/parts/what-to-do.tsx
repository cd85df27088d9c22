import { Card } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { proofTexts } from '../proof-texts.ts'
import points from './points.module.css'

/** What a member whose check is red can do. */
export function WhatToDo({ first }: { first: 'do1' | 'omittedDo1' }) {
  const t = useTexts(proofTexts)
  return (
    <Card title={t('doTitle')}>
      <ol className={points.points}>
        <li>{t(first)}</li>
        <li>{t('do2')}</li>
        <li>{t('do3')}</li>
      </ol>
    </Card>
  )
}
