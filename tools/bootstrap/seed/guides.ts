import { setTimeout as sleep } from 'node:timers/promises'
import {
  answerQuiz,
  applyDistributed,
  bindEmail,
  conductCode,
  openQuiz,
  requestEmailCode,
  signConduct,
} from '@banyan/domain'
import { quizBank } from '@banyan/server/quiz'
import type { SeedContext } from '../seeding.ts'
import type { Inhabitant } from './community.ts'
import { mailAddressOf } from './people.ts'
import { rightAnswers } from './right-answers.ts'

/** Binds an e-mail address with the code that is sent to it. */
export async function bindAddress(
  context: SeedContext,
  { member, place }: Inhabitant,
): Promise<void> {
  const address = mailAddressOf(place)
  await member.ask(requestEmailCode, { body: { purpose: 'bind', address } })
  const code = await codeTo(context, address)
  const { paymentPassword } = member.account
  await member.ask(bindEmail, { body: { address, code, paymentPassword } })
}

async function codeTo({ emails }: SeedContext, address: string): Promise<string> {
  if (emails === null) throw new Error('e-mails are really sent, so nobody here can read them')
  const giveUpAt = Date.now() + 30_000
  while (Date.now() < giveUpAt) {
    const code = emails(address)
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .find(one => one !== undefined)
    if (code !== undefined) return code
    await sleep(50)
  }
  throw new Error(`no e-mail came to ${address}`)
}

/** Everything else that a distributed member is asked for; the next cut-off decides. */
export async function becomeGuide({ member }: Inhabitant): Promise<void> {
  const { id, questions } = await member.ask(openQuiz)
  const answers = rightAnswers(quizBank, questions)
  await member.ask(answerQuiz, { params: { id }, body: { answers } })
  await member.ask(signConduct, { body: { version: conductCode.version } })
  await member.ask(applyDistributed)
}
