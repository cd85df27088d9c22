import type { orderExportPath, tradeExportPath } from '@banyan/domain'
import { IconButton } from '@banyan/ui'
import { useState } from 'react'
import {
  fetchFile,
  isRefused,
  isTransport,
  saveFile,
  toast,
  transportText,
  useTexts,
} from '../../shell/index.ts'
import { texts } from '../texts.ts'

interface ExportButtonProps {
  path: typeof tradeExportPath | typeof orderExportPath
  /** The name of the file on the member's device. */
  name: string
}

/** Exports all own trades, or orders, of both sides as a table. */
export function ExportButton({ path, name }: ExportButtonProps) {
  const t = useTexts(texts)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await fetchFile(path), name)
    } catch (error) {
      if (isTransport(error)) toast(transportText(error), 'danger')
      else if (!isRefused(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      name="download"
      label={t('export')}
      aria-disabled={busy}
      onClick={() => void (busy || save())}
    />
  )
}
