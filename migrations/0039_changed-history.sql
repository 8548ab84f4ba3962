-- expand
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
-- Every earlier row meets the narrower constraint that this one replaces, so no scan is needed.
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'disk-full', 'history-lost', 'ledger', 'draw-late')) NOT VALID;--> statement-breakpoint
-- No server starts while a live draw has another id, so no scan is needed.
ALTER TABLE "draws" ADD CONSTRAINT "draws_public_id" CHECK ("draws"."public_id" ~ '^[0-9a-f]{16}$') NOT VALID;
