import type { Endpoint } from '@banyan/domain'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from '../refused.ts'
import type { SharedCounts } from './shared-counts.ts'

interface Bucket {
  points: number
  seconds: number
}

const perMinute = (points: number): Bucket => ({ points, seconds: 60 })
const perHour = (points: number): Bucket => ({ points, seconds: 3600 })
const perDay = (points: number): Bucket => ({ points, seconds: 86_400 })

/** security.md 4.7: per account first, because mobile carriers share addresses. */
interface Rule {
  account?: Bucket[]
  ip?: Bucket[]
  /** Per address, for acts that happened: a refused try returns its place. */
  doneByIp?: Bucket[]
  /** Acts that count together count as the act of this name. */
  as?: string
}

/** For every write of money, whatever its kind. */
const moneyByIp = [perMinute(120)]

const special: Record<string, Rule> = {
  // Lists that programs read to their end.
  'solvency.addresses': { ip: [perMinute(300)] },
  'ledger.links': { ip: [perMinute(300)] },
  'audit.hashes': { ip: [perMinute(300)] },
  'earnings.payRoot': { ip: [perMinute(300)] },
  'user.accountList': { ip: [perMinute(30)] },
  'auth.words.nonce': { ip: [perMinute(20)] },
  'auth.words.login': { ip: [perMinute(20)] },
  'auth.login': { ip: [perMinute(20)] },
  'session.end': { ip: [perMinute(20)] },
  'password.changeLogin': { ip: [perMinute(20)] },
  'password.resetLoginByWords': { ip: [perMinute(20)] },
  'password.resetLoginByEmail': { ip: [perMinute(20)] },
  'password.cancelReset': { ip: [perMinute(20)] },
  'password.resetLoginCode': { ip: [perHour(20)] },
  'email.requestCode': { ip: [perHour(20)] },
  'user.create': { ip: [perHour(60)], doneByIp: [perDay(5)] },
  'user.inviter': { ip: [perHour(20)] },
  'network.search': { account: [perHour(120)] },
  'otc.take': { account: [perMinute(10)], ip: moneyByIp },
  'otc.takeBuy': { account: [perMinute(10)], ip: moneyByIp, as: 'otc.take' },
  'otc.publish': { account: [perHour(10)], ip: moneyByIp },
  'otc.publishBuy': { account: [perHour(10)], ip: moneyByIp, as: 'otc.publish' },
  'otc.cancel': { account: [perHour(20)], ip: moneyByIp },
  'otc.export': { account: [perHour(6)], ip: [perHour(18)] },
  'personalData.askExport': { account: [perHour(6)], ip: [perHour(18)] },
  'closing.ask': { account: [perHour(10)], ip: [perHour(30)] },
  'personalData.exportFile': { account: [perHour(20)], ip: [perHour(60)] },
  'chat.say': { account: [perMinute(20)], ip: [perMinute(60)] },
  'service.write': { account: [perMinute(20), perHour(200)], ip: [perMinute(60)] },
  'service.sendFeedback': { account: [perHour(20)], ip: [perMinute(60)] },
  'push.subscribe': { account: [perHour(60)], ip: [perHour(180)] },
  'otc.appeal': { account: [perDay(3)], ip: [perDay(9)] },
  'operator.setUp': { ip: [perMinute(20)] },
  'operator.signIn': { ip: [perMinute(20)] },
  'operator.openConsole': { ip: [perMinute(20)], as: 'operator.signIn' },
  'operator.unlockConsole': { account: [perMinute(20)], ip: [perMinute(20)] },
  'operator.proveTotp': { account: [perMinute(20)] },
  'proposals.approve': { account: [perHour(60)], ip: moneyByIp },
  'uploads.create': { account: [perMinute(10)], ip: [perMinute(30)] },
}
const moneyDefault: Rule = { account: [perMinute(30), perHour(300)], ip: moneyByIp }
const memberDefault: Rule = { account: [perMinute(600)] }
const publicDefault: Rule = { ip: [perMinute(60)] }

/** What the limits ask of an act: its name, and which of the usual limits it has when it has none of its own. */
type LimitedAct = Pick<Endpoint, 'id' | 'money' | 'access'>

