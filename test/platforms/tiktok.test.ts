import { isSlow, runsOn } from '../declare.ts'
import { describePlatform } from './describe-platform.ts'
import { openTikTokStage } from './tiktok-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('every promise of a platform, each with its outages')

describePlatform('TikTok', openTikTokStage, { hasWire: false })
