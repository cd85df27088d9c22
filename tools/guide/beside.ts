import { createInterface } from 'node:readline'
import { depositAddress, uploadedPicturePath, walletSummary } from '@banyan/domain'
import type { Address } from 'viem'
import { endGuard } from '../bootstrap/guard.ts'
import { Emails } from '../bootstrap/mail/emails.ts'
import { startSmtpSink } from '../bootstrap/mail/smtp-sink.ts'
import { DemoMember } from '../bootstrap/seed/member.ts'
import { startTestChain } from '../testchain/index.ts'
import { startObjectStore, storeSettings } from '../testing/object-store.ts'
import { until } from '../testing/until.ts'

/**
 * What a machine finds on its network besides itself: a node of a chain, a mail server, a store of
 * uploads, and a member. Begun on the machine's network; a line of its input asks for one thing, and a
 * line of JSON answers. It ends with its input.
 *
 * Usage: node beside.ts <folder> <hot address> <deposit xpub>
 */
const [folder = '', hot = '', depositXpub = ''] = process.argv.slice(2)
const memberApp = 'http://127.0.0.1:8080'
const SMTP_PORT = 2525
/** In production no program works over a chain with the number of test chains. */
const BSC = 56

/** What the machine gets from its surroundings. */
export interface Surroundings {
  rpcUrl: string
  chainId: number
  usdt: string
  founding: string
  income: string
  cold: string
  smtpUrl: string
  s3: { endpoint: string; bucket: string; region: string; keyId: string; secret: string }
}

/** What a member sees. */
export interface Seen {
  usdt: string
  /** The status of the answer with the picture that the member has sent. */
  picture: number
}

const chain = await startTestChain({
  dataDir: folder,
  hot: hot as Address,
  depositXpub,
  chainId: BSC,
})
await chain.supplyGas()
const store = await startObjectStore()
const mail = await startSmtpSink(SMTP_PORT, new Emails())

const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)

let member: DemoMember | null = null
let picture = ''

async function join(invitation: string): Promise<Seen> {
  member = await DemoMember.join(memberApp, 'Guide', invitation)
  await member.settleIn()
  picture = await member.uploadVoucher(1)
  const { address } = await member.ask(depositAddress)
  await chain.send(address, '100')
  await chain.mine(16)
  await until('the recharge to be credited', async () => Number((await look()).usdt) > 0, {
    ms: 120_000,
    everyMs: 500,
  })
  return look()
}

async function look(): Promise<Seen> {
  if (member === null) throw new Error('nobody has joined')
  const { assets } = await member.ask(walletSummary)
  const headers = { authorization: `Bearer ${member.token}` }
  const shown = await fetch(`${memberApp}${uploadedPicturePath(picture)}`, { headers })
  await shown.arrayBuffer()
  const usdt = assets.find(({ asset }) => asset === 'USDT')?.available ?? '0'
  return { usdt, picture: shown.status }
}

const surroundings: Surroundings = {
  rpcUrl: chain.rpcUrl,
  chainId: chain.chainId,
  usdt: chain.usdt,
  founding: chain.addresses.founding,
  income: chain.addresses.income,
  cold: chain.addresses.cold,
  smtpUrl: mail.url,
  s3: {
    endpoint: `http://127.0.0.1:${store.port}`,
    bucket: storeSettings.bucket,
    region: storeSettings.region,
    keyId: storeSettings.accessKeyId,
    secret: storeSettings.secretAccessKey,
  },
}
say(surroundings)

for await (const line of createInterface({ input: process.stdin })) {
  const [asked, given = ''] = line.split(' ')
  try {
    say(asked === 'join' ? await join(given) : await look())
  } catch (error) {
    say({ failed: (error as Error).message })
  }
}
await store.stop()
await chain.stop()
await endGuard()
process.exit(0)
