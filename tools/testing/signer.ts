/** The real signer over a real chain, for tests of the server: what starts both is the tools', as with databases. */
export { openBench, type SignerBench, type TestSigner } from '@banyan/signer/fixture'
