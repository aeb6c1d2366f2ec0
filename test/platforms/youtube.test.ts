import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openYouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('every promise of a platform, each with its outages')

describePlatform('YouTube', openYouTubeStage, { hasWire: true })
