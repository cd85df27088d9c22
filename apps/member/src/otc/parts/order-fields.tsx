import { type Network, networks } from '@banyan/domain'
import { AmountField, Checkbox, figureText, shortAddress, TextField } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { inputOf } from '../../shell/form.ts'
import { useTexts } from '../../shell/index.ts'
import { publishTexts } from '../publish-texts.ts'
import { receivingQuery } from '../queries.ts'
import styles from './order-fields.module.css'
import { PriceFields } from './price-fields.tsx'
import type { TermFieldsProps } from './term-fields.ts'

/** The terms of an order: price and concession, portions, networks, and conditions for takers. */
export function TermFields({ side, form, terms }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  return (
    <>
      <PriceFields side={side} form={form} terms={terms} />
      <div className={styles.pair}>
        <div>
          <AmountField
            label={t('publish.min')}
            placeholder={figureText(terms.minQuantity, 0)}
            {...inputOf(form, 'minQuantity')}
          />
        </div>
        <div>
          <AmountField
            label={t('publish.max')}
            placeholder={t('publish.all')}
            {...inputOf(form, 'maxQuantity')}
          />
        </div>
      </div>
      <p className="cap">{t('publish.rangeHint')}</p>
      <Networks form={form} terms={terms} side={side} />
      <ConditionFields form={form} />
    </>
  )
}

/** The payment networks, at least one; a seller needs an address for each. */
function Networks({ form, terms, side }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  const sells = side === 'sell'
  const { data: account } = useQuery({ ...receivingQuery, enabled: sells })
  const error = form.formState.errors.networks?.message
  const addressOn = (network: Network) => (network === 'BSC' ? account?.bsc : account?.tron)
  return (
    <fieldset className={styles.networks}>
      <legend>{t(sells ? 'publish.networks' : 'publish.payNetworks')}</legend>
      {networks.map(network => (
        <Checkbox
          key={network}
          value={network}
          disabled={sells && !terms.networks.includes(network)}
          label={
            <span className={styles.network}>
              <b>{network}</b>
              {sells && (
                <span className="cap num">
                  {terms.networks.includes(network)
                    ? shortAddress(addressOn(network) ?? '')
                    : t('publish.addressMissing')}
                </span>
              )}
            </span>
          }
          {...form.register('networks')}
        />
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The conditions for takers; all of them are optional. */
function ConditionFields({ form }: { form: TermFieldsProps['form'] }) {
  const t = useTexts(publishTexts)
  const { conditions } = form.formState.errors
  const number = { setValueAs: (typed: unknown) => (typed === '' ? 0 : Number(typed)) }
  return (
    <fieldset className={styles.networks}>
      <legend>{t('publish.conditions')}</legend>
      <Checkbox label={t('publish.effective')} {...form.register('conditions.effectiveMember')} />
      <div className={styles.pair}>
        <div>
          <TextField
            label={t('publish.minTrades')}
            error={conditions?.minFinishedTrades?.message}
            inputMode="numeric"
            maxLength={4}
            {...form.register('conditions.minFinishedTrades', number)}
          />
        </div>
        <div>
          <TextField
            label={t('publish.minRate')}
            error={conditions?.minCompletionRate?.message}
            inputMode="numeric"
            maxLength={3}
            {...form.register('conditions.minCompletionRate', number)}
          />
        </div>
      </div>
      <p className="cap">{t('publish.conditionsHint')}</p>
    </fieldset>
  )
}
