import { runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openYouTubeStage } from './youtube-stage.ts'

runsOn('sqlite', 'postgres')

describePlatform('YouTube', openYouTubeStage, { hasWire: true })
