// The long proof, by hand: `node test/extension/idle-proof.ts [seconds]`, two minutes by default.
import { stayIdle } from './idle.ts'

const seconds = Number(process.argv[2] ?? 125)
const { connects, clip } = await stayIdle(seconds)
process.stdout.write(`idle for ${seconds} s, connected ${connects} time(s), then a clip: ${clip}\n`)
process.exit(connects === 1 ? 0 : 1)
