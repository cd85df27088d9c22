import { isRefused } from '@banyan/client'
import { createNotice, editNotice } from '@banyan/domain'
import { Button, Checkbox, Field, Segmented, TextInput } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Answer,
  dayText,
  fieldTimeText,
  go,
  instantOfField,
  type Language,
  OpenHead,
  Panel,
  sendKeys,
  Tag,
  toast,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import { NoticeActs } from './acts.tsx'
import { useDraft } from './drafts.ts'
import { contentOf, emptyForm, formOf, isSameForm, lackOf, type NoticeForm } from './form.ts'
import { History } from './history.tsx'
import styles from './notices.module.css'
import { Phone } from './phone.tsx'
import { type Notice, noticeQuery } from './queries.ts'
import { TextSide } from './text-side.tsx'
import { noticeTexts } from './texts.ts'

/** The id that a notice has in the address before it is stored. */
export const newNotice = 'new'

export const stateTones = {
  draft: 'plain',
  scheduled: 'mine',
  published: 'ok',
  withdrawn: 'bad',
} as const

/** A notice that is not stored yet. */
export const NewEditor = ({ now }: { now: number }) => (
  <Editor id={newNotice} stored={null} now={now} />
)

/** A stored notice with its editor. */
export function StoredEditor({ id, now }: { id: string; now: number }) {
  const t = useTexts(noticeTexts)
  const query = useQuery(noticeQuery(id))
  // The answer to an act is newer than what was read before it.
  const [answered, setAnswered] = useState<Notice | null>(null)
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.gone}</p>
      </OpenHead>
    )
  return (
    <Answer query={query}>
      {read => {
        const notice = answered && answered.version > read.version ? answered : read
        return <Editor id={id} stored={notice} now={now} onChanged={setAnswered} />
      }}
    </Answer>
  )
}

interface EditorProps {
  id: string
  stored: Notice | null
  now: number
  onChanged?: (notice: Notice) => void
}

function Editor({ id, stored, now, onChanged = () => {} }: EditorProps) {
  const t = useTexts(noticeTexts)
  const [draft, setDraft] = useDraft(id)
  const before = stored ? formOf(stored) : emptyForm
  const form = draft?.form ?? before
  const version = stored?.version ?? 0
  const isDirty = draft !== null && !isSameForm(draft.form, before)
  const isLocked = stored !== null && !stored.moves.includes('edit')
  const change = (part: Partial<NoticeForm>) =>
    setDraft({ version: draft?.version ?? version, form: { ...form, ...part } })
  return (
    <>
      <OpenHead>
        <h2>
          {form.titleZh || (stored ? stored.titleZh : t.newTitle)}{' '}
          {stored && <Tag tone={stateTones[stored.state]}>{t.state[stored.state]}</Tag>}
        </h2>
      </OpenHead>
      <div className={styles.editor}>
        <div className={styles.texts}>
          <div className={styles.both}>
            <TextSide
              lang="zh-CN"
              title={form.titleZh}
              body={form.bodyZh}
              isLocked={isLocked}
              onTitle={titleZh => change({ titleZh })}
              onBody={bodyZh => change({ bodyZh })}
            />
            <TextSide
              lang="en"
              title={form.titleEn}
              body={form.bodyEn}
              isLocked={isLocked}
              onTitle={titleEn => change({ titleEn })}
              onBody={bodyEn => change({ bodyEn })}
            />
          </div>
          <Panel title={t.settings}>
            <Checkbox
              label={
                <>
                  {t.pin} <span className={styles.quiet}>{t.pinHint}</span>
                </>
              }
              checked={form.pinned}
              disabled={isLocked}
              onChange={event => change({ pinned: event.currentTarget.checked })}
            />
            <Field label={t.ends}>
              <TextInput
                type="datetime-local"
                value={form.endsAt && fieldTimeText(form.endsAt)}
                readOnly={isLocked}
                onChange={event =>
                  change({ endsAt: instantOfField(event.currentTarget.value) ?? '' })
                }
              />
            </Field>
          </Panel>
          {!isLocked && (
            <Save
              id={id}
              stored={stored}
              form={form}
              isDirty={isDirty}
              basedOn={draft?.version ?? version}
              onOverwrite={() => setDraft({ version, form })}
              onDiscard={() => setDraft(null)}
              onSaved={notice => {
                setDraft(null)
                onChanged(notice)
              }}
            />
          )}
          {stored && (
            <>
              <NoticeActs
                key={stored.version}
                notice={stored}
                now={now}
                isDirty={isDirty}
                onChanged={onChanged}
              />
              <History notice={stored} now={now} onTake={isLocked ? null : change} />
            </>
          )}
        </div>
        <Preview form={form} stored={stored} now={now} />
      </div>
    </>
  )
}

