import { momentOf, secondsUntil } from '@banyan/ui'

/** Whole seconds until another code can be asked for; 0 when it can be had now. */
export const waitSeconds = (resendAt: string | null, now: number): number =>
  resendAt === null ? 0 : secondsUntil(resendAt, now)

/** When the house says that another code can be had, in the data of a refusal; null when it does not. */
export function resendAtOf(data: unknown): string | null {
  const at = (data as { resendAt?: unknown } | null | undefined)?.resendAt
  return typeof at === 'string' && Number.isFinite(momentOf(at)) ? at : null
}
