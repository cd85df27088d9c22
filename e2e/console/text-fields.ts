import { patientFetch } from '@banyan/tools/patient-fetch'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The fields of writing calls that take free text, by a contract: `operator.addCannedAnswer title`. */
export async function textFields(documentUrl: string): Promise<string[]> {
  const response = await patientFetch(documentUrl)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  const fields: string[] = []
  for (const { operationId, requestBody } of Object.values(paths).flatMap(one =>
    Object.values(one),
  )) {
    const schema = requestBody?.content['application/json']?.schema
    if (schema) fields.push(...textsIn(schema, '').map(path => `${operationId} ${path}`))
  }
  return [...new Set(fields)]
}

/** A text with a pattern, a format or choices cannot hold what a person likes. */
function textsIn(schema: Schema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const isFree =
    type === 'string' &&
    !schema.enum &&
    schema.const === undefined &&
    !schema.pattern &&
    !schema.format
  return [
    ...(isFree ? [path] : []),
    ...[...anyOf, ...oneOf].flatMap(one => textsIn(one, path)),
    ...(items ? textsIn(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) =>
      textsIn(one, path === '' ? name : `${path}.${name}`),
    ),
  ]
}

/** Free texts that no page shows, and why. */
export const notStored: readonly RegExp[] = [
  // Passwords, words and secrets are hashed or compared.
  / (.*\.)?(\w*[pP]assword|secret)$/,
  // Ids, codes, hashes and names are looked up or read strictly: nothing else is kept.
  / (inviteCode|hash|address|signature|publicKey|answers\[\]\.(question|option))$/,
  /^operator\.(assignConversation name|appointArbitrator arbitrator)$/,
  // Answered with its blocks, and not kept.
  /^operator\.previewNotice text$/,
]
