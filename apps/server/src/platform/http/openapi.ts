import { appVersion, codes, type Endpoint, type OtherCall, refusals } from '@banyan/domain'
import { z } from 'zod'

/**
 * The OpenAPI 3.1 document of a list of endpoints. JSON Schema comes from the same zod schemas
 * that validate the calls, so the document cannot drift from the program.
 */
export function openapiOf(
  title: string,
  endpoints: readonly Endpoint[],
  others: readonly OtherCall[] = [],
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  for (const call of others) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: otherOperationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: appVersion.name },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      headers: {
        IdempotencyKey: {
          required: true,
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
        },
      },
    },
  }
}

function operationOf(endpoint: Endpoint): object {
  return {
    operationId: endpoint.id,
    'x-purpose': endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.money ? { 'x-money': true } : {}),
    'x-role': endpoint.access === 'operator' ? endpoint.roles : endpoint.access,
    ...(endpoint.access === 'operator' ? { 'x-proof': endpoint.proof } : {}),
    ...(endpoint.access !== 'public' ? { security: [{ bearer: [] }] } : {}),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...(endpoint.money
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
            },
          ]
        : []),
    ],
    ...(endpoint.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: describe(endpoint),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer', examples: [codes.success] },
                msg: { type: 'string' },
                data: schemaOf(endpoint.answer, 'output'),
              },
            },
          },
        },
      },
    },
  }
}

/** Pictures and streams: the media types state what the schemas cannot. */
function otherOperationOf(call: OtherCall): object {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(match => match[1])
  return {
    operationId: call.id,
    'x-purpose': call.id,
    summary: call.summary,
    'x-role': call.roles ?? 'member',
    ...(call.roles ? { 'x-proof': 'factor' } : {}),
    security: [{ bearer: [] }],
    parameters: names.map(name => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(call.takes
      ? {
          requestBody: {
            required: true,
            content: {
              [call.takes]: {
                schema: {
                  type: 'object',
                  required: ['file'],
                  properties: { file: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
        }
      : {}),
    responses: { 200: { description: call.summary, content: { [call.gives]: {} } } },
  }
}

function describe(endpoint: Endpoint): string {
  const own = endpoint.refusals.map(name => `${refusals[name].code} ${name}: ${refusals[name].en}`)
  return ['Code 1 with the data, or a refusal.', ...own].join('\n')
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
