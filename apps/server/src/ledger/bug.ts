/**
 * A request that no correct program makes: different content under a used reference, a hold ended
 * twice, two assets in one transfer. The transaction must not go on.
 */
export class LedgerBug extends Error {
  override readonly name = 'LedgerBug'
}
