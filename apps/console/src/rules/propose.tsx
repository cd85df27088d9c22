import { proposeRules } from '@banyan/domain'
import { Button, Field, TextArea, TextInput } from '@banyan/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Acknowledging,
  Answer,
  dayText,
  ForecastOfNumbers,
  fieldTimeText,
  go,
  instantOfField,
  OpenHead,
  Panel,
  RuleChanges,
  sendKeys,
  toast,
  useCommand,
  useKeys,
  useLanguage,
  useSettled,
  useTexts,
} from '../shell/index.ts'
import { type RuleDraft, useRuleDraft } from './drafts.ts'
import { NumberFields } from './number-fields.tsx'
import { type Chapter, type Check, checkQuery, numbersQuery } from './queries.ts'
import styles from './rules.module.css'
import { ruleTexts } from './texts.ts'
import { type Change, changeOf, dayToPropose } from './written.ts'

/** The form for the next version: its numbers, what stands against them, and the proposal. */
export function Propose({ now }: { now: number }) {
  const query = useQuery(numbersQuery(useLanguage()))
  return (
    <div className={styles.open}>
      <Answer query={query}>
        {({ version, chapters }) => <Form version={version + 1} chapters={chapters} now={now} />}
      </Answer>
    </div>
  )
}

interface FormProps {
  version: number
  chapters: readonly Chapter[]
  now: number
}

function Form({ version, chapters, now }: FormProps) {
  const t = useTexts(ruleTexts)
  const [draft, change] = useRuleDraft()
  const [find, setFind] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const proposed = changeOf(
    chapters.flatMap(({ numbers }) => numbers),
    draft.typed,
  )
  const type = (name: string, text: string | null) => {
    const { [name]: _, ...others } = draft.typed
    // Other numbers need another forecast.
    change({ typed: text === null ? others : { ...others, [name]: text }, forecast: '' })
  }
  return (
    <>
      <OpenHead>
        <h2>{t.proposeTitle(version)}</h2>
      </OpenHead>
      <div className={styles.form}>
        <div className={styles.numbers}>
          <div className={styles.findRow}>
            <TextInput
              data-find
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              value={find}
              onChange={event => setFind(event.currentTarget.value)}
            />
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={onlyChanged}
                onChange={event => setOnlyChanged(event.currentTarget.checked)}
              />
              {t.onlyChanged}
            </label>
          </div>
          <NumberFields
            chapters={chapters}
            typed={draft.typed}
            find={find}
            onlyChanged={onlyChanged}
            onType={type}
          />
        </div>
        <div className={styles.side}>
          <Checked
            version={version}
            proposed={proposed}
            draft={draft}
            onChange={change}
            now={now}
          />
        </div>
      </div>
    </>
  )
}

interface CheckedProps {
  version: number
  proposed: Change
  draft: RuleDraft
  onChange: (part: Partial<RuleDraft> | null) => void
  now: number
}

/** What the server says about the numbers, and the proposal of them. */
function Checked({ version, proposed, draft, onChange, now }: CheckedProps) {
  const t = useTexts(ruleTexts)
  const language = useLanguage()
  const isEmpty = Object.keys(proposed.numbers).length === 0
  const asked = JSON.stringify({
    numbers: proposed.numbers,
    effectiveAt: draft.effectiveAt || null,
  })
  const settled = useSettled(asked, 300)
  const body = JSON.parse(settled) as Parameters<typeof checkQuery>[1]
  const { data, isFetching } = useQuery({
    ...checkQuery(language, body),
    // The first number that is typed has not settled yet: nothing would be objected to.
    enabled: Object.keys(body.numbers).length > 0,
    placeholderData: keepPreviousData,
  })
  const isCurrent = settled === asked && !isFetching
  const check = isEmpty ? undefined : data
  return (
    <>
      <Panel title={t.changes(check?.changes.length ?? 0)} isNow>
        {isEmpty ? (
          <p className={styles.quiet}>{t.nothing}</p>
        ) : (
          <>
            {check && <RuleChanges changes={check.changes} />}
            <Objections check={check} />
          </>
        )}
      </Panel>
      {!isEmpty && (
        <ForecastOfNumbers
          numbers={proposed.unreadable.length === 0 ? proposed.numbers : null}
          id={draft.forecast}
          onStarted={forecast => onChange({ forecast })}
        />
      )}
      <Proposal
        version={version}
        proposed={proposed}
        draft={draft}
        onChange={onChange}
        check={check}
        isCurrent={isCurrent}
        now={now}
      />
    </>
  )
}

