import { createHmac } from 'node:crypto'

/**
 * Deliveries of Buy Me a Coffee, written by us with the fields and types of real ones: the recorded deliveries in the
 * notes of the project OpenCloudTouch (a note in `support_note` beside the service's own sentence in `message`,
 * `note_hidden` as a string in payments and as a boolean in recurring donations, no transaction in the latter), and the
 * service's test delivery as other projects keep it in their tests (always the same event and transaction).
 */

export const coffeeSecret = 'signing-secret-of-buy-me-a-coffee'

export function signCoffee(body: string, secret = coffeeSecret): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

const supporter = {
  supporter_id: 10815174,
  supporter_name: 'Sam',
  supporter_email: 'sam@example.com',
  supporter_name_type: 'default',
}

/** A payment. `data` replaces fields of it, `more` fields of the delivery around it. */
export function coffee(data: object = {}, more: object = {}): string {
  return JSON.stringify({
    type: 'donation.created',
    live_mode: true,
    attempt: 1,
    created: 1_793_000_004,
    event_id: 580796,
    data: {
      id: 14421406,
      amount: 5,
      object: 'payment',
      status: 'succeeded',
      message: 'Sam became a supporter.',
      currency: 'EUR',
      refunded: 'false',
      created_at: 1_793_000_000,
      note_hidden: 'false',
      refunded_at: null,
      coffee_count: 1,
      coffee_price: '5.0000',
      support_note: 'For the lights',
      support_type: 'Supporter',
      transaction_id: 'pi_3TdQxkJRHVLVJ5LA0Eti2Zxx',
      application_fee: '0.25',
      total_amount_charged: '5.00',
      ...supporter,
      ...data,
    },
    ...more,
  })
}

/**
 * A purchase, a commission and a payment for a wish are payments with one field more. No recorded one was found: the fields
 * are those that the receiver of brojonat/affiliate-bounty-board reads, whose types were made from the deliveries.
 */
export const coffeeOrders = {
  extra_purchase: {
    extras: [
      {
        id: 2,
        title: 'Sticker pack',
        amount: '12.50',
        quantity: 2,
        object: 'extra',
        currency: 'EUR',
        description: 'Two stickers',
        extra_question: 'Where to?',
        question_answers: ['1 Secret Street'],
      },
    ],
  },
  commission_order: {
    commission: {
      id: 7,
      name: 'A portrait',
      addons: {},
      amount: '25.00',
      object: 'commission',
      attachments: [],
      description: 'In ink',
      refund_reason: null,
      shipping_price: '0',
      additional_info: 'for the wall',
      discount_amount: 0,
      shipping_address: { zip: '1', city: 'Town', name: 'Sam', state: '', street: '1 Secret Street', country: 'DE' },
      total_order_amount: '25.00',
    },
  },
  wishlist_payment: {
    wishlist: {
      id: 9,
      price: '500',
      title: 'Camera',
      object: 'wishlist',
      completed: false,
      total_paid: 25,
      description: '',
    },
  },
} as const

export function coffeeOrder(kind: keyof typeof coffeeOrders, event: 'created' | 'refunded', data: object = {}): string {
  return coffee({ amount: 25, ...coffeeOrders[kind], ...data }, { type: `${kind}.${event}` })
}

/** What the button for a test sends: every time the same, except for the moment. */
export function coffeeSample(created: number): string {
  const ids = { id: 58, transaction_id: 'pi_3Mc51bJEtINljGAa0zVykgUE', supporter_id: 2345, supporter_name: 'John' }
  const texts = { message: 'John bought you a coffee', support_note: 'Thanks for the good work', note_hidden: 'true' }
  return coffee({ ...ids, ...texts, currency: 'USD' }, { live_mode: false, event_id: 1, created })
}

function regular(type: string, data: object): string {
  const period = { current_period_start: 1_793_000_000, current_period_end: 1_795_592_000 }
  return JSON.stringify({
    type,
    live_mode: true,
    attempt: 1,
    created: 1_793_000_004,
    event_id: 580918,
    data: {
      id: 1020646,
      amount: 3,
      paused: 'false',
      psp_id: 'sub_1Tds1nJRHVLVJ5LATvgEnLII',
      status: 'active',
      canceled: 'false',
      currency: 'EUR',
      started_at: 1_793_000_000,
      canceled_at: null,
      note_hidden: false,
      support_note: null,
      duration_type: 'month',
      cancel_at_period_end: 'false',
      ...period,
      ...supporter,
      ...data,
    },
  })
}

export function coffeeRecurring(data: object = {}): string {
  return regular('recurring_donation.started', { object: 'recurring_donation', ...data })
}

export function coffeeMembership(data: object = {}): string {
  const level = { membership_level_id: 309472, membership_level_name: 'Gold' }
  return regular('membership.started', { object: 'membership', ...level, ...data })
}