interface SaveProps {
  id: string
  stored: Notice | null
  form: NoticeForm
  isDirty: boolean
  /** The version that the changes were begun on. */
  basedOn: number
  onOverwrite: () => void
  onDiscard: () => void
  onSaved: (notice: Notice) => void
}

function Save(props: SaveProps) {
  const { id, stored, form, isDirty, basedOn, onOverwrite, onDiscard, onSaved } = props
  const t = useTexts(noticeTexts)
  const create = useCommand(createNotice)
  const edit = useCommand(editNotice)
  const lack = lackOf(form)
  const isBehind = stored !== null && basedOn !== stored.version
  const isReady = isDirty && lack === null && !isBehind
  const isOut = stored?.state === 'published'
  const label = isOut ? t.correct : stored?.state === 'scheduled' ? t.saveScheduled : t.save
  const save = async () => {
    if (!isReady) return
    const body = contentOf(form)
    const done = stored
      ? await edit.run({ params: { id }, body: { ...body, version: basedOn } })
      : await create.run({ body })
    if (!done) return
    toast(isOut ? t.corrected : t.saved, 'ok')
    onSaved(done)
    if (!stored) go('notices', done.id)
  }
  useKeys([{ keys: 'mod+enter', label, run: () => void save(), inFields: true }], { off: !isReady })
  if (!isDirty && stored) return null
  return (
    <Panel isNow>
      {isDirty && <p className={styles.quiet}>{t.kept}</p>}
      {isDirty && lack && <p className={styles.warn}>{t.lack[lack]}</p>}
      {lack === null && contentOf(form).titleEn === null && (
        <p className={styles.warn}>{t.noEnglish}</p>
      )}
      {isBehind && isDirty && (
        <p className={styles.warn} role="alert">
          {t.changed(stored.version)}{' '}
          <button type="button" className={styles.link} onClick={onOverwrite}>
            {t.overwrite}
          </button>
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          pending={create.pending || edit.pending}
          aria-disabled={!isReady}
          onClick={() => void save()}
        >
          {label} <kbd>{sendKeys}</kbd>
        </Button>
        {isDirty && (
          <Button tone="quiet" onClick={onDiscard}>
            {t.discard}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Preview({ form, stored, now }: { form: NoticeForm; stored: Notice | null; now: number }) {
  const t = useTexts(noticeTexts)
  const [language, setLanguage] = useState<Language>('zh-CN')
  const [theme, setTheme] = useState<'dark' | 'light'>('dark')
  const { titleEn, bodyEn } = contentOf(form)
  const isEnglish = language === 'en' && (titleEn ?? bodyEn) !== null
  return (
    <aside className={styles.preview} aria-label={t.preview}>
      <div className={styles.previewBar}>
        <Segmented
          label={t.previewLanguage}
          value={language}
          choices={[
            { value: 'zh-CN', label: t.zh },
            { value: 'en', label: t.en },
          ]}
          onValueChange={setLanguage}
        />
        <Segmented
          label={t.previewTheme}
          value={theme}
          choices={[
            { value: 'dark', label: t.dark },
            { value: 'light', label: t.light },
          ]}
          onValueChange={setTheme}
        />
      </div>
      {language === 'en' && !isEnglish && <p className={styles.warn}>{t.noEnglish}</p>}
      <Phone
        language={language}
        theme={theme}
        label={t.preview}
        shown={{
          title: isEnglish ? form.titleEn : form.titleZh,
          text: isEnglish ? form.bodyEn : form.bodyZh,
          lang: isEnglish ? 'en' : 'zh-CN',
          publishedAt: stored?.publishedAt ?? stored?.publishAt ?? null,
          editedAt: stored?.editedAt ?? null,
          endsAt: form.endsAt || null,
        }}
      />
      {stored?.withdrawnAt && (
        <p className={styles.warn}>{t.endedAt(dayText(stored.withdrawnAt, now))}</p>
      )}
    </aside>
  )
}
