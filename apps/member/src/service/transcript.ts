import { type ServiceMessage, serviceMessages } from '@banyan/domain'
import { api, saveFile } from '../shell/index.ts'
import type { Say } from './texts.ts'

/** All messages, oldest first. */
async function wholeThread(): Promise<ServiceMessage[]> {
  const all: ServiceMessage[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: 100, ...(cursor ? { cursor } : {}) }
    const page = await api.ask(serviceMessages, { query })
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all.reverse()
}

const authorOf = ({ by, nickname }: ServiceMessage, t: Say): string =>
  by === 'member' ? t('me') : by === 'automatic' ? t('automatic') : (nickname ?? t('staffName'))

/** One message as a line of a text file: time, writer, text, and which pictures and files there are. */
function lineOf(message: ServiceMessage, t: Say): string {
  const { at, event, nickname, text, automatic, pictures, files } = message
  if (event) return `${at}  ${t(event, { name: nickname ?? t('staffName') })}`
  const body = automatic ? t(automatic.isOpen ? 'isOpen' : 'isClosed') : text
  const shown = pictures.map((_, at) => ` [${t('pictureN', { n: at + 1 })}]`).join('')
  const names = files.map(({ name }) => ` [${name}]`).join('')
  return `${at}  ${authorOf(message, t)}: ${body}${shown}${names}`
}

/** Saves the whole thread as a file; returns false when it is empty. */
export async function saveThread(format: 'txt' | 'json', t: Say): Promise<boolean> {
  const messages = await wholeThread()
  if (messages.length === 0) return false
  const [content, type] =
    format === 'json'
      ? [JSON.stringify(messages, null, 2), 'application/json']
      : [`${messages.map(one => lineOf(one, t)).join('\n')}\n`, 'text/plain;charset=utf-8']
  saveFile(new Blob([content], { type }), `banyan-service.${format}`)
  return true
}
