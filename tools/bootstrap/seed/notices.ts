import { Client } from '@banyan/client'
import {
  createNotice,
  markNoticesRead,
  noticePictureAnswer,
  operatorNoticePicturePath,
  operatorSignIn,
  publishNotice,
  scheduleNotice,
} from '@banyan/domain'
import type { SeedContext } from '../seeding.ts'
import type { Community } from './community.ts'
import { patientFetch } from './patient-fetch.ts'
import { programs } from './people.ts'
import { type DemoNotice, noticeDays, notices } from './story.ts'
import { barsPicture } from './voucher.ts'

/** Support publishes what belongs to a day of the community's life. */
export async function publishNotices(context: SeedContext, day: number): Promise<void> {
  if (day === noticeDays.loss) await publish(context, notices.loss)
  if (day === noticeDays.rules) await publish(context, notices.rules)
}

/** The members that a visitor can be have read what came before; the notice of today waits for them. */
export async function publishToday(context: SeedContext, community: Community): Promise<void> {
  await Promise.all(
    programs.map(({ place }) => community.at(place).member.ask(markNoticesRead, { body: {} })),
  )
  await publish(context, notices.today)
}

/** Support has a draft without its English text, and a notice that is published by itself later. */
export async function prepareNotices(context: SeedContext, publishAt: string): Promise<void> {
  await write(context, notices.draft)
  const { client, id, version } = await write(context, notices.scheduled)
  await client.ask(scheduleNotice, { params: { id }, body: { version, publishAt } })
}

async function publish(context: SeedContext, notice: DemoNotice): Promise<void> {
  const { client, id, version } = await write(context, notice)
  await client.ask(publishNotice, { params: { id }, body: { version } })
}

/** Writes the draft of a notice. */
async function write({ operatorsUrl, operators }: SeedContext, notice: DemoNotice) {
  const support = operators.find(one => one.role === 'support')
  if (!support) throw new Error('a demonstration has somebody of support')
  const context = { base: operatorsUrl, fetch: patientFetch }
  const { name, password } = support
  const { token } = await new Client(context).ask(operatorSignIn, { body: { name, password } })
  const client = new Client({ ...context, token: () => token })
  const { bars, ...texts } = notice
  const picture = bars ? await uploadBars(operatorsUrl, token, bars) : ''
  const shown = (text: string) => text.replace('{{picture}}', picture)
  const bodyEn = texts.bodyEn && shown(texts.bodyEn)
  const { id, version } = await client.ask(createNotice, {
    body: { ...texts, bodyZh: shown(texts.bodyZh), bodyEn, endsAt: null },
  })
  return { client, id, version }
}

async function uploadBars(
  operatorsUrl: string,
  token: string,
  bars: readonly number[],
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([barsPicture(bars)], { type: 'image/png' }), 'bars.png')
  const response = await patientFetch(operatorsUrl + operatorNoticePicturePath, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: unknown }
  return noticePictureAnswer.parse(data).id
}
