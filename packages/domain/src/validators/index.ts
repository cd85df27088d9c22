/*
 * The generic validators of the specification, section 5. Forms use what they need: amounts in
 * USDT, e-mail addresses, digit codes (of e-mails, and account IDs). Web addresses are checked when
 * a platform is configured. No form asks for a mobile number, an identity card or a number plate
 * yet; those validators are for later forms.
 */
export * from './amount.ts'
export * from './car-number.ts'
export * from './digit-code.ts'
export * from './email.ts'
export * from './id-card.ts'
export * from './mobile.ts'
export * from './url.ts'
