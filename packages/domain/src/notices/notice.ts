import { defineMachine } from '../contract/machine.ts'

export const noticeStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

export const noticeEvents = ['edit', 'schedule', 'unschedule', 'publish', 'withdraw'] as const
export type NoticeEvent = (typeof noticeEvents)[number]

/** `clock`: the scheduled time has come. */
export type NoticeActor = 'operator' | 'clock'

const operator = ['operator'] as const

/** A notice that members have seen is corrected visibly or withdrawn; it never becomes a draft again. */
export const noticeMachine = defineMachine<NoticeState, NoticeEvent, NoticeActor>({
  draft: {
    edit: { by: operator, to: 'draft' },
    schedule: { by: operator, to: 'scheduled' },
    publish: { by: operator, to: 'published' },
    withdraw: { by: operator, to: 'withdrawn' },
  },
  scheduled: {
    edit: { by: operator, to: 'scheduled' },
    schedule: { by: operator, to: 'scheduled' },
    unschedule: { by: operator, to: 'draft' },
    publish: { by: ['operator', 'clock'], to: 'published' },
    withdraw: { by: operator, to: 'withdrawn' },
  },
  published: {
    edit: { by: operator, to: 'published' },
    withdraw: { by: operator, to: 'withdrawn' },
  },
  withdrawn: {},
})
