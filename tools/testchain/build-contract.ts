import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** The contracts of the test chain: a file `<name>.sol` each. */
export const contractNames = ['TestUsdt', 'TestMulticall'] as const
export type ContractName = (typeof contractNames)[number]

/** What a caller needs to deploy the contract and to speak to it. */
export interface CompiledContract {
  abi: Abi
  bytecode: Hex
  /** What is at its address once it is deployed, where its constructor sets nothing. */
  deployed: Hex
}

interface Code {
  object: string
}
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: Code; deployedBytecode: Code } }>
  >
}

const require = createRequire(import.meta.url)

/** The committed result of `compile`; a test keeps it equal to its source. */
const compiledFile = (name: ContractName): string =>
  fileURLToPath(new URL(`./generated/${name}.json`, import.meta.url))

/**
 * Compiles a contract with the pinned compiler. The same sources give the same bytes: the hash of
 * the metadata, which would depend on file paths, is left out.
 */
export function compile(name: ContractName): CompiledContract {
  const solc = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string
  }
  const file = `${name}.sol`
  const content = readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none' },
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  }
  const readImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const output: CompilerOutput = JSON.parse(
    solc.compile(JSON.stringify(input), { import: readImport }),
  )
  const complaints = output.errors ?? []
  if (complaints.length > 0) {
    throw new Error(complaints.map(complaint => complaint.formattedMessage).join('\n'))
  }
  const contract = output.contracts[file]?.[name]
  if (contract === undefined) throw new Error(`${file} holds no contract ${name}`)
  const { abi, evm } = contract
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployed: `0x${evm.deployedBytecode.object}`,
  }
}

/** A contract as committed; starting a chain needs no compiler. */
export const readContract = (name: ContractName): CompiledContract =>
  JSON.parse(readFileSync(compiledFile(name), 'utf8'))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of contractNames)
    writeFileSync(compiledFile(name), `${JSON.stringify(compile(name), null, 2)}\n`)
}
