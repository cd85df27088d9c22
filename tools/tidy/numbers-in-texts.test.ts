import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addressFreezeHours,
  appointAfterHours,
  CLOSING_REST_DAYS,
  chatLimits,
  DIGIT_CODE_LENGTH,
  formatAmount,
  lateAppealDays,
  lengths,
  notificationsKeptDays,
  PICTURE_NEEDED_DAYS,
  pauseDays,
  paymentTails,
  provenWithinHours,
  reputationDays,
  rollingDayHours,
  ruleCheckWithinMs,
  serviceLimits,
  solvencyDays,
  statementLimits,
  statisticsDays,
  tieRules,
  UNREAD_COUNTED,
  uploadLimits,
} from '@banyan/domain'
import { expect, test } from 'vitest'
import { sourcesOf } from './imports.ts'
import { type Sentence, sentencesOf, statedIn } from './sentences.ts'
import { isTest } from './violations.ts'

const repository = join(import.meta.dirname, '../..')

/** Where what members read is written: texts of pages, refusals, lines, e-mails, the rule book in words. */
const isRead = (path: string): boolean =>
  !isTest(path) &&
  !/(migrations|hours)\.ts$|operator-endpoints\.ts$/.test(path) &&
  [
    /^apps\/member\/src\/.*texts\.tsx?$/,
    /^packages\/ui\/src\/kit-texts\.ts$/,
    /^apps\/member\/src\/(service\/questions|shell\/email-code)\.tsx?$/,
    /^packages\/domain\/src\/.*\.ts$/,
    /^packages\/economy\/src\/rule-book\/sections\.ts$/,
    /^apps\/server\/src\/(distribution|notifications|push|risk|service|verification|platform\/mail)\/[\w/-]*\.ts$/,
  ].some(one => one.test(path))

/** Figures that a text states by itself. Those of the rule book are slots; these are not in it. */
interface Stated {
  says: readonly string[]
  /** The only files where it may stand. */
  in: RegExp
  why: string
}

const hours = (n: number, ...also: string[]) => [`${n} 小时`, `${n} hours`, ...also]
const days = (n: number) => [`${n} 天`, `${n} days`]
const range = ({ least, most }: { least: number; most: number }, zh: string, en: string) => [
  `${least} 至 ${most} ${zh}`,
  `${least} to ${most} ${en}`,
]
const megabytes = uploadLimits.maxBytes / 1024 ** 2
const tail = [formatAmount(paymentTails.least, 4), formatAmount(paymentTails.most, 4)]
const { paymentPassword, loginPassword, nickname } = lengths

const inputs = /contract\/input-rules\.ts$|identity\/(create|password)-texts\.ts$/
const inRules = /rule-book\/sections\.ts$/

