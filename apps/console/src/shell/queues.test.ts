import { expect, it } from 'vitest'
import { type Queue, type QueueRow, urgencyOf, waitingForMe } from './queues.ts'

const queue = (id: string, targetMinutes: number): Queue => ({
  id,
  page: 'overview',
  title: { 'zh-CN': id, en: id },
  readers: [],
  targetMinutes,
  read: () => ({ queryKey: [id] }),
})
const row = (id: string, since: string, isMine = true): QueueRow => ({
  id,
  title: id,
  detail: '',
  since,
  isMine,
})

it.each([
  [0, 'calm'],
  [45, 'calm'],
  [46, 'soon'],
  [60, 'soon'],
  [61, 'late'],
] as const)('after %d of 60 minutes a wait is %s', (minutes, urgency) => {
  expect(urgencyOf(minutes * 60_000, 60)).toBe(urgency)
})

it('puts what is due first in front, and leaves out what others do', () => {
  const rows = waitingForMe([
    {
      queue: queue('slow', 24 * 60),
      queued: { rows: [row('old', '2026-11-24T00:00:00Z')], isMore: false },
    },
    {
      queue: queue('fast', 30),
      queued: {
        rows: [
          row('new', '2026-11-24T06:00:00Z'),
          row('newer', '2026-11-24T06:10:00Z'),
          row('of others', '2026-11-23T00:00:00Z', false),
        ],
        isMore: false,
      },
    },
  ])
  expect(rows.map(one => one.row.id)).toEqual(['new', 'newer', 'old'])
})
