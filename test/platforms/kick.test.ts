import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('every promise of a platform, each with its outages')

describePlatform('Kick', openKickStage, { hasWire: true })
