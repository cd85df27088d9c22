import {
  type AnswerOf,
  addressFreezeHours,
  type receivingAccount,
  type security,
  setReceivingAccount,
} from '@banyan/domain'
import { AddressText, Card, FormPage, Moment, Note, TextAreaField, TextField } from '@banyan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { inputOf, schemaResolver, showIssues } from '../../shell/form.ts'
import { Link, pages, QueryView, toast, useLive, useTexts } from '../../shell/index.ts'
import { PaymentSheet, usePaymentPad } from '../../shell/payment-pad.tsx'
import {
  type AccountForm,
  type AccountValues,
  accountFormSchema,
  accountValues,
} from '../account-form.ts'
import { receivingAccountQuery, securityQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './account.module.css'

type Kept = z.output<typeof receivingAccount>

/** Two rows, so that every character of an address is visible. */
const address = { rows: 2, maxLength: 60, spellCheck: false, autoCapitalize: 'none' } as const

/** The address where buyers pay this member. */
export default function AccountScreen() {
  const account = useQuery(receivingAccountQuery)
  const security = useQuery(securityQuery)
  useLive('session', { invalidate: securityQuery.queryKey })
  return (
    <QueryView query={account}>
      {kept => <ReceivingForm kept={kept} freezes={security.data?.freezes} />}
    </QueryView>
  )
}

type Freezes = AnswerOf<typeof security>['freezes']

/** What is frozen, until when, and what to do if it was somebody else. */
function FreezeNote({ freezes }: { freezes: Freezes | undefined }) {
  const t = useTexts(texts)
  const freeze = freezes?.settings ?? freezes?.sells
  if (!freeze) return null
  return (
    <Note tone="warn">
      {t(freezes?.settings ? 'account.frozen' : 'account.sellsFrozen')}{' '}
      <strong>
        <Moment time={freeze.until} />
      </strong>{' '}
      {freeze.cause !== 'address-change' && (
        <Link page={pages.more.sessions}>{t('account.notYou')}</Link>
      )}
    </Note>
  )
}

function ReceivingForm({ kept, freezes }: { kept: Kept; freezes: Freezes | undefined }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const form = useForm<AccountValues, unknown, AccountForm & FieldValues>({
    resolver: schemaResolver<AccountValues, AccountForm>(accountFormSchema),
    mode: 'onTouched',
    defaultValues: accountValues(kept),
  })
  // Read during render: the form notifies only subscribers that have read a state.
  const { isDirty } = form.formState
  const save = usePaymentPad(setReceivingAccount, {
    input: ({ bsc, tron, contact }: AccountForm, paymentPassword) => ({
      body: { bsc, tron, contact, paymentPassword },
    }),
    onRefused: refusal => showIssues(form, refusal),
    onAnswered: answer => {
      queries.setQueryData(receivingAccountQuery.queryKey, answer)
      void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
      form.reset(accountValues(answer))
      toast(t('account.done'), 'ok')
    },
  })
  const ask = form.handleSubmit(values => {
    if (isDirty) save.ask(values)
    else toast(t('account.same'))
  })

  return (
    <>
      <FormPage onSubmit={ask} submit={t('account.save')} disabled={freezes?.settings != null}>
        <FreezeNote freezes={freezes} />
        <Note tone="warn">{t('account.lead')}</Note>
        {(kept.bsc ?? kept.tron) && kept.contact === null && (
          <Note tone="warn">{t('account.contactMissing')}</Note>
        )}
        <Card className="fields">
          <TextAreaField
            label={t('account.bsc')}
            hint={t('account.bscHint')}
            {...address}
            placeholder="0x…"
            {...inputOf(form, 'bsc')}
          />
          <TextAreaField
            label={t('account.tron')}
            hint={t('account.tronHint')}
            {...address}
            placeholder="T…"
            {...inputOf(form, 'tron')}
          />
          <TextField
            label={t('account.contact')}
            hint={t('account.contactHint')}
            placeholder={t('account.placeholder.contact')}
            {...inputOf(form, 'contact')}
          />
        </Card>
        <p className="cap">{t('account.open')}</p>
        {(kept.bsc ?? kept.tron) && (
          <p className="cap">{t('account.freezes', { hours: addressFreezeHours })}</p>
        )}
        {kept.changedAt && (
          <p className="cap">
            {t('account.changed')} <Moment time={kept.changedAt} />
          </p>
        )}
      </FormPage>
      <PaymentSheet
        {...save.pad}
        title={t('account.confirmTitle')}
        confirmText={t('account.confirm')}
        summary={save.asked && <Summary asked={save.asked} />}
      />
    </>
  )
}

/** The addresses once more, in blocks, before the password. */
function Summary({ asked }: { asked: AccountForm }) {
  const t = useTexts(texts)
  return (
    <dl className={styles.summary}>
      {(['bsc', 'tron'] as const).map(network => (
        <div key={network}>
          <dt>{t(`account.${network}`)}</dt>
          <dd>
            {asked[network] ? <AddressText address={asked[network]} /> : t('account.removed')}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('account.contact')}</dt>
        <dd>{asked.contact}</dd>
      </div>
    </dl>
  )
}
