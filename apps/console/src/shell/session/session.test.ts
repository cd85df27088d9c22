import { Silent, TransportError } from '@banyan/client'
import { expect, it, vi } from 'vitest'
import { OperatorSession, type SessionSetup } from './session.ts'
import type { ConsoleState, Me } from './transport.ts'

const person = { warnings: [], factors: [], factorNeeded: false }
const mei: Me = { ...person, id: `opr_${'1'.repeat(32)}`, name: 'mei', role: 'reviewer' }
const wei: Me = { ...person, id: `opr_${'2'.repeat(32)}`, name: 'wei', role: 'treasurer' }
const state = (me: Me, rest: Partial<ConsoleState> = {}): ConsoleState => ({
  me,
  isLocked: false,
  needsFactor: false,
  ...rest,
})

function opened(setup: Partial<SessionSetup> = {}) {
  const parts = {
    readState: vi.fn(async () => state(mei)),
    open: vi.fn(async ({ name }: { name: string }) => state(name === 'wei' ? wei : mei)),
    unlock: vi.fn(async () => state(mei)),
    lock: vi.fn(async () => {}),
    end: async () => {},
    changed: vi.fn(),
    ...setup,
  }
  return { session: new OperatorSession(parts), ...parts }
}

it('goes on where the browser was', async () => {
  const { session } = opened()
  await session.start()
  expect(session.state()).toEqual({ phase: 'in', me: mei })
})

it('asks for a sign-in when the server knows no session', async () => {
  const { session } = opened({ readState: () => Promise.reject(new Silent()) })
  await session.start()
  expect(session.state().phase).toBe('out')
})

it('does not sign out because the server is away', async () => {
  const { session } = opened({ readState: () => Promise.reject(new TransportError('network')) })
  await session.start()
  expect(session.state().phase).toBe('unreachable')
})

it('stays locked when a locked page is loaded again', async () => {
  const { session } = opened({ readState: async () => state(mei, { isLocked: true }) })
  await session.start()
  expect(session.state()).toEqual({ phase: 'locked', me: mei })
})

it('locks at the server, too, and is unlocked by the password of the same session', async () => {
  const { session, lock, open, changed } = opened()
  await session.start()
  session.lock()
  expect(session.state()).toEqual({ phase: 'locked', me: mei })
  expect(lock).toHaveBeenCalledOnce()
  await session.signIn({ name: 'mei', password: 'x' })
  expect(session.state().phase).toBe('in')
  expect(open).not.toHaveBeenCalled()
  expect(changed).not.toHaveBeenCalled()
})

it('opens a new session where the locked one has ended, and drops the pages for anybody else', async () => {
  const { session, open, changed } = opened({ unlock: () => Promise.reject(new Silent()) })
  await session.start()
  session.lock()
  await session.signIn({ name: 'mei', password: 'x' })
  expect(open).toHaveBeenCalledOnce()
  expect(changed).not.toHaveBeenCalled()
  session.lock()
  await session.signIn({ name: 'wei', password: 'x' })
  expect(changed).toHaveBeenCalledOnce()
})

it('keeps the pages hidden until a second factor is proven', async () => {
  const proven = vi.fn(async () => state(mei))
  const { session } = opened({
    open: async () => state(mei, { needsFactor: true }),
    readState: proven,
  })
  await session.signIn({ name: 'mei', password: 'x' })
  expect(session.state().phase).toBe('factor')
  await session.refresh()
  expect(session.state().phase).toBe('in')
})

it('goes on when the factor that is asked for has been proven meanwhile', async () => {
  const { session, readState } = opened()
  await session.start()
  session.showFactor()
  expect(session.state().phase).toBe('factor')
  await vi.waitFor(() => expect(session.state().phase).toBe('in'))
  expect(readState).toHaveBeenCalledTimes(2)
})

it('keeps asking for the factor while the server does', async () => {
  const readState = vi.fn(async () => state(mei))
  const { session } = opened({ readState })
  await session.start()
  readState.mockResolvedValueOnce(state(mei, { needsFactor: true }))
  session.showFactor()
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(2))
  expect(session.state().phase).toBe('factor')
})

it('locks when the server ends the session, and signs out at once when asked', async () => {
  const { session, changed } = opened({ end: () => Promise.reject(new TransportError('network')) })
  await session.start()
  session.expire()
  expect(session.state().phase).toBe('locked')
  await session.signOut()
  expect(session.state().phase).toBe('out')
  expect(changed).toHaveBeenCalledOnce()
})
