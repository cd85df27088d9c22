import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** What a caller needs to deploy the contract and to speak to it. */
export interface CompiledContract {
  abi: Abi
  bytecode: Hex
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

const require = createRequire(import.meta.url)

/** The committed result of `compileTestUsdt`; a test keeps it equal to its source. */
export const compiledFile = fileURLToPath(new URL('./generated/test-usdt.json', import.meta.url))

/**
 * Compiles TestUsdt.sol with the pinned compiler. The same sources give the same bytes: the hash of
 * the metadata, which would depend on file paths, is left out.
 */
export function compileTestUsdt(): CompiledContract {
  const solc = require('solc') as {
    compile(input: string, callbacks: { import(path: string): { contents: string } }): string
  }
  const source = readFileSync(new URL('./TestUsdt.sol', import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'TestUsdt.sol': { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
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
  const contract = output.contracts['TestUsdt.sol']?.TestUsdt
  if (contract === undefined) throw new Error('TestUsdt.sol holds no contract TestUsdt')
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}

/** The contract as committed; starting a chain needs no compiler. */
export function readTestUsdt(): CompiledContract {
  return JSON.parse(readFileSync(compiledFile, 'utf8'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(compiledFile, `${JSON.stringify(compileTestUsdt(), null, 2)}\n`)
}
