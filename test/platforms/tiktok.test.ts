import { describePlatform } from './describe-platform.ts'
import { openTikTokStage } from './tiktok-stage.ts'

describePlatform('TikTok', openTikTokStage, { hasWire: false })
