const ZONE_HOURS = 8

/**
 * A minute in the platform's time zone as people read it, the same in both languages: `2026-11-21
 * 20:05 (UTC+8)`.
 */
export const inPlatformZone = (at: Date): string =>
  `${new Date(at.getTime() + ZONE_HOURS * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')} (UTC+8)`
