import {
  askClosing,
  type ClosingHindrance,
  type ClosingView,
  requestEmailCode,
  undoClosing,
} from '@banyan/domain'
import { Button, Card, Checkbox, figureText, List, Moment, Note, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import {
  href,
  pages,
  QueryView,
  queryClient,
  toast,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { isAboutPaymentPassword, PaymentSheet } from '../../shell/payment-pad.tsx'
import { closingTexts } from '../closing-texts.ts'
import { closingQuery } from '../queries.ts'

/** The page where each open matter can be ended; those that only time ends have none. */
const placeOf: Readonly<Record<ClosingHindrance, string | undefined>> = {
  usdt: href(pages.mineArea.withdrawal),
  coin: href(pages.assetsArea.walletList),
  positions: href(pages.community),
  subscriptions: href(pages.homeArea.subscribeList),
  exchanges: href(pages.communityArea.saleRecords),
  orders: href(pages.otc.sell.orders),
  trades: href(pages.otc.buy.deals),
  cases: href(pages.otc.buy.deals),
  recharges: href(pages.assetsArea.rechargeList),
  withdrawals: href(pages.mineArea.orderList),
  export: undefined,
  freeze: href(pages.more.sessions),
  penalty: undefined,
}

const again = () => queryClient.invalidateQueries({ queryKey: ['personalData', 'closing'] })

/** Closing the account: what must end first, what is destroyed and kept, confirming and undoing. */
export function ClosingCard() {
  const t = useTexts(closingTexts)
  const query = useQuery(closingQuery)
  return (
    <Card title={t('title')}>
      <QueryView query={query}>
        {view => (view.state === 'resting' ? <Resting view={view} /> : <Open view={view} />)}
      </QueryView>
    </Card>
  )
}

function Resting({ view }: { view: ClosingView }) {
  const t = useTexts(closingTexts)
  const undo = useCommand(undoClosing)
  const run = async () => {
    if (await undo.run({})) toast(t('undone'), 'ok')
    await again()
  }
  return (
    <div className="stack">
      <Note tone="warn">
        <strong>{t('resting')}</strong>
        <p>
          {t('restingUntil')}{' '}
          <span className="whole">{view.dueAt && <Moment time={view.dueAt} />}</span>
        </p>
        <p>{t('restingAbout')}</p>
      </Note>
      <Button wide pending={undo.pending} onClick={() => void run()}>
        {t('undo')}
      </Button>
    </div>
  )
}

function Open({ view }: { view: ClosingView }) {
  const t = useTexts(closingTexts)
  const [asking, setAsking] = useState(false)
  const [givesUp, setGivesUp] = useState(false)
  const { hindrances, remainder } = view
  const isReady = hindrances.length === 0 && (remainder === null || givesUp)
  return (
    <div className="stack">
      {view.state === 'stopped' && <Note tone="warn">{t('stopped')}</Note>}
      {hindrances.length > 0 ? (
        <>
          <p className="sub">{t('first')}</p>
          <List>
            {hindrances.map(({ kind, count, until }) => (
              <Row
                key={kind}
                label={t(`hindrance.${kind}`)}
                note={until ? <Moment time={until} /> : undefined}
                value={count > 1 ? <span className="whole">{count}</span> : undefined}
                href={placeOf[kind]}
              />
            ))}
          </List>
        </>
      ) : (
        <p className="sub">{t('ready')}</p>
      )}
      <p className="cap">{t('destroyed')}</p>
      <p className="cap">{t('kept')}</p>
      <p className="cap">{t('later')}</p>
      {hindrances.length === 0 && remainder && (
        <Checkbox
          label={t('giveUp', {
            usdt: figureText(remainder.usdt, 2, 6),
            coin: figureText(remainder.coin, 2, 6),
          })}
          checked={givesUp}
          onChange={event => setGivesUp(event.currentTarget.checked)}
        />
      )}
      {hindrances.length === 0 && (
        <Button tone="danger" wide disabled={!isReady} onClick={() => setAsking(true)}>
          {t('close')}
        </Button>
      )}
      {asking && <AskSheet view={view} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Refusals that are about the code: wrong, used up, or missing. */
const aboutCode: readonly number[] = [41001, 41002, 41008]

function AskSheet({ view, onClose }: { view: ClosingView; onClose: () => void }) {
  const t = useTexts(closingTexts)
  const [emailCode, setEmailCode] = useState('')
  const [pinError, setPinError] = useState<string>()
  const [codeError, setCodeError] = useState<string>()
  const code = useEmailCode(requestEmailCode)
  const ask = useCommand(askClosing, {
    onRefused: refusal => {
      const shows = isAboutPaymentPassword(refusal)
        ? setPinError
        : aboutCode.includes(refusal.code)
          ? setCodeError
          : null
      shows?.(refusal.message)
      return shows !== null
    },
  })
  const submit = async (paymentPassword: string) => {
    setPinError(undefined)
    setCodeError(undefined)
    if (view.emailCodeNeeded && emailCode.length !== 6) {
      setCodeError(t('codeMissing'))
      return
    }
    const answer = await ask.run({
      body: {
        giveUpRemainder: view.remainder !== null,
        paymentPassword,
        ...(view.emailCodeNeeded ? { emailCode } : {}),
      },
    })
    if (!answer) return
    onClose()
    await again()
  }
  return (
    <PaymentSheet
      open
      onOpenChange={open => !open && onClose()}
      title={t('confirmTitle')}
      confirmText={t('close')}
      error={pinError}
      pending={ask.pending}
      onSubmit={digits => void submit(digits)}
      summary={
        <div className="stack">
          <p className="sub">{t('confirmAbout')}</p>
          {view.emailCodeNeeded && (
            <EmailCodeField
              label={t('emailCode')}
              error={codeError}
              code={code}
              onAsk={() => void code.ask({ body: { purpose: 'close-account' } })}
              value={emailCode}
              onChange={event => setEmailCode(event.currentTarget.value.trim())}
            />
          )}
        </div>
      }
    />
  )
}
