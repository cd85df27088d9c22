import type { AnswerOf, withdrawalAddressList } from '@banyan/domain'
import { classes, Icon, momentOf, momentText, shortAddress, useKit } from '@banyan/ui'
import { useId } from 'react'
import { constants, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './address-choice.module.css'

export type KnownAddress = AnswerOf<typeof withdrawalAddressList>['items'][number]

const { withdrawalNetwork: network } = constants

interface AddressChoiceProps {
  known: readonly KnownAddress[]
  /** The chosen address; null for a new one. */
  chosen: string | null
  onChoose: (address: string | null) => void
  /** The wait of a new address, in hours. */
  coolingHours: number
  onManage: () => void
}

/** The member's used addresses, each with when it can be paid, and a new one. */
export function AddressChoice(props: AddressChoiceProps) {
  const { known, chosen, onChoose, coolingHours, onManage } = props
  const t = useTexts(texts)
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{t('addresses')}</legend>
      <div className={styles.head}>
        <span aria-hidden>{t('addresses')}</span>
        <button type="button" onClick={onManage}>
          {t('manage')}
        </button>
      </div>
      {known.map(address => (
        <label key={address.address} className={styles.row}>
          <input
            type="radio"
            name={name}
            checked={chosen === address.address}
            onChange={() => onChoose(address.address)}
          />
          <span className={styles.what}>
            <span>
              {address.label ?? shortAddress(address.address)} <small>{network}</small>
            </span>
            {address.label !== null && (
              <small className="num">{shortAddress(address.address)}</small>
            )}
            <AddressState address={address} />
          </span>
        </label>
      ))}
      <label className={styles.row}>
        <input type="radio" name={name} checked={chosen === null} onChange={() => onChoose(null)} />
        <span className={styles.what}>
          <span className={styles.add}>{t('another')}</span>
          <span className={styles.state}>{t('cools', { n: coolingHours })}</span>
        </span>
      </label>
    </fieldset>
  )
}

/** Whether an address can be paid, and if not, from when. */
export function AddressState({ address }: { address: KnownAddress }) {
  const t = useTexts(texts)
  const { texts: words, now } = useKit()
  if (address.isUsable)
    return (
      <span className={classes(styles.state, styles.usable)}>
        <Icon name="check" size={16} />
        {t('usable')}
      </span>
    )
  const until = momentText(momentOf(address.usableFrom), words, now())
  return (
    <span className={classes(styles.state, styles.cooling)}>
      <Icon name="clock" size={16} />
      {t('coolsUntil', { until })}
    </span>
  )
}
