import { isSlow, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openYouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('every promise of a platform, each with its outages')

describePlatform('YouTube', openYouTubeStage, { hasWire: true })
