/**
 * Every table and view, by name. It names none itself: each module's generated types add its own, so
 * the platform knows no module.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each module adds its tables to it.
export interface DB {}
