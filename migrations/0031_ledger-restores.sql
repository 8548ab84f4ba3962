-- expand
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "game_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "draw_date" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "lost_entries" integer;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "lost_head" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_restore" CHECK (case when "ledger_entries"."kind" = 'restore'
        then num_nulls("ledger_entries"."lost_entries", "ledger_entries"."lost_head") = 0 and num_nonnulls("ledger_entries"."game_key", "ledger_entries"."draw_date") = 0
        else num_nonnulls("ledger_entries"."lost_entries", "ledger_entries"."lost_head") = 0 and num_nulls("ledger_entries"."game_key", "ledger_entries"."draw_date") = 0 end);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('version', 'withdrawal', 'lock', 'result', 'restore'));