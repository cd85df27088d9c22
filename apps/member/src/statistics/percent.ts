/** Basis points as percent. */
export const percentText = (bps: number): string => `${bps / 100}%`
