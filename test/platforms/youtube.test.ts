import { describePlatform } from './describe-platform.ts'
import { openYouTubeStage } from './youtube-stage.ts'

describePlatform('YouTube', openYouTubeStage, { hasWire: true })