/**
 * Takes a place in every bucket of a call. Throws `tooMany` with the seconds to wait. Returns a
 * function that returns the places which only completed acts take, to be called when the act was
 * refused.
 */
export type Limits = (
  act: LimitedAct,
  ip: string,
  memberId: string | null,
) => Promise<() => Promise<void>>

/** Limits by which a process refuses; `scale` multiplies every one. */
export function openLimits(scale: number, shared?: SharedCounts): Limits {
  const limiters = openLimiters(scale, shared)
  return async (act, ip, memberId) => {
    const own = special[act.id] ?? (act.money ? moneyDefault : undefined)
    const rule = own ?? (act.access === 'public' ? publicDefault : memberDefault)
    const name = rule.as ?? act.id
    const address = addressOf(ip)
    // The usual limits of reading are so wide that each process counts for itself.
    const ask = own === undefined ? limiters.askAlone : limiters.ask
    if (memberId !== null) await ask(`${name}:account`, memberId, rule.account)
    await ask(`${name}:ip`, address, rule.ip)
    await ask(`${name}:done`, address, rule.doneByIp)
    return async () => {
      for (const bucket of rule.doneByIp ?? [])
        await limiters.giveBack(`${name}:done`, address, bucket)
    }
  }
}

/** Guesses at tokens from one address: so many that no app makes them by mistake. */
const invalidTokens = [perMinute(120)]

/**
 * Counts a call with a token that is not valid. Throws `tooMany` when the address has made too many
 * of them; calls with a valid token go on from there.
 */
export function openTokenLimit(
  scale: number,
  shared?: SharedCounts,
): (ip: string) => Promise<void> {
  const { ask } = openLimiters(scale, shared)
  return ip => ask('invalid token:ip', addressOf(ip), invalidTokens)
}

/**
 * Buckets in this process's memory, whose counts other processes learn of. A process with other
 * limits than the usual ones counts for itself: a demonstration that opens sixty accounts from one
 * address must not use up what the people at that address have.
 */
function openLimiters(scale: number, everybodys?: SharedCounts) {
  const shared = scale === 1 ? everybodys : undefined
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (name: string, bucket: Bucket): RateLimiterMemory => {
    const key = `${name}/${bucket.seconds}`
    let known = limiters.get(key)
    if (!known) {
      known = new RateLimiterMemory({
        points: Math.ceil(bucket.points * scale),
        duration: bucket.seconds,
        keyPrefix: key,
      })
      limiters.set(key, known)
    }
    return known
  }
  const share = (
    one: RateLimiterMemory,
    who: string,
    points: number,
    { msBeforeNext }: RateLimiterRes,
  ) =>
    shared?.add(
      { name: one.getKey(who), points, endsAt: Date.now() + msBeforeNext },
      ({ points, endsAt }) => {
        const seconds = (endsAt - Date.now()) / 1000
        if (seconds > 0) void one.set(who, points, seconds)
      },
    )
  const asking =
    (isShared: boolean) =>
    async (name: string, who: string, buckets: readonly Bucket[] = []): Promise<void> => {
      for (const bucket of buckets) {
        const one = limiter(name, bucket)
        try {
          const taken = await one.consume(who)
          if (isShared) share(one, who, 1, taken)
        } catch (reason) {
          if (reason instanceof RateLimiterRes)
            refuse('tooMany', { seconds: Math.ceil(reason.msBeforeNext / 1000) })
          throw reason
        }
      }
    }
  return {
    ask: asking(true),
    askAlone: asking(false),
    giveBack: async (name: string, who: string, bucket: Bucket): Promise<void> => {
      const one = limiter(name, bucket)
      share(one, who, -1, await one.reward(who))
    },
  }
}

/**
 * Who an address counts as: an IPv6 neighbourhood is one customer, by its first 64 bits, however its zeros
 * are written; an IPv4 address that is written as an IPv6 one counts as itself.
 */
export function addressOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [before = '', after] = ip.split('::')
  const head = groupsOf(before)
  const tail = groupsOf(after ?? '')
  // Two colons are as many zeros as are missing; four dotted numbers are two groups.
  const written = head.length + tail.length + (ip.includes('.') ? 1 : 0)
  const zeros = after === undefined ? [] : Array.from({ length: 8 - written }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
