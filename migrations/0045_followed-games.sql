-- expand
ALTER TABLE "push_choices" ADD COLUMN "mine_games" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "push_choices" ADD COLUMN "live_game" text;--> statement-breakpoint
ALTER TABLE "push_choices" ADD COLUMN "live_changed_at" timestamp with time zone;