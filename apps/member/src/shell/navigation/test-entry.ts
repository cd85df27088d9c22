/** Where the specification's start-up test entry points to. */
const TEST_ENTRY = '#/pages/otc/buy/topay'

/**
 * The hash to start at: an address that names a page is followed as ever; an empty one leads to the
 * test entry in a build that was made with `VITE_TEST_ENTRY=1`, and nowhere else in any other build.
 */
export const startingHash = (hash: string, testEntry: string | undefined): string =>
  hash === '' && testEntry === '1' ? TEST_ENTRY : hash
