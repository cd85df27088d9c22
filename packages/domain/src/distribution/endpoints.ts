import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { bothLanguages, decimal, instant, personText, rule, wireId } from '../contract/wire.ts'
import { choiceQuestion, chosenOptions, wrongAnswer } from '../risk/choice-question.ts'
import { distributedEvents, distributedStates } from './member.ts'

const met = z.object({ met: z.boolean() })

/** A member's appeal against a suspension; `answer` is null until operators have decided. */
export const statusAppeal = z.object({
  text: z.string(),
  at: instant,
  answer: bothLanguages.nullable(),
})

/** The caller's own status: its state, its conditions, and what the caller may do now. */
export const distributedStatus = z.object({
  state: z.enum(distributedStates),
  /** When the state began; null for none. */
  since: instant.nullable(),
  /** Why operators suspended or revoked; null without such an act. */
  reason: bothLanguages.nullable(),
  /** The caller's appeal against a suspension, and its answer. */
  appeal: statusAppeal.nullable(),
  conditions: z.object({
    accountAge: met.extend({ from: instant }),
    email: met,
    paymentPassword: met,
    /** `opensAt`: the first instant at which the quiz can be tried; null when it can be tried now. */
    quiz: met.extend({ opensAt: instant.nullable() }),
    conduct: met.extend({ version: z.number().int(), signedAt: instant.nullable() }),
  }),
  moves: z.array(z.enum(distributedEvents)),
  /** The cut-off that checks an application made now, or accepts the pending one. */
  nextCutoff: instant,
  /** Whether network pay is switched on for the caller's country. */
  moduleOn: z.boolean(),
  /** As counted by the last settlement: effective direct invitees by region. */
  effectiveInvitees: z.object({ left: z.number().int(), right: z.number().int() }),
  /** Whether the last settlement counted the caller as effective. */
  effective: z.boolean(),
  /** The requirements of the rule book in force: days, questions, and own fees in USDT within days. */
  asked: z.object({
    accountDays: z.number().int(),
    quizQuestions: z.number().int(),
    effectiveFees: decimal,
    effectiveDays: z.number().int(),
  }),
})
export type DistributedStatus = z.infer<typeof distributedStatus>

export const distributionStatus = endpoint({
  id: 'distribution.status',
  path: '/api/distribution',
  summary: 'Own status as a distributed member, and each condition, met or not.',
  answer: distributedStatus,
})

const attemptId = wireId('qza')

/** The same questions are returned until they are answered. */
export const openQuiz = endpoint({
  id: 'distribution.openQuiz',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/distribution/quiz',
  summary: 'The risk quiz: ten questions, the same ones until they are answered.',
  answer: z.object({ id: attemptId, questions: z.array(choiceQuestion) }),
  refusals: ['quizClosed', 'quizPassed'],
})

export const answerQuiz = endpoint({
  id: 'distribution.answerQuiz',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/distribution/quiz/:id',
  summary: 'Answer all questions at once; every one must be right.',
  params: z.strictObject({ id: attemptId }),
  body: z.strictObject({ answers: chosenOptions }),
  answer: z.object({
    passed: z.boolean(),
    right: z.number().int(),
    asked: z.number().int(),
    /** The wrong answers, with reasons; the next attempt has other questions. */
    wrong: z.array(wrongAnswer),
    /**
     * The first instant at which it can be tried again; null when it can be tried now, and when it
     * was passed.
     */
    opensAt: instant.nullable(),
  }),
  refusals: ['quizAnswered', 'quizIncomplete'],
})

export const signConduct = endpoint({
  id: 'distribution.signConduct',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/distribution/conduct',
  summary: 'Sign the conduct code in force, by its version.',
  body: z.strictObject({ version: z.number(rule('required')).int(rule('wrongType')) }),
  answer: distributedStatus,
  refusals: ['conductChanged'],
})

export const applyDistributed = endpoint({
  id: 'distribution.apply',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/distribution/apply',
  summary: 'Apply to become a distributed member; free, and accepted at the next cut-off.',
  answer: distributedStatus,
  refusals: ['distributedConditions', 'distributedState'],
})

export const leaveDistributed = endpoint({
  id: 'distribution.leave',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/distribution/leave',
  summary: 'Take the application back, or stop being a distributed member.',
  answer: distributedStatus,
  refusals: ['distributedState'],
})

export const appealSuspension = endpoint({
  id: 'distribution.appeal',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/distribution/appeal',
  summary: 'Appeal a suspension, once.',
  body: z.strictObject({ text: personText(500) }),
  answer: distributedStatus,
  refusals: ['distributedState', 'appealMade'],
})

export const insiderRoles = ['platform', 'staff', 'test'] as const
/** Roles that operators list; the platform's own account exists from the founding. */
export const listedRoles = ['staff', 'test'] as const
export type ListedRole = (typeof listedRoles)[number]
export type InsiderRole = (typeof insiderRoles)[number]

/** The house accounts: never paid by the network. Anybody may read this. */
export const insiderList = endpoint({
  id: 'distribution.insiders',
  path: '/api/distribution/insiders',
  access: 'public',
  summary:
    'Accounts of the platform, its staff and its tests: their coins, and what the network ever paid them: from the listing on, nothing.',
  answer: z.object({
    items: z.array(
      z.object({
        accountId: z.string(),
        nickname: z.string(),
        role: z.enum(insiderRoles),
        since: instant,
        /** All LEAF of the account, available and locked. */
        coins: decimal,
        /** All network pay that it has received. */
        paid: decimal,
      }),
    ),
  }),
})
