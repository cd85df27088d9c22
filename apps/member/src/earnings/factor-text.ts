/** A payment factor without the zeros at its end: `1.000000000` is `1`. */
export const factorText = (factor: string): string => factor.replace(/\.?0+$/, '')
