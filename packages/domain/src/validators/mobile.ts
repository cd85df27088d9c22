/** True for a mobile number of mainland China: 11 digits from 13 to 19, with +86 or 0086 before it or not. */
export const isMainlandMobile = (text: string): boolean =>
  /^(?:(?:\+|00)86)?1[3-9]\d{9}$/.test(text)
