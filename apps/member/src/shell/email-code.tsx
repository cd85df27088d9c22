import type { CallInput } from '@banyan/client'
import {
  about,
  type codeIssued,
  type requestEmailCode,
  type requestLoginResetCode,
} from '@banyan/domain'
import { Field, TextInput, type TextInputProps, ticker, useKit } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { toast } from './app.ts'
import { askQuery } from './ask-query.ts'
import styles from './email-code.module.css'
import { resendAtOf, waitSeconds } from './email-code-wait.ts'
import { registerTexts, useTexts } from './texts/texts.ts'
import { type CommandOptions, useCommand } from './use-command.ts'

/*
 * A code by e-mail, for every form that needs one. Not part of the shell's index, because it needs
 * the contract.
 */

const texts = registerTexts('shell.emailCode', {
  zh: {
    ask: '获取验证码',
    again: '{{n}} 秒后重发',
    placeholder: '6 位数字',
    sent: '验证码已发送',
    hint: '已发送至 {{to}}，{{minutes}} 分钟内有效',
    inbox: '打开测试收件箱',
  },
  en: {
    ask: 'Get code',
    again: 'Again in {{n}} s',
    placeholder: '6 digits',
    sent: 'The code is on its way',
    hint: 'Sent to {{to}}; good for {{minutes}} minutes',
    inbox: 'Open the test inbox',
  },
})

type CodeCall = typeof requestEmailCode | typeof requestLoginResetCode

export interface EmailCode<E extends CodeCall> {
  ask: (input: CallInput<E>) => Promise<void>
  pending: boolean
  /** The server's response about the last code; null before one was requested. */
  issued: z.output<typeof codeIssued> | null
  /** ISO; null when a code can be requested now. */
  resendAt: string | null
}

/** Requests codes and stores when the next one can be requested, also after a refusal. */
export function useEmailCode<E extends CodeCall>(
  endpoint: E,
  { onRefused }: Pick<CommandOptions, 'onRefused'> = {},
): EmailCode<E> {
  const t = useTexts(texts)
  const [issued, setIssued] = useState<EmailCode<E>['issued']>(null)
  const [resendAt, setResendAt] = useState<string | null>(null)
  const request = useCommand<CodeCall>(endpoint, {
    onRefused: refusal => {
      setResendAt(resendAtOf(refusal.response.data))
      return onRefused?.(refusal) ?? false
    },
  })
  async function ask(input: CallInput<E>): Promise<void> {
    const answer = await request.run(input as CallInput<CodeCall>)
    if (!answer) return
    setIssued(answer)
    setResendAt(answer.resendAt)
    toast(t('sent'), 'ok')
  }
  return { ask, pending: request.pending, issued, resendAt }
}

const aboutQuery = { ...askQuery(['house', 'about'], about), staleTime: Number.POSITIVE_INFINITY }

export interface EmailCodeFieldProps extends Omit<TextInputProps, 'after'> {
  label: string
  error?: string | undefined
  code: Pick<EmailCode<CodeCall>, 'issued' | 'pending' | 'resendAt'>
  /** "Get code" was tapped; never during the wait. */
  onAsk: () => void
}

/** The input of a code, with the button that requests it and counts the seconds until the next. */
export function EmailCodeField({ label, error, code, onAsk, ...input }: EmailCodeFieldProps) {
  const t = useTexts(texts)
  const { now } = useKit()
  const { issued, pending, resendAt } = code
  const wait = useSyncExternalStore(ticker.subscribe, () => waitSeconds(resendAt, now()))
  const system = useQuery({ ...aboutQuery, enabled: issued !== null })
  const closed = pending || wait > 0
  return (
    <Field
      label={label}
      error={error}
      hint={issued && t('hint', { to: issued.sentTo, minutes: issued.validMinutes })}
      aside={
        issued &&
        system.data?.inbox && (
          <a href={system.data.inbox} target="_blank" rel="noreferrer">
            {t('inbox')}
          </a>
        )
      }
    >
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        placeholder={t('placeholder')}
        {...input}
        className={styles.digits as string}
        after={
          <button
            type="button"
            className={styles.ask}
            aria-disabled={closed || undefined}
            aria-busy={pending || undefined}
            // An input is validated when it loses focus; its error, appearing or disappearing,
            // would move this button away from under the finger before the tap has ended.
            onMouseDown={event => event.preventDefault()}
            onClick={() => !closed && onAsk()}
          >
            {wait > 0 ? t('again', { n: wait }) : t('ask')}
          </button>
        }
      />
    </Field>
  )
}
