import { hasLongVersion, isLongRun, isSlow, needs, runsOn } from '../declare.ts'
import { bank } from './bank.ts'
import { testPart } from './test-part.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')
isSlow('it kills servers under load')
hasLongVersion('four times as much of the proof, and PostgreSQL')

for (const engine of bank.engines.filter((one) => isLongRun || one === 'sqlite')) {
  const killed = engine === 'sqlite' ? 'the server is' : 'server and PostgreSQL are'
  testPart(`points moved between fifty accounts while ${killed} killed are neither made nor lost`, bank, {
    count: 200,
    long: 800,
    engine,
  })
}
