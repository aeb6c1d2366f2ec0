import { answerMeasurements } from './measured.ts'
import { openSubject } from './open-subject.ts'

/** A measured server in its own process, with the arguments of `openSubject`. */
const { port, close, ...overlay } = await openSubject(process.argv.slice(2))
answerMeasurements(port, overlay)
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
