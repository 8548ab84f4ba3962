/** The address that opens WhatsApp with a message, to choose who gets it. */
export const whatsAppLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`
