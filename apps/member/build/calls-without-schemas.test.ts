import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { withoutSchemas } from './calls-without-schemas.ts'

const short = (code: string) => withoutSchemas(code, parseAst(code))

it('leaves out what only the server checks, and keeps what a form checks', () => {
  const call = `export const buy = endpoint({ id: 'a.buy', params: x, query: z.object({ a }), body: b, answer: c })`
  expect(short(call)).toBe(
    `export const buy = /* @__PURE__ */ (() => (endpoint({ id: 'a.buy', params: undefined, query: undefined, body: b, answer: undefined })))()`,
  )
})

it('marks a value as one that is not made when nothing uses it', () => {
  expect(short('const shape = z.string().min(1)')).toBe(
    'const shape = /* @__PURE__ */ (() => (z.string().min(1)))()',
  )
})

it('leaves functions, words and figures alone', () => {
  const code = `export const days = 14\nexport const twice = n => n * 2\nexport function f() {}`
  expect(short(code)).toBe(code)
})
