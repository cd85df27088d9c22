import { Button, toClipboard } from '@banyan/ui'
import { CheckButtons } from '../../shell/check-steps.tsx'
import { api, saveFile, toast, useTexts } from '../../shell/index.ts'
import { proofName, proofText } from '../proof-file.ts'
import type { Outcome } from '../proof-queries.ts'
import { proofTexts } from '../proof-texts.ts'

/** Exports the proof: a file or a copied text for the stand-alone verifier. */
export function TakeProof({ outcome }: { outcome: Extract<Outcome, { kind: 'checked' }> }) {
  const t = useTexts(proofTexts)
  const { published, proof, deviceKey } = outcome
  const text = () =>
    proofText({
      house: new URL('.', location.href).href,
      savedAt: new Date(api.clock.now()).toISOString(),
      publicKey: deviceKey,
      published,
      proof,
    })
  const save = () => saveFile(new Blob([text()], { type: 'application/json' }), proofName(proof))
  const copy = async () => {
    const done = await toClipboard(text())
    toast(t(done ? 'copied' : 'notCopied'), done ? 'ok' : 'danger')
  }
  return (
    <CheckButtons>
      <Button tone="secondary" size="small" icon="download" onClick={save}>
        {t('save')}
      </Button>
      <Button tone="secondary" size="small" icon="copy" onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </CheckButtons>
  )
}
