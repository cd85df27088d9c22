import { Card, Chip, Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CheckAgain, CheckingLines, CheckLines } from '../../shell/check-steps.tsx'
import { QueryView, useTexts } from '../../shell/index.ts'
import { checkQuery, type Outcome } from '../proof-queries.ts'
import { proofTexts } from '../proof-texts.ts'
import { ProofSteps } from './proof-steps.tsx'
import { ProofSums } from './proof-sums.tsx'
import { TakeProof } from './take-proof.tsx'
import { WhatToDo } from './what-to-do.tsx'

/** Checks on this device whether the member's own balance is in the newest root. */
export function MyProof({ accountId }: { accountId: string }) {
  const t = useTexts(proofTexts)
  const query = useQuery(checkQuery(accountId))
  const again = <CheckAgain query={query}>{t('again')}</CheckAgain>
  return (
    <QueryView query={query} skeleton={<Checking />}>
      {outcome => {
        if (outcome.kind === 'checked') return <Checked outcome={outcome} again={again} />
        if (outcome.kind === 'omitted') return <Omitted outcome={outcome} again={again} />
        return (
          <Card title={t('mine')}>
            <Note>{t(outcome.kind)}</Note>
          </Card>
        )
      }}
    </QueryView>
  )
}

function Checking() {
  const t = useTexts(proofTexts)
  return (
    <Card title={t('mine')}>
      <CheckingLines>{t('checking')}</CheckingLines>
    </Card>
  )
}

type Of<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>

function Checked({ outcome, again }: { outcome: Of<'checked'>; again: ReactNode }) {
  const t = useTexts(proofTexts)
  const { report, published, proof } = outcome
  const { failure, counted } = report
  return (
    <>
      <Card
        title={t('mine')}
        aside={<Chip tone={counted ? 'ok' : 'danger'}>{t(counted ? 'counted' : 'red')}</Chip>}
      >
        <CheckLines>
          {failure === null ? (
            <p className="sub">{t('countedLead', { period: published.period })}</p>
          ) : (
            <Note tone="danger">
              <p>{t('redLead')}</p>
              <p role="alert">
                {failure.asset ? `${failure.asset} · ` : ''}
                {t(`failure.${failure.check}`)}
              </p>
            </Note>
          )}
          <p className="cap">
            {t('readAt')} <Moment time={published.takenAt} />
          </p>
          <TakeProof outcome={outcome} />
          {again}
        </CheckLines>
      </Card>
      {!counted && <WhatToDo first="do1" />}
      <Card title={t('stepsTitle')}>
        <ProofSteps report={report} proof={proof} />
      </Card>
      {counted && <ProofSums published={published} proof={proof} />}
    </>
  )
}

function Omitted({ outcome, again }: { outcome: Of<'omitted'>; again: ReactNode }) {
  const t = useTexts(proofTexts)
  return (
    <>
      <Card title={t('mine')} aside={<Chip tone="danger">{t('red')}</Chip>}>
        <CheckLines>
          <Note tone="danger">
            <p role="alert">{t('failure.omitted')}</p>
          </Note>
          <p className="cap">
            {t('readAt')} <Moment time={outcome.published.takenAt} />
          </p>
          {again}
        </CheckLines>
      </Card>
      <WhatToDo first="omittedDo1" />
    </>
  )
}