function Objections({ check }: { check: Check | undefined }) {
  const t = useTexts(ruleTexts)
  if (!check) return <p className={styles.quiet}>{t.checking}</p>
  if (check.objections.length === 0) return <p className={styles.fine}>{t.clear}</p>
  return (
    <div role="alert">
      <p className={styles.quiet}>{t.against}</p>
      <ul className={styles.objections}>
        {check.objections.map(({ rule, text }) => (
          <li key={`${rule} ${text}`}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

type Line = Check['crosses'][number]['line']

interface ProposalProps extends CheckedProps {
  check: Check | undefined
  /** The check is of just these numbers. */
  isCurrent: boolean
}

function Proposal(props: ProposalProps) {
  const { version, proposed, draft, onChange, check, isCurrent, now } = props
  const t = useTexts(ruleTexts)
  const propose = useCommand(proposeRules, { form: `rules.propose:${version}` })
  const [agreed, setAgreed] = useState<readonly Line[]>([])
  const crosses = check?.crosses ?? []
  const lack = lackOf()
  function lackOf(): keyof typeof t.lack | null {
    if (proposed.unreadable.length > 0) return 'unreadable'
    if (Object.keys(proposed.numbers).length === 0) return 'nothing'
    if (check && check.objections.length > 0) return 'against'
    if (draft.effectiveAt === '') return 'date'
    if (draft.zh.trim() === '' || draft.en.trim() === '') return 'difference'
    return crosses.every(({ line }) => agreed.includes(line)) ? null : 'lines'
  }
  const isReady = lack === null && check !== undefined && isCurrent
  const submit = async () => {
    if (!isReady) return
    const done = await propose.run({
      body: {
        numbers: proposed.numbers,
        effectiveAt: draft.effectiveAt,
        difference: { zh: draft.zh.trim(), en: draft.en.trim() },
        acknowledges: [...agreed],
      },
    })
    if (!done) return
    toast(t.submitted, 'ok')
    onChange(null)
    go('proposals', done.id)
  }
  const label = t.submit(version)
  useKeys([{ keys: 'mod+enter', label, run: () => void submit(), inFields: true }], {
    off: !isReady,
  })
  return (
    <Panel>
      <Field
        label={t.effectiveAt}
        hint={
          check && (
            <>
              {t.earliest(dayText(check.earliest, now))} {check.harms ? t.harmful : t.harmless}{' '}
              {t.moves}
            </>
          )
        }
      >
        <TextInput
          type="datetime-local"
          value={draft.effectiveAt && fieldTimeText(draft.effectiveAt)}
          onChange={event =>
            onChange({ effectiveAt: instantOfField(event.currentTarget.value) ?? '' })
          }
        />
      </Field>
      {check && (
        <Button
          tone="secondary"
          size="small"
          onClick={() => onChange({ effectiveAt: dayToPropose(check.earliest) })}
        >
          {t.useEarliest}
        </Button>
      )}
      <p className={styles.head}>{t.difference}</p>
      <Field label={t.zh}>
        <TextArea
          lang="zh-CN"
          rows={2}
          maxLength={1_000}
          value={draft.zh}
          onChange={event => onChange({ zh: event.currentTarget.value })}
        />
      </Field>
      <Field label={t.en}>
        <TextArea
          lang="en"
          rows={2}
          maxLength={1_000}
          value={draft.en}
          onChange={event => onChange({ en: event.currentTarget.value })}
        />
      </Field>
      {crosses.length > 0 && <p className={styles.head}>{t.crosses}</p>}
      <Acknowledging crosses={crosses} agreed={agreed} onChange={setAgreed} label={t.acknowledge} />
      <Button wide pending={propose.pending} aria-disabled={!isReady} onClick={() => void submit()}>
        {label} <kbd>{sendKeys}</kbd>
      </Button>
      {lack && <p className={styles.quiet}>{t.lack[lack]}</p>}
      <p className={styles.quiet}>
        {t.keptHere}{' '}
        <button type="button" className={styles.link} onClick={() => onChange(null)}>
          {t.discard}
        </button>
      </p>
    </Panel>
  )
}
