import { writeFileSync } from 'node:fs'
import { committedOpenApi } from './committed-openapi.ts'

writeFileSync(new URL('../openapi.json', import.meta.url), committedOpenApi())
