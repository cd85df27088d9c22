import type { FastifyError, FastifyRequest } from 'fastify'
import { isUnavailable } from '../database/unavailable.ts'
import { Refused } from '../refused.ts'

/** The code in the metrics of an answer that nobody waited for. */
export const HUNG_UP = 499

/**
 * True when the caller is gone: what fails after that is no fault of the platform. A connection that was reset, as by a
 * balancer that gives a process up, has no address on its other side before Node says that it is closed.
 */
export const hungUp = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean =>
  raw.socket.destroyed || raw.socket.remoteAddress === undefined || (raw.destroyed && !raw.complete)

const fastifyRefusals: Record<string, Refused> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refused('tooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refused('wrongType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refused('malformed'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refused('malformed'),
  FST_ERR_BAD_URL: new Refused('malformed'),
}

/** The refusal that an error is answered with. */
export function refusalFor(error: unknown): Refused {
  if (error instanceof Refused) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = fastifyRefusals[code ?? '']
  if (known) return known
  // A full disk, of the database or of the files, is a state that passes.
  if (isUnavailable(error) || code === 'ENOSPC' || code === 'EDQUOT') return new Refused('notReady')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refused('malformed')
  return new Refused('fault')
}
