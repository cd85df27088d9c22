import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bindEmail, requestEmailCode } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { AFTER_MS, type Fault, seconds } from './fault.ts'
import type { MailState } from './mail-proxy.ts'
import type { Person } from './person.ts'
import type { Scene } from './scene.ts'

const BROKEN_MS = 10_000
/** No call waits for a mail server: a code is answered for within this, on a machine that is busy. */
const ANSWERED_MS = 5_000
/** An e-mail that failed is tried again after a minute; a slow server takes one more. */
const DELIVERED_MS = 240_000

interface ReceivedMail {
  text: string
}

/** R10. Members ask for a code while the mail server is as it should not be. */
export const mailFaults: Fault = {
  what: 'the mail server is away, answers 421, or takes 10 s for each answer, while members ask for codes by e-mail',
  bound:
    'no call waits for it; each e-mail arrives once and its code is valid; acts are acknowledged meanwhile',
  run: async scene => {
    const wrong: string[] = []
    const asked: number[] = []
    const arrived: string[] = []
    const states: readonly MailState[] = ['away', 'refuses', 'slow']
    for (const [n, state] of states.entries()) {
      const buyer = scene.beside.buyers[n]
      if (!buyer) throw new Error('too few people for the states of a mail server')
      const { askedMs, arrivedMs } = await during(scene, state, buyer.person, wrong)
      asked.push(askedMs)
      arrived.push(`${state} ${seconds(arrivedMs)}`)
    }
    const slowest = Math.max(...asked)
    if (slowest > ANSWERED_MS) wrong.push(`a code was answered for only after ${slowest} ms`)
    const figure =
      `codes answered for after ${seconds(slowest)} at most; e-mails there after the request: ` +
      `${arrived.join(', ')} (bad for ${seconds(BROKEN_MS)}; slow to the end)`
    return { figure, wrong }
  },
}

async function during(scene: Scene, state: MailState, person: Person, wrong: string[]) {
  const address = `${randomBytes(6).toString('hex')}@example.org`
  scene.mail.state = state
  const began = performance.now()
  try {
    await person.ask(requestEmailCode, { body: { purpose: 'bind', address } })
    const askedMs = performance.now() - began
    await scene.recovered(began)
    await sleep(BROKEN_MS)
    if (state !== 'slow') {
      if ((await mailsTo(scene, address)).length > 0)
        wrong.push(`an e-mail arrived while the mail server was ${state}`)
      scene.mail.state = 'well'
    }
    const [mail] = await until(
      `the e-mail that was written while the mail server was ${state}`,
      async () => {
        const mails = await mailsTo(scene, address)
        return mails.length > 0 && mails
      },
      { ms: DELIVERED_MS, everyMs: 100 },
    )
    const arrivedMs = performance.now() - began
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    // A second one would come right after it.
    await sleep(AFTER_MS)
    const many = (await mailsTo(scene, address)).length
    if (many !== 1) wrong.push(`the e-mail to one address arrived ${many} times`)
    const { paymentPassword } = person.account
    await person
      .ask(bindEmail, { body: { address, code, paymentPassword } })
      .catch(error => wrong.push(`the code of the e-mail while ${state} did not bind: ${error}`))
    return { askedMs, arrivedMs }
  } finally {
    scene.mail.state = 'well'
  }
}

async function mailsTo({ product }: Scene, address: string): Promise<ReceivedMail[]> {
  const url = `${product.inboxUrl}/api/letters?to=${encodeURIComponent(address)}`
  return ((await (await fetch(url)).json()) as { items: ReceivedMail[] }).items
}
