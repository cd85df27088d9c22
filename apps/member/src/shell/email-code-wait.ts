import { momentOf, secondsUntil } from '@banyan/ui'

/** Whole seconds until another code can be requested; 0 when it can be requested now. */
export const waitSeconds = (resendAt: string | null, now: number): number =>
  resendAt === null ? 0 : secondsUntil(resendAt, now)

/** When another code can be requested, from the data of a refusal; null without that. */
export function resendAtOf(data: unknown): string | null {
  const at = (data as { resendAt?: unknown } | null | undefined)?.resendAt
  return typeof at === 'string' && Number.isFinite(momentOf(at)) ? at : null
}
