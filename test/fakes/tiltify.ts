import { createHmac } from 'node:crypto'

/**
 * The test delivery of Tiltify with its real signature, as the project tiltify-client keeps it in its tests (public
 * code, April 2023). The key signs nothing else.
 */
export const recordedTiltify = {
  secret: '13c3b68914487acd1c68d85857ee1cfc308f15510f2d8e71273ee0f8a42d9d00',
  timestamp: '2023-04-18T16:49:00.617031Z',
  signature: '4OSwlhTt0EcrlSQFlqgE18FOtT+EKX4qTJdJeC8oV/o=',
  body: '{"data":{"amount":{"currency":"USD","value":"82.95"},"campaign_id":"a4fd5207-bd9f-4712-920a-85f8d92cf4e6","completed_at":"2023-04-18T16:48:26.510702Z","created_at":"2023-04-18T03:36:36.510717Z","donor_comment":"Rerum quo necessitatibus voluptas provident ad molestiae ipsam.","donor_name":"Jirachi","fundraising_event_id":null,"id":"dfa25dcc-2026-4320-a5b7-5da076efeb05","legacy_id":0,"poll_id":null,"poll_option_id":null,"reward_id":null,"sustained":false,"target_id":null,"team_event_id":null},"meta":{"attempted_at":"2023-04-18T16:49:00.617031Z","event_type":"public:direct:donation_updated","generated_at":"2023-04-18T16:48:59.510758Z","id":"d8768e26-1092-4f4c-a829-a2698cd19664","subscription_source_id":"00000000-0000-0000-0000-000000000000","subscription_source_type":"test"}}',
} as const

export const tiltifySecret = 'a-webhook-signing-id-of-tiltify'

/** A delivery with the fields of the recorded one. `data` replaces fields of the donation, `meta` those around it. */
export function tiltifyDelivery(data: object = {}, meta: object = {}): string {
  const recorded = JSON.parse(recordedTiltify.body)
  return JSON.stringify({
    data: { ...recorded.data, id: '5f0c4a8e-1111-4222-8333-944444444444', ...data },
    meta: { ...recorded.meta, subscription_source_type: 'campaign', ...meta },
  })
}

export function tiltifyHeaders(body: string, secret = tiltifySecret): Record<string, string> {
  const timestamp = '2026-11-01T20:00:00.000000Z'
  return {
    'Content-Type': 'application/json',
    'X-Tiltify-Timestamp': timestamp,
    'X-Tiltify-Signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64'),
  }
}
