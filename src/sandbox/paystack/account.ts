/** The demo's keys. They are never printed or logged. */
export const PAYSTACK_SECRET_KEY = 'sk_test_5a4e0b0c5a4db0c50000000000000000lotto'
export const PAYSTACK_PUBLIC_KEY = 'pk_test_5a4e0b0c5a4db0c50000000000000000lotto'

/** The only merchant. */
export const MERCHANT = { id: 1077, name: 'Lotto Forecast', staff: 'staff@lotto.test' }
