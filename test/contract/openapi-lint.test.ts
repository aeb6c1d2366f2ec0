import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createOpenApi, type OpenApiDocument } from '../../src/api-description/openapi.ts'
import { toOpenApi30 } from '../../src/api-description/openapi-30.ts'
import { operations } from '../../src/operations.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { hasLongVersion, isLongRun, isSlow } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'

isSlow('linters read the whole document')
hasLongVersion('a second linter, and both read the names of the brand as well')

const tools = fileURLToPath(new URL('../tools/node_modules/', import.meta.url))
const ruleset = fileURLToPath(new URL('spectral.yaml', import.meta.url))
const quickAjv = fileURLToPath(new URL('quick-ajv.cjs', import.meta.url))

interface Problem {
  readonly file: string
  readonly rule: string
  readonly severity: string
  readonly message: string
}

/**
 * Both linters with their own recommended rules, nothing switched off, on every operation. The document has four forms;
 * in the short version Redocly reads the two from which the others are made.
 */
describe('the linters find nothing in the OpenAPI document', { concurrency: true }, () => {
  // Outside the project, so that no configuration or ignore file of ours is picked up.
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-openapi-'))
  const bad = 'broken.json'

  before(() => {
    const [first] = namings
    const whole = (naming: (typeof namings)[number]) =>
      createOpenApi({ operations, names: createNames(naming), version: '1.0.0' })
    const known = Object.entries(whole(first).paths).map((entry) => JSON.stringify(entry))
    for (const naming of namings) {
      const paths = Object.entries(whole(naming).paths)
      const ids = paths.map(([, path]) => (path.post as { operationId: string }).operationId)
      assert.equal(new Set(ids).size, operations.length, 'an id names one operation')
      // Half of the operations read the same by both names; a linter that looks at them again finds nothing new.
      const isNew = (_: unknown, at: number) => naming === first || JSON.stringify(paths[at]) !== known[at]
      const names = createNames(naming)
      const document = createOpenApi({ operations: operations.filter(isNew), names, version: '1.0.0' })
      save(`${naming}-3.1.json`, document)
      save(`${naming}-3.0.json`, toOpenApi30(document))
    }
    const one = createOpenApi({ operations: operations.slice(0, 1), names: createNames('spec'), version: '1.0.0' })
    const { license: _left, ...info } = one.info
    save(bad, { ...one, info, tags: [] })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function save(file: string, document: OpenApiDocument): void {
    writeFileSync(join(folder, file), JSON.stringify(document))
  }

  /** A document that is broken on purpose goes along, since a linter that does not run finds nothing either. */
  function assertOnlyBadHasProblems(problems: readonly Problem[], rule: string): void {
    const isBad = ({ file }: Problem) => file.endsWith(bad)
    assert.deepEqual(
      problems.filter((problem) => !isBad(problem)),
      [],
    )
    assert.ok(problems.filter(isBad).some((problem) => problem.rule === rule))
  }

  const forms = namings.flatMap((naming) => [`${naming}-3.1.json`, `${naming}-3.0.json`])

  it(`Redocly, recommended, with the names of the specification${isLongRun ? ' and the brand' : ''}`, async () => {
    const read = isLongRun ? forms : forms.slice(0, 2)
    assertOnlyBadHasProblems(await redocly(folder, [...read, bad]), 'info-license')
  })

  itInLongRun('Spectral, spectral:oas, with the names of the specification and the brand', async () => {
    assertOnlyBadHasProblems(await spectral(folder, [...forms, bad]), 'operation-tag-defined')
  })
})

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string
    readonly severity: string
    readonly message: string
    readonly location: readonly { readonly source: { readonly ref: string } }[]
  }[]
}

async function redocly(folder: string, files: readonly string[]): Promise<readonly Problem[]> {
  const args = ['lint', '--extends=recommended', '--format=json', '--max-problems=1000', ...files]
  const output = await run(folder, '@redocly/cli/bin/cli.js', args)
  // One report for each file, one straight after the other.
  const reports = JSON.parse(`[${output.replaceAll(/^\}\{$/gm, '},{')}]`) as RedoclyReport[]
  assert.equal(reports.length, files.length)
  return reports
    .flatMap(({ problems }) => problems)
    .map(({ ruleId, severity, message, location }) => ({
      file: location[0]?.source.ref ?? '',
      rule: ruleId,
      severity,
      message,
    }))
}

interface SpectralProblem {
  readonly source: string
  readonly code: string
  readonly severity: number
  readonly message: string
}

async function spectral(folder: string, files: readonly string[]): Promise<readonly Problem[]> {
  const args = ['lint', '--quiet', '--fail-on-unmatched-globs', '--format=json', '--ruleset', ruleset, ...files]
  const output = await run(folder, '@stoplight/spectral-cli/dist/index.js', args)
  return (JSON.parse(output) as SpectralProblem[]).map(({ source, code, severity, message }) => ({
    file: source,
    rule: code,
    severity: ['error', 'warn', 'info', 'hint'][severity] ?? String(severity),
    message,
  }))
}

/** A linter exits with 1 when it found something; its report is on its standard output either way. */
function run(folder: string, tool: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: folder, env, timeout: 180_000, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--require', quickAjv, join(tools, tool), ...args],
      options,
      (error, stdout, stderr) => {
        if (stdout.trim() === '') reject(new Error(`${tool} gave no report: ${stderr || error?.message}`))
        else resolve(stdout)
      },
    )
  })
}
