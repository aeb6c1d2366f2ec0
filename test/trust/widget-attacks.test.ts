import { hasLongVersion, needs } from '../declare.ts'
import { testPart } from './test-part.ts'
import { widgetAttacks } from './widget-attacks.ts'

needs('chromium-127', 'chromium')
hasLongVersion('ten times as many attacks')

testPart('widgets that attack reach no network, no page and no other widget', widgetAttacks, { count: 20, long: 200 })
