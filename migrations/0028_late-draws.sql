-- expand
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_kind";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_note" text;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_acknowledged" CHECK (num_nonnulls("alarms"."acknowledged_at", "alarms"."acknowledged_by") in (0, 2)
        and ("alarms"."acknowledged_note" is null or "alarms"."acknowledged_at" is not null));--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_kind" CHECK ("alarms"."kind" in ('mismatch', 'paid-not-granted', 'granted-not-paid', 'unknown-payment', 'payer-gone', 'paid-twice', 'partial-refund', 'refund-failed', 'dispute', 'reversed-unclear', 'reversed-but-paid', 'unreadable', 'comparison-late', 'disk-full', 'ledger', 'draw-late'));