// The part of @paystack/inline-js 2.23.1 that we use. The published types do not match the code.
declare module '@paystack/inline-js' {
  interface Callbacks {
    onLoad?: (loaded: { id: number; accessCode: string }) => void
    /** The message of the checkout's window. It proves nothing: a payer can forge it. */
    onSuccess?: (claim: unknown) => void
    onCancel?: () => void
    onError?: (error: { message: string }) => void
    /** Comes right after an `onCancel`. */
    onBankTransferConfirmationPending?: () => void
  }

  export default class PaystackPop {
    readonly checkoutIframe: HTMLIFrameElement
    /** Unknown options only distinguish one attempt from another. */
    checkout(options: { accessCode: string } & Callbacks & Record<string, unknown>): Promise<unknown>
    /** Cancels the open transaction and removes the window. */
    cancelTransaction(): void
  }
}

// eslint-disable-next-line no-var -- a property of globalThis can be declared in no other way
declare var paystackStandIn: string | undefined
