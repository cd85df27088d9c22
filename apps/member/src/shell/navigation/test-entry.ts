/** The page of the specification's start-up test entry. */
const TEST_ENTRY = '#/pages/otc/buy/topay'

/**
 * Returns the hash to start at: an address that names a page is always followed; an empty one leads
 * to the test entry in a build that was made with `VITE_TEST_ENTRY=1`, and is unchanged in any
 * other build.
 */
export const startingHash = (hash: string, testEntry: string | undefined): string =>
  hash === '' && testEntry === '1' ? TEST_ENTRY : hash
