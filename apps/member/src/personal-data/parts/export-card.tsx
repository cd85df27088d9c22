import { askExport, type DataExport, exportFilePath } from '@banyan/domain'
import { Button, Card, Moment, PasswordField, Progress, Sheet } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import {
  failureText,
  fetchFile,
  Link,
  pages,
  queryClient,
  saveFile,
  toast,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** Refusals about the login password: wrong, and locked for a while. */
const aboutPassword = [41201, 41202]

/** The export of everything about the member as one file: requesting, progress, download. */
export function ExportCard({ dataExport }: { dataExport: DataExport | null }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const isMaking = dataExport?.state === 'making'
  const isHere = dataExport?.state === 'ready' && dataExport.isOfThisSession
  return (
    <Card title={t('exportTitle')}>
      <div className="stack">
        <p className="sub">{t('exportAbout')}</p>
        {dataExport && <ExportState dataExport={dataExport} />}
        {isHere && <Download id={dataExport.id} />}
        {!isMaking && (
          <Button
            tone={isHere ? 'quiet' : 'secondary'}
            wide
            icon="download"
            onClick={() => setAsking(true)}
          >
            {t(dataExport ? 'exportAgain' : 'exportAsk')}
          </Button>
        )}
      </div>
      <AskSheet open={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

function ExportState({ dataExport }: { dataExport: DataExport }) {
  const t = useTexts(texts)
  const { done, parts } = dataExport
  if (dataExport.state === 'making')
    return (
      <div role="status">
        <Progress
          label={t('exportMaking')}
          reached={done}
          whole={`/ ${parts}`}
          part={`${done}`}
          of={`${parts}`}
        />
      </div>
    )
  if (dataExport.state === 'expired') return <p className="cap">{t('exportExpired')}</p>
  if (dataExport.state === 'failed')
    return (
      <p className="cap" role="alert">
        {t('exportFailed')}
      </p>
    )
  if (!dataExport.isOfThisSession) return <p className="cap">{t('exportElsewhere')}</p>
  return (
    <p className="cap" role="status">
      {t('exportReady')} {dataExport.expiresAt && <Moment time={dataExport.expiresAt} />}
    </p>
  )
}

function Download({ id }: { id: string }) {
  const t = useTexts(texts)
  const [pending, setPending] = useState(false)
  const load = async () => {
    setPending(true)
    try {
      saveFile(await fetchFile(exportFilePath(id)), 'banyan-data.zip')
    } catch (error) {
      toast(t('downloadFailed', { why: failureText(error) }), 'danger')
    } finally {
      setPending(false)
    }
  }
  return (
    <Button wide icon="download" pending={pending} onClick={() => void load()}>
      {t('download')}
    </Button>
  )
}

function AskSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const [loginPassword, setLoginPassword] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const ask = useCommand(askExport, {
    onRefused: refusal => {
      if (!aboutPassword.includes(refusal.code)) return false
      setProblem(refusal.message)
      return true
    },
  })
  const close = () => {
    setLoginPassword('')
    setProblem(undefined)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (!(await ask.run({ body: { loginPassword } }))) return
    close()
    await queryClient.invalidateQueries({ queryKey: ['personalData'] })
  }
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && close()}
      title={t('confirmTitle')}
      description={t('confirmAbout')}
      locked={ask.pending}
    >
      <form className="stack" onSubmit={event => void submit(event)} noValidate>
        <PasswordField
          label={t('loginPassword')}
          error={problem}
          aside={<Link page={pages.mineArea.resetPass}>{t('forgotten')}</Link>}
          maxLength={64}
          autoComplete="current-password"
          value={loginPassword}
          onChange={event => setLoginPassword(event.currentTarget.value)}
        />
        <Button type="submit" wide pending={ask.pending} disabled={loginPassword === ''}>
          {t('exportAsk')}
        </Button>
      </form>
    </Sheet>
  )
}
