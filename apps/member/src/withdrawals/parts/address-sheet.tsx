import { labelWithdrawalAddress, removeWithdrawalAddress } from '@banyan/domain'
import { AddressText, Button, Confirm, Sheet, TextField } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { AddressState, type KnownAddress } from './address-choice.tsx'
import styles from './address-sheet.module.css'

interface AddressSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  known: readonly KnownAddress[]
  /** The wait of a removed address that is used again, in hours. */
  coolingHours: number
}

/** Names and removes the addresses that the member has used. */
export function AddressSheet({ open, onOpenChange, known, coolingHours }: AddressSheetProps) {
  const t = useTexts(texts)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('manage')}>
      <ul className={styles.list}>
        {known.map(one => (
          <Known key={one.address} address={one} coolingHours={coolingHours} />
        ))}
      </ul>
    </Sheet>
  )
}

function Known({ address, coolingHours }: { address: KnownAddress; coolingHours: number }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [label, setLabel] = useState(address.label ?? '')
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const name = useCommand(labelWithdrawalAddress, {
    onRefused: refusal => {
      setError(refusal.message)
      return true
    },
  })
  const remove = useCommand(removeWithdrawalAddress)
  const done = async (text: string) => {
    await queries.invalidateQueries({ queryKey: ['withdrawals', 'addresses'] })
    toast(text, 'ok')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const wanted = label.trim() === '' ? null : label
    const answer = await name.run({ body: { address: address.address, label: wanted } })
    if (answer) await done(t('named'))
  }
  const confirm = async () => {
    const answer = await remove.run({ body: { address: address.address } })
    setAsking(false)
    if (answer) await done(t('removed'))
  }
  return (
    <li className={styles.one}>
      <AddressText address={address.address} />
      <div className="spread">
        <span className="cap">{t('paidTimes', { n: address.timesPaid })}</span>
        <AddressState address={address} />
      </div>
      <form className={styles.form} onSubmit={event => void save(event)}>
        <TextField
          label={t('name')}
          error={error}
          value={label}
          maxLength={40}
          autoCapitalize="sentences"
          onChange={event => setLabel(event.target.value)}
        />
        <Button
          type="submit"
          tone="secondary"
          pending={name.pending}
          disabled={label.trim() === (address.label ?? '')}
        >
          {t('save')}
        </Button>
      </form>
      {address.removable ? (
        <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      ) : (
        <p className="cap">{t('inUse')}</p>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('removeTitle')}
        confirmText={t('remove')}
        cancelText={t('keep')}
        pending={remove.pending}
        onConfirm={() => void confirm()}
      >
        {t('removeText', { n: coolingHours })}
      </Confirm>
    </li>
  )
}
