import { hasLongVersion, isSlow, runsOn } from '../declare.ts'
import { injection } from './injection.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'what is expanded and what is shown does not depend on where it is stored' })
isSlow('many texts one after the other, some of them spoken')
hasLongVersion('four times as much of each proof')

testPart(
  'texts of variables, commands, markup and line breaks arrive as text, once, and cause nothing else',
  injection,
  { count: 25, long: 100 },
)
