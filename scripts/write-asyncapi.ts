import { writeFileSync } from 'node:fs'
import { committedAsyncApi } from './committed-asyncapi.ts'

writeFileSync(new URL('../asyncapi.json', import.meta.url), committedAsyncApi())
