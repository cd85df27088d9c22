import { type AnswerOf, formatAmount, type passport } from '@banyan/domain'
import { Button, Card, Chip, figureText, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  CheckAgain,
  CheckButtons,
  CheckingLines,
  CheckLines,
  CheckSteps,
} from '../../shell/check-steps.tsx'
import { HashLine } from '../../shell/hash-line.tsx'
import { api, Link, pages, QueryView, saveFile, useSession, useTexts } from '../../shell/index.ts'
import { type PayReport, type PayStep, paySteps } from '../check-pay.ts'
import { payFileName, payFileText } from '../pay-file.ts'
import { type PayOutcome, payCheckQuery } from '../pay-queries.ts'
import { payTexts } from '../pay-texts.ts'
import styles from './pay-check.module.css'

type Passport = AnswerOf<typeof passport>
type Checked = Extract<PayOutcome, { kind: 'checked' }>

/** Checks on this device whether the own static pay is in the published totals. */
export function PayCheck({ facts }: { facts: Passport }) {
  const { current } = useSession()
  return current && <OwnCheck accountId={current.accountId} facts={facts} />
}

function OwnCheck({ accountId, facts }: { accountId: string; facts: Passport }) {
  const t = useTexts(payTexts)
  const query = useQuery(payCheckQuery(accountId, facts))
  const again = <CheckAgain query={query}>{t('again')}</CheckAgain>
  return (
    <QueryView query={query} skeleton={<Checking />}>
      {outcome => <Outcome outcome={outcome} again={again} />}
    </QueryView>
  )
}

function Checking() {
  const t = useTexts(payTexts)
  return (
    <Card title={t('title')}>
      <CheckingLines>{t('checking')}</CheckingLines>
    </Card>
  )
}

function Outcome({ outcome, again }: { outcome: PayOutcome; again: ReactNode }) {
  const t = useTexts(payTexts)
  if (outcome.kind === 'none')
    return (
      <Card title={t('title')}>
        <Note>{t('none')}</Note>
      </Card>
    )
  const failure = outcome.kind === 'omitted' ? 'omitted' : outcome.report.failure?.check
  return (
    <Card
      title={t('title')}
      aside={<Chip tone={failure ? 'danger' : 'ok'}>{t(failure ? 'red' : 'holds')}</Chip>}
    >
      <CheckLines>
        {failure ? (
          <Note tone="danger">
            <p>{t('redLead')}</p>
            <p role="alert">{t(`failure.${failure}`)}</p>
            <p>{t('evidence')}</p>
          </Note>
        ) : (
          <p className="sub">{t('holdsLead')}</p>
        )}
        <HashLine label={t('root')} hash={outcome.published.root} />
        <CheckButtons>
          {outcome.kind === 'checked' && <Save outcome={outcome} />}
          {again}
        </CheckButtons>
        {outcome.kind === 'checked' && <Steps outcome={outcome} isOpen={failure !== undefined} />}
      </CheckLines>
    </Card>
  )
}

/** Exports the proof, for the stand-alone verifier. */
function Save({ outcome: { published, proof, deviceKey } }: { outcome: Checked }) {
  const t = useTexts(payTexts)
  const save = () => {
    const system = new URL('.', location.href).href
    const savedAt = new Date(api.clock.now()).toISOString()
    const text = payFileText({ system, savedAt, publicKey: deviceKey, published, proof })
    saveFile(new Blob([text], { type: 'application/json' }), payFileName(proof))
  }
  return (
    <Button tone="secondary" size="small" icon="download" onClick={save}>
      {t('save')}
    </Button>
  )
}

/** Details: every check made, and what it does not prove. */
function Steps({ outcome, isOpen }: { outcome: Checked; isOpen: boolean }) {
  const t = useTexts(payTexts)
  const { report } = outcome
  const slots = slotsOf(outcome)
  const notes: Record<PayReport['steps'][PayStep], (name: PayStep) => ReactNode> = {
    ok: name => t(`says.${name}`, slots),
    failed: () => report.failure && t(`failure.${report.failure.check}`),
    unknown: () => (
      <>
        {t('unknownKey')} <Link page={pages.mineArea.export}>{t('openWords')}</Link>
      </>
    ),
    unseen: () => null,
  }
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{t('steps')}</summary>
      <CheckSteps
        steps={paySteps.map(name => {
          const state = report.steps[name]
          return { name, state, title: t(`step.${name}`), note: notes[state](name) }
        })}
      />
      <p className="cap">{t('means')}</p>
    </details>
  )
}

function slotsOf({ published, proof: { leaves } }: Checked) {
  const figure = (units: string): string => figureText(formatAmount(BigInt(units)))
  return {
    released: figure(published.released),
    paid: figure(published.paid),
    weight: figure(published.weight),
    coins: figure(published.coins),
    positions: leaves.length,
    leaves: leaves.length,
    levels: leaves.reduce((sum, { beside }) => sum + beside.length, 0),
  }
}
