import { runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openTikTokStage } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')

describePlatform('TikTok', openTikTokStage, { hasWire: false })
