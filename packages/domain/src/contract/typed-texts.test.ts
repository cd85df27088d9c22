import { expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, operatorEndpoints } from '../endpoints.ts'

/** Passwords, and names that the platform has given: they are compared and never shown. */
const notShown = /password$|^secret$|^cursor$|^device_code$|^question$|^option$/i

/** Every text field of a schema: its path and its parser. */
function textsIn(schema: z.ZodType, path: string): { path: string; reads: z.ZodType }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      textsIn(part as z.ZodType, `${path}.${name}`),
    )
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return textsIn(schema.def.innerType as z.ZodType, path)
  if (schema instanceof z.ZodArray) return textsIn(schema.def.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap(one => textsIn(one as z.ZodType, path))
  return [{ path, reads: schema }]
}

const everyText = [...allEndpoints, ...operatorEndpoints].flatMap(endpoint =>
  [endpoint.query, endpoint.body]
    .flatMap(schema => textsIn(schema, endpoint.id))
    .filter(({ path }) => !notShown.test(path.split('.').at(-1) ?? '')),
)
const takesWords = everyText.filter(({ reads }) => reads.safeParse('plain words').success)

it('every text that a member or an operator types rejects invisible characters', () => {
  for (const { path, reads } of takesWords)
    for (const sign of ['\u200b', '\u200d', '\ufe0f', '\u202e', '\u2066', '\u3164', '\u{e0041}']) {
      const at = sign.codePointAt(0)?.toString(16)
      expect(reads.safeParse(`plain${sign} words`).success, `${path} with U+${at}`).toBe(false)
    }
})

it('and keeps emoji whole', () => {
  for (const { path, reads } of takesWords)
    expect(reads.safeParse('🏳️‍🌈 👩🏽‍🚀 ❤️').success, path).toBe(true)
})

it('covers the known text fields of the contract', () => {
  const paths = takesWords.map(({ path }) => path)
  for (const path of [
    'user.create.nickname',
    'user.setReceivingAccount.contact',
    'chat.say.text',
    'network.search.nickname',
    'withdraw.create.remarks',
    'proposals.approve.reason',
    'proposals.proposeRules.difference.zh',
  ])
    expect(paths).toContain(path)
})
