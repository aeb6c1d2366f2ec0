import { createHmac } from 'node:crypto'

export const fourthwallSecret = 'e3f93c7c-c92b-4b8f-a9b1-5b70e0891abc'

/**
 * A delivery of Fourthwall. The envelope has the fields of recorded deliveries (hoquet98/quant-backend, May 2025), the
 * donation those of Fourthwall's own OpenAPI document as two public receivers read it. `more` replaces fields of the
 * envelope, `data` those of the donation.
 */
export function fourthwallDelivery(data: object = {}, more: object = {}): string {
  return JSON.stringify({
    testMode: false,
    id: 'weve_O71pR3A3SQyamEcDddPECA',
    webhookId: 'wcon_VMG9BuxZQeK2kELDm0_uNw',
    shopId: 'sh_c9524068-3d80-4163-8e57-d2acf8354c55',
    type: 'DONATION',
    apiVersion: 'V1',
    createdAt: '2026-11-01T20:00:00.221454+00:00',
    data: {
      id: 'don_FyLHBT2jTFKIs2YWDEtyvg',
      shopId: 'sh_c9524068-3d80-4163-8e57-d2acf8354c55',
      status: 'COMPLETED',
      email: 'supporter@example.com',
      username: 'Johnny',
      message: 'Sample message',
      amounts: { total: { value: 9.99, currency: 'USD' } },
      createdAt: '2026-11-01T20:00:00.221454+00:00',
      updatedAt: '2026-11-01T20:00:00.221454+00:00',
      ...data,
    },
    ...more,
  })
}

export function fourthwallHeaders(body: string, secret = fourthwallSecret): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return { 'Content-Type': 'application/json', 'X-Fourthwall-Hmac-SHA256': signature }
}
