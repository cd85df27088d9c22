import { formatAmount } from '@banyan/domain'
import { CopyText, Field, figureText, QrCode, shortAddress, TextInput } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText, Fact, Facts, Tag, useTexts } from '../shell/index.ts'
import { collectionQuery, payoutsQuery, refillsQuery } from './queries.ts'
import styles from './refill.module.css'
import { leftBelowCap, refillProblem, refillUri } from './refill-amount.ts'
import { refillTexts } from './refill-texts.ts'

/**
 * Prepares a transfer from the cold address to the hot wallet, and follows it on the chain. The cold
 * key is on no server and not in this page: its holder signs on another device.
 */
export function Refill({ now }: { now: number }) {
  const t = useTexts(refillTexts)
  const settings = useQuery(collectionQuery).data?.settings
  const held = useQuery(payoutsQuery).data?.signer?.usdt
  const moves = useQuery(refillsQuery).data?.items ?? []
  const [typed, setTyped] = useState<string | null>(null)
  if (!settings || held === undefined) return <p className={styles.note}>{t.away}</p>
  const left = leftBelowCap(held, settings.hotCap)
  const amount = typed ?? formatAmount(left)
  const problem = refillProblem(amount, left)
  return (
    <div className={styles.refill}>
      <div className={styles.form}>
        <p className={styles.note}>{t.how}</p>
        <Field label={t.amount} hint={problem ? t.problem[problem] : t.most(figureText(left))}>
          <TextInput
            inputMode="decimal"
            value={amount}
            onChange={event => setTyped(event.currentTarget.value.trim())}
          />
        </Field>
        <Facts>
          <Fact name={t.from}>
            <CopyText text={settings.cold}>{shortAddress(settings.cold)}</CopyText>
          </Fact>
          <Fact name={t.to}>
            <CopyText text={settings.hot}>
              <span className={styles.address}>{inFours(settings.hot)}</span>
            </CopyText>
          </Fact>
          <Fact name={t.token}>
            <CopyText text={settings.token}>{shortAddress(settings.token)}</CopyText>
          </Fact>
          <Fact name={t.chain}>{settings.chainId}</Fact>
        </Facts>
      </div>
      {problem === null && (
        <QrCode text={refillUri({ ...settings, amount })} label={t.qr} size={168} />
      )}
      <div className={styles.moves}>
        <h3>{t.moves}</h3>
        {moves.length === 0 && <p className={styles.note}>{t.none}</p>}
        <ul>
          {moves.map(move => (
            <li key={move.id}>
              <strong>{figureText(move.amount, 2, 2)}</strong>{' '}
              <CopyText text={move.hash}>{shortAddress(move.hash)}</CopyText>{' '}
              <Tag
                tone={move.state === 'final' ? 'ok' : move.state === 'vanished' ? 'bad' : 'plain'}
              >
                {move.state === 'confirming'
                  ? t.confirming(move.confirmations, move.needed)
                  : t.state[move.state]}
              </Tag>{' '}
              <span className={styles.note}>{dayText(move.blockAt, now)}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** An address in fours, to be compared by eye. */
const inFours = (address: string): string => address.replace(/(.{4})(?=.)/g, '$1 ')
