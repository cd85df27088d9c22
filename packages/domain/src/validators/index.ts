/*
 * The generic validators of the specification, section 5. Forms use what they need: amounts in USDT, e-mail
 * addresses, digit codes (of e-mails, and account IDs). Addresses of web pages are checked where a house is
 * set up. Nobody is asked for a mobile number, an identity card or a number plate: those are there for a
 * form that will.
 */
export * from './amount.ts'
export * from './car-number.ts'
export * from './digit-code.ts'
export * from './email.ts'
export * from './id-card.ts'
export * from './mobile.ts'
export * from './url.ts'
