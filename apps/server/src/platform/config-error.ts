/** A value that cannot be used, in one sentence with its remedy. */
export class ConfigError extends Error {}
