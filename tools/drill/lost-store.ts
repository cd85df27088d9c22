import { setTimeout as sleep } from 'node:timers/promises'
import { refusals, uploadedPicturePath, uploadPath } from '@banyan/domain'
import type { DemoMember } from '../bootstrap/seed/member.ts'
import { voucherPicture } from '../bootstrap/seed/voucher.ts'
import type { World } from './world.ts'

/** Uploads are taken in again within this time after the store is back. */
const MOST_LATE_MS = 30_000

/** The code and the text of an answer; a picture has none. */
interface Answered {
  status: number
  code: number | null
  msg: string
}

/**
 * Kills the store of uploads for a while. Meanwhile uploads and pictures are refused with the text for it,
 * and afterwards both are there again.
 */
export async function loseStore({ hosts, base, community, lastsMs }: World): Promise<string> {
  const { member, voucher } = community.buyers[0] ?? never()
  const ask = asking(base, member)
  await hosts.store.kill()
  const giveUpAt = performance.now() + lastsMs
  let refused = 0
  while (performance.now() < giveUpAt) {
    for (const answer of [await ask.send(refused), await ask.show(voucher)]) {
      if (answer.code !== refusals.uploadsAway.code || answer.msg !== refusals.uploadsAway.en)
        throw new Error(`without a store an upload was answered ${JSON.stringify(answer)}`)
      refused++
    }
    await sleep(1_000)
  }
  await hosts.store.boot()
  const backAt = performance.now()
  while ((await ask.send(refused)).code !== 1) {
    if (performance.now() - backAt > MOST_LATE_MS)
      throw new Error('uploads are still refused half a minute after the store is back')
    await sleep(250)
  }
  const lateMs = performance.now() - backAt
  const shown = await ask.show(voucher)
  if (shown.status !== 200) throw new Error(`a picture was lost: ${JSON.stringify(shown)}`)
  return `${refused} uploads and pictures refused clearly; taken in again ${(lateMs / 1000).toFixed(1)} s after it was back`
}

function asking(base: string, member: DemoMember) {
  const answerTo = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = { authorization: `Bearer ${member.token}`, 'accept-language': 'en' }
    const reply = await fetch(`${base}${path}`, { ...init, headers })
    const text = await reply.text()
    if (reply.headers.get('content-type')?.startsWith('image/'))
      return { status: reply.status, code: null, msg: '' }
    if (!text.startsWith('{')) return { status: reply.status, code: null, msg: text.slice(0, 200) }
    const { code, msg } = JSON.parse(text) as { code: number; msg: string }
    return { status: reply.status, code, msg }
  }
  return {
    send: (label: number) => {
      const body = new FormData()
      body.set('file', new Blob([voucherPicture(label)], { type: 'image/png' }), 'voucher.png')
      return answerTo(uploadPath, { method: 'POST', body })
    },
    show: (id: string) => answerTo(uploadedPicturePath(id)),
  }
}

const never = (): never => {
  throw new Error('there are no members')
}