/** Each is the constant's own value: a text that says another is refused. */
const constants: readonly Stated[] = [
  {
    says: hours(rollingDayHours),
    in: /(uploads|service|personal-data)\/refusals\.ts$|feedback-texts\.ts$/,
    why: 'what a day may bring is counted over a rolling day',
  },
  {
    says: hours(rollingDayHours),
    in: /withdrawals\/(stage|rule-check)-texts\.ts$/,
    why: 'the rolling day of the payouts’ own caps and of the check for many requests',
  },
  {
    says: ['一小时', 'an hour'],
    in: /withdrawals\/(stage|rule-check)-texts\.ts$|uploads\/refusals\.ts$/,
    why: 'the caps of payouts and of the rule check are caps of an hour; a full disk is looked at again in one',
  },
  {
    says: ruleCheckWithinMs === 3_600_000 ? ['一小时', 'an hour', 'one hour'] : [],
    in: /withdrawals\/rule-check-texts\.ts$|rule-book\/sections\.ts$/,
    why: 'the rule check gives up after it; the number of the book counts an hour',
  },
  {
    says: hours(provenWithinHours),
    in: /(solvency|wind-down)\/texts\.ts$|stage-texts\.ts$|treasury\/refusals\.ts$/,
    why: 'how old a reading of the chain may be',
  },
  { says: days(solvencyDays), in: /solvency\/texts\.ts$/, why: 'the table has so many lines' },
  {
    says: days(statisticsDays),
    in: /(statistics|network)\/texts\.ts$/,
    why: 'the window of the statistics',
  },
  {
    says: days(reputationDays),
    in: /otc\/(publish-texts|order-refusals)\.ts$/,
    why: 'the window of the completion rate',
  },
  {
    says: days(lateAppealDays),
    in: /wind-down\/texts\.ts$|rule-book\/sections\.ts$/,
    why: 'how long a closed trade can be appealed',
  },
  {
    says: hours(tieRules.lotHours),
    in: /otc\/dispute-texts\.ts$/,
    why: 'how often the lot draws one more arbitrator',
  },
  {
    says: hours(appointAfterHours),
    in: /otc\/timeline-texts\.ts$/,
    why: 'how long a case waits before somebody is appointed',
  },
  {
    says: hours(addressFreezeHours),
    in: /service\/questions\.ts$/,
    why: 'another receiving address pauses selling for so long',
  },
  {
    says: days(CLOSING_REST_DAYS),
    in: /personal-data\/closing-texts\.ts$/,
    why: 'an account that is being closed can be had back for so long',
  },
  {
    says: days(PICTURE_NEEDED_DAYS),
    in: /personal-data\/closing-texts\.ts$/,
    why: 'how long proofs are needed',
  },
  {
    says: days(notificationsKeptDays),
    in: /personal-data\/texts\.ts$/,
    why: 'how long notifications are kept',
  },
  { says: [`${UNREAD_COUNTED} 条`], in: /notifications\/texts\.ts$/, why: 'more are not counted' },
  {
    says: [`${statementLimits.perSide} 份`, `${statementLimits.perSide} statements`],
    in: /submit-texts\.ts$/,
    why: 'statements of one side',
  },
  {
    says: [`${uploadLimits.maxPerCall} 张`, `${uploadLimits.maxPerCall} voucher pictures`],
    in: /pay-texts\.ts$|input-rules\.ts$/,
    why: 'pictures of a payment',
  },
  {
    says: [`${statementLimits.pictures} 张`],
    in: /submit-texts\.ts$/,
    why: 'pictures of a statement',
  },
  {
    says: [`${serviceLimits.pictures} 张`, `${serviceLimits.pictures} pictures`],
    in: /input-rules\.ts$/,
    why: 'pictures of a message to the service',
  },
  {
    says: [`${chatLimits.pictures} 张`, `${chatLimits.pictures} pictures`],
    in: /input-rules\.ts$/,
    why: 'pictures of a message in a chat',
  },
  { says: [`${megabytes} MB`], in: /uploads\/(refusals|endpoints)\.ts$/, why: 'size of a picture' },
  {
    says: [`${tail.join('–')} USDT`, `${tail.join(' to ')} USDT`],
    in: /otc\/take-texts\.ts$/,
    why: 'the tail of a payment',
  },
  {
    says: [...range(nickname, '个字', 'characters'), `${nickname.least} 至 ${nickname.most} 个字`],
    in: inputs,
    why: 'length of a nickname',
  },
  {
    says: [
      ...range(loginPassword, '位', 'characters'),
      `${loginPassword.least} 位`,
      `${loginPassword.least} characters`,
    ],
    in: inputs,
    why: 'length of a login password',
  },
  {
    says: [
      ...range(paymentPassword, '位', 'digits'),
      `${paymentPassword.least} 位`,
      `${paymentPassword.least} digits`,
    ],
    in: inputs,
    why: 'length of a payment password',
  },
  {
    says: [`${DIGIT_CODE_LENGTH} 位`, `${DIGIT_CODE_LENGTH} digits`],
    in: /input-rules\.ts$|email-code\.tsx$|closing-texts\.ts$/,
    why: 'length of a code',
  },
]

/** Formats and words that no constant of ours decides. */
const given: readonly Stated[] = [
  {
    says: ['8 位', '8 digits', '8 letters'],
    in: /input-rules\.ts$|(identity\/password|sessions\/)texts\.ts$|password-texts\.ts$/,
    why: 'account IDs and invitation codes have eight signs, by their form',
  },
  {
    says: [
      '42 位',
      '42 characters',
      '40 hex digits',
      '34 位',
      '34 characters',
      '64 位',
      '64 hex digits',
    ],
    in: /input-rules\.ts$|identity\/texts\.ts$|(take|submit)-texts\.ts$/,
    why: 'the form of addresses and hashes on their chains',
  },
  {
    says: ['12 位', '12 characters', '65 字'],
    in: /input-rules\.ts$|withdrawals\/refusals\.ts$/,
    why: 'passwords and keys of operators, whom no member is',
  },
  {
    says: ['16 至 64 位', '16 to 64 letters'],
    in: /contract\/refusals\.ts$/,
    why: 'the form of a key in a header, which a test of the calls holds',
  },
  {
    says: ['60 s'],
    in: /sessions\/endpoints\.ts$/,
    why: 'life of a challenge, for who writes a client',
  },
  {
    says: ['0.01%', '0%', '100%'],
    in: /input-rules\.ts$/,
    why: 'what a basis point is, and all and nothing of a price',
  },
  {
    says: ['100 %', '6 位', '90 days', '7、30、90 天'],
    in: inRules,
    why: 'all of it; the ledger’s decimals; the windows of results on the page',
  },
  {
    says: days(7),
    in: inRules,
    why: 'notice of a harmful change, which the book keeps by refusing a shorter one',
  },
  {
    says: ['12 words'],
    in: /identity\/(words-texts|vault\/texts)\.ts$/,
    why: 'an account’s words are twelve by their standard',
  },
  { says: ['2.15 条'], in: /limits\/texts\.ts$/, why: 'a section of the rule book' },
  {
    says: ['1%'],
    in: /statistics\/texts\.ts$/,
    why: 'the name of a figure: the best paid hundredth',
  },
  { says: ['1 day'], in: /kit-texts\.ts$/, why: 'the singular of a count' },
  { says: ['一倍'], in: /pricing\/texts\.ts$/, why: '“the same multiple”, not a figure' },
  { says: ['a second', 'A second'], in: /./, why: 'an ordinal' },
  {
    says: ['10%', '10 %', '50 USDT'],
    in: /quiz-bank\.ts$/,
    why: 'wrong answers of the quiz',
  },
]
const allowed = [...constants, ...given]

const read = sourcesOf(repository)
  .filter(({ path }) => isRead(path))
  .flatMap(sentencesOf)
const stated = read.flatMap(one => statedIn(one.text).map(says => ({ ...one, says })))
const fits = ({ file, says }: Sentence & { says: string }) =>
  allowed.filter(one => one.in.test(file) && one.says.includes(says))

test('a text states no figure with its unit: it takes it from the rule book, or says the value of a constant', () => {
  expect(read.length).toBeGreaterThan(5_000)
  const wrong = stated.filter(one => fits(one).length === 0)
  expect(wrong.map(({ file, line, says, text }) => `${file}:${line} ${says}: ${text}`)).toEqual([])
})

test('nothing is allowed that no text says', () => {
  const used = new Set(stated.flatMap(fits))
  expect(allowed.filter(one => !used.has(one)).map(one => one.why)).toEqual([])
})

test('numbers of the rule book are slots where members meet them', () => {
  const source = (path: string) => readFileSync(join(repository, path), 'utf8')
  for (const [path, slots] of [
    ['apps/member/src/home/subscribe-texts.ts', ['wait']],
    ['apps/member/src/subscriptions/texts.ts', ['wait']],
    ['apps/member/src/limits/texts.ts', ['wait', 'window']],
    ['apps/member/src/withdrawals/texts.ts', ['window']],
    ['apps/member/src/otc/texts.ts', ['window']],
    ['apps/member/src/pricing/texts.ts', ['trigger']],
    ['packages/domain/src/withdrawals/refusals.ts', ['hours']],
  ] as const)
    for (const slot of slots)
      expect(source(path).split(`{{${slot}}}`).length, `${path} ${slot}`).toBeGreaterThan(2)
  expect(pauseDays).toEqual([1, 7, 30])
})

test.each([
  ['首次认购有 24 小时冷静期。', ['24 小时']],
  ['最多 9 张，每张 8 MB', ['9 张', '8 MB']],
  ['两小时后再试', ['两小时']],
  ['1、7 或 30 天', ['1、7 或 30 天']],
  ['It waits 24 hours, and 7 days more.', ['24 hours', '7 days']],
  ['Selling pauses for three days.', ['three days']],
  ['of at most 30 % or 1,000 USDT', ['30 %', '1,000 USDT']],
  ['{{hours}} 小时内最多 {{max}} USDT', []],
  ['{{days}} days, section 2.4, BSC 0x', []],
])('finds in “%s” %j', (text, numbers) => {
  expect(statedIn(text)).toEqual(numbers)
})
